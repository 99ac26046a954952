import Bookmarks

extension BrowserFolder {
    mutating func file(
        _ request: BrowserRequest, _ name: String, _ path: BrowserPath, _ now: Int64,
        _ library: any BrowserLibrary
    ) throws -> BrowserAnswer {
        switch request.method {
        case "GET", "HEAD":
            guard let text = try text(name, request.credential, now, library) else {
                return BrowserAnswer(404)
            }
            return BrowserAnswer(
                200,
                headers: [
                    "Content-Type": "application/xml; charset=utf-8",
                    "ETag": "\"\(String(text.tag, radix: 16))\"",
                    "Last-Modified": FileDate.text(text.modified),
                ], body: text.bytes)
        case "PROPFIND":
            guard let item = try item(name, request.credential, now, library) else {
                return BrowserAnswer(404)
            }
            return Listing(items: [item]).answer(under: prefix)
        case "PUT":
            return try upload(request.body, to: name, by: request, now, library)
        case "DELETE":
            guard request.canWrite else { return Self.noWriting }
            let key = Key(name: name, credential: request.credential)
            if try text(name, request.credential, now, library) == nil { return BrowserAnswer(404) }
            // The bookmarks stay, and other browsers still see the file.
            frozen[key] = nil
            gone[key] = now
            return BrowserAnswer(204)
        default: return Self.notAllowed
        }
    }

    /// Returns the file as a listing shows it; `nil` if it does not exist.
    mutating func item(
        _ name: String, _ credential: String, _ now: Int64, _ library: any BrowserLibrary
    ) throws -> Listing.Item? {
        try text(name, credential, now, library).map { text in
            Listing.Item(
                path: BrowserPath([name]), isCollection: false, length: text.bytes.count,
                modified: text.modified, tag: text.tag)
        }
    }

    /// Returns the text that a credential sees; `nil` if the file does not exist.
    mutating func text(
        _ name: String, _ credential: String, _ now: Int64, _ library: any BrowserLibrary
    ) throws -> Frozen? {
        let key = Key(name: name, credential: credential)
        if gone[key] != nil { return nil }
        if let text = frozen[key], isValid(text, key, now) { return text }
        let lock = lock(on: name, now).flatMap { $0.credential == credential ? $0 : nil }
        guard
            let (served, sync) = try serve(
                name, credential, isLocked: lock != nil, now, library)
        else { return nil }
        let text = Frozen(
            bytes: served.bytes, modified: served.time, since: now, lock: lock?.number,
            tag: Self.tag(served.bytes), sync: sync)
        try freeze(text, key)
        return text
    }

    /// Returns the text of a file: the one served last if nothing changed, or a new one.
    ///
    /// - Parameter isLocked: whether the end of the sync will confirm that the browser has it.
    private func serve(
        _ name: String, _ credential: String, isLocked: Bool, _ now: Int64,
        _ library: any BrowserLibrary
    ) throws -> (ServedText, LastSync?)? {
        let contents = try library.contents(ofFile: name, withDeleted: false)
        var numbering = contents.numbering
        numbering.settle(contents.library)
        let entries = numbering.entries(of: contents.library)
        // The file of all bookmarks always exists: a browser that finds no file forgets its last
        // sync, and restores deleted bookmarks.
        // So does a file that was served before, which has numbers, although it is empty now.
        let isNew = !contents.isWritten && contents.numbering.nextNumber == 0
        if entries.isEmpty, isNew, !contents.library.folder.isEmpty { return nil }
        let versions = numbering.versions(of: entries, in: contents.library)
        func sync(_ range: Int) -> LastSync? {
            isLocked ? LastSync(entries, range: range, numbering, contents.library) : nil
        }
        if let latest = try library.latestServed(to: credential, ofFile: name),
            latest.upload == 0, latest.versions == versions, numbering.changed.isEmpty
        {
            let highest = NumberRange.highest(latest.range)
            if XBELFile(entries: entries, highest: highest).bytes == latest.bytes {
                return (latest, sync(latest.range))
            }
        }
        let range = numbering.takeRange()
        let text = XBELFile(entries: entries, highest: NumberRange.highest(range)).bytes
        let served = ServedText(
            range: range, credential: credential, time: now, bytes: text, versions: versions)
        try library.keep(served, numbering, ofFile: name)
        return (served, sync(range))
    }

    /// Merges an upload; returns the answer when the merge is durable.
    mutating func upload(
        _ bytes: [UInt8], to name: String, by request: BrowserRequest, _ now: Int64,
        _ library: any BrowserLibrary
    ) throws -> BrowserAnswer {
        guard request.canWrite else { return Self.noWriting }
        let file: XBELFile
        do { file = try XBELFile(reading: bytes) } catch let error as XBELError {
            return BrowserAnswer(400, because: "\(error) Nothing was changed.")
        }
        let key = Key(name: name, credential: request.credential)
        let isNew = try text(name, request.credential, now, library) == nil
        let tag = Self.tag(bytes)
        var base = try file.highest.flatMap {
            try library.served(range: NumberRange.of($0), ofFile: name)
        }
        var notice: String?
        // A browser that is not sure about an upload sends it again.
        if base == nil || base?.upload != tag {
            let contents = try library.contents(ofFile: name, withDeleted: true)
            let outcome = BrowserMerge.merge(
                file,
                base: try base.map {
                    BrowserMerge.Base(
                        file: try XBELFile(reading: $0.bytes), versions: $0.versions,
                        last: try lastSync(name, request.credential, before: $0, library))
                },
                into: contents.library, contents.numbering,
                deletedBefore: try library.deletions(
                    since: now - BrowserMerge.deletionRun, inFile: name),
                random: library.random)
            base?.upload = tag
            if !outcome.held.isEmpty {
                notice =
                    "A browser deleted \(counted(outcome.held.count, "bookmark")) at once. They "
                    + "stay until you decide: R in the list, or cloudy serve deletions"
            }
            let sync = base.map {
                LastSync(range: $0.range, isUpload: true, items: outcome.synced)
            }
            try library.commit(
                MergedUpload(
                    edit: outcome.edit, numbering: outcome.numbering, held: outcome.held,
                    sync: sync, base: base, bytes: bytes, credential: request.credential,
                    time: now),
                toFile: name)
        }
        let lock = lock(on: name, now)
        // The upload is merged by now, whether or not there is space to keep showing its text.
        try? freeze(
            Frozen(
                bytes: bytes, modified: now, since: now,
                lock: lock?.credential == request.credential ? lock?.number : nil, tag: tag), key)
        gone[key] = nil
        var answer = BrowserAnswer(isNew ? 201 : 204)
        answer.notice = notice
        return answer
    }

    /// Returns the state of a browser before it read a text. Later states do not count.
    private func lastSync(
        _ name: String, _ credential: String, before base: ServedText,
        _ library: any BrowserLibrary
    ) throws -> LastSync? {
        try library.lastSync(of: credential, ofFile: name).flatMap {
            $0.range <= base.range ? $0 : nil
        }
    }

    static func tag(_ bytes: [UInt8]) -> UInt64 {
        max(1, ContentHash.of(String(decoding: bytes, as: UTF8.self)))
    }
}
