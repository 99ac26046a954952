extension BrowserFolder {
    /// Handles the upload of a browser before it replaces the file. Only that browser sees it.
    mutating func draft(
        _ request: BrowserRequest, _ name: String, _ path: BrowserPath, _ now: Int64
    ) -> BrowserAnswer {
        let key = Key(name: path.names[0], credential: request.credential)
        let there = drafts[key]
        switch request.method {
        case "PUT":
            guard request.canWrite else { return Self.noWriting }
            return put(request.body, as: key, now)
        case "GET", "HEAD":
            guard let there else { return BrowserAnswer(404) }
            return BrowserAnswer(
                200,
                headers: [
                    "Content-Type": "application/xml; charset=utf-8",
                    "Last-Modified": FileDate.text(there.time),
                ], body: there.bytes)
        case "PROPFIND":
            guard let there else { return BrowserAnswer(404) }
            let item = Listing.Item(
                path: path, isCollection: false, length: there.bytes.count, modified: there.time,
                tag: Self.tag(there.bytes))
            return Listing(items: [item]).answer(under: prefix)
        case "DELETE":
            guard request.canWrite else { return Self.noWriting }
            drafts[key] = nil
            return BrowserAnswer(there == nil ? 404 : 204)
        default: return Self.notAllowed
        }
    }

    private mutating func put(_ bytes: [UInt8], as key: Key, _ now: Int64) -> BrowserAnswer {
        let isNew = drafts[key] == nil
        let others = drafts.filter { $0.key != key }.values.reduce(0) { $0 + $1.bytes.count }
        if others + bytes.count > Self.maximumDrafts || drafts.count >= 256 && isNew {
            return BrowserAnswer(
                507,
                because: "Too many uploads wait to be merged, so nothing was changed. Try again in "
                    + "an hour.")
        }
        drafts[key] = Draft(bytes: bytes, time: now)
        return BrowserAnswer(isNew ? 201 : 204)
    }

    // MARK: Moving and copying

    mutating func transfer(
        _ request: BrowserRequest, _ source: BrowserPath, _ now: Int64,
        _ library: any BrowserLibrary
    ) throws -> BrowserAnswer {
        guard request.canWrite else { return Self.noWriting }
        guard let sent = request.destination,
            let target = BrowserPath(sent, under: prefix), !target.names.isEmpty,
            !source.names.isEmpty
        else { return BrowserAnswer(400, because: "The destination is not in this folder.") }
        if source.names == target.names {
            return BrowserAnswer(403, because: "Source and destination are the same.")
        }
        let isMove = request.method == "MOVE"
        let overwrites = request.overwrite?.uppercased() != "F"
        switch (source.kind, target.kind) {
        case (.lock, _), (_, .lock): return BrowserAnswer(403, because: "Locks cannot be moved.")
        case (.plain, .plain):
            return try transferPlain(request, source, target, overwrites, now)
        case (.file, _) where isMove:
            return BrowserAnswer(403, because: "A file of bookmarks stays where it is.")
        case (.file, .file):
            return BrowserAnswer(403, because: "A file of bookmarks can't be copied to another.")
        default: break
        }
        guard let bytes = try bytes(at: source, request, now, library) else {
            return BrowserAnswer(404)
        }
        let answer: BrowserAnswer
        switch target.kind {
        case .file(let name):
            if !overwrites, try text(name, request.credential, now, library) != nil {
                return BrowserAnswer(412)
            }
            answer = try upload(bytes, to: name, by: request, now, library)
        case .draft:
            let key = Key(name: target.names[0], credential: request.credential)
            if !overwrites, drafts[key] != nil { return BrowserAnswer(412) }
            answer = put(bytes, as: key, now)
        case .plain:
            let there = try plain.file(at: target.names)
            if !overwrites, there != nil { return BrowserAnswer(412) }
            guard try plain.file(at: target.parent.names)?.isCollection == true,
                there?.isCollection != true
            else { return BrowserAnswer(409) }
            try plain.write(bytes, at: target.names, time: now)
            answer = BrowserAnswer(there == nil ? 201 : 204)
        case .lock: return BrowserAnswer(403)
        }
        if isMove, answer.status < 300 { try remove(source, request) }
        return answer
    }

    private mutating func bytes(
        at path: BrowserPath, _ request: BrowserRequest, _ now: Int64,
        _ library: any BrowserLibrary
    ) throws -> [UInt8]? {
        switch path.kind {
        case .file(let name): try text(name, request.credential, now, library)?.bytes
        case .draft: drafts[Key(name: path.names[0], credential: request.credential)]?.bytes
        case .plain: try plain.bytes(at: path.names)
        case .lock: nil
        }
    }

    private mutating func remove(_ path: BrowserPath, _ request: BrowserRequest) throws {
        if case .plain = path.kind { return try plain.remove(at: path.names) }
        drafts[Key(name: path.names[0], credential: request.credential)] = nil
    }
}
