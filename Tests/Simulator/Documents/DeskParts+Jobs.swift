import Bookmarks
import Documents
import KeyValueStore
import Replication

// The jobs of a device that use a cloud. The order of the calls is as in `Home.exchangeDocuments`.

extension DeskParts {
    func contents(_ process: ModelProcess) -> DocumentContents {
        DocumentContents(
            ProcessChunks(disk: disk, process: process), cut: { DocumentText.cuts(of: $0) })
    }

    func cloud(_ process: ModelProcess) -> ProcessCloud {
        ProcessCloud(cloud: cloud, process: process, turns: turns, variant: variant)
    }

    func exchange(_ process: ModelProcess) -> ContentExchange {
        ContentExchange(
            contents(process),
            ProcessLedger(ledger: ledger, replica: replica, process: process, variant: variant),
            cloud: cloud(process), now: { [clock] in Double(clock.now) / 1000 })
    }

    /// Saves a content, and tells the judge.
    func keep(_ content: [UInt8], _ process: ModelProcess) throws -> ChunkName {
        let name = try contents(process).keep(content)
        truth.note(name, content)
        return name
    }

    /// Sends contents that were not sent, fetches those that are wanted, and merges notes.
    ///
    /// - Parameter last: the time of the device's previous exchange, in seconds since 1970.
    /// - Returns: whether a note was merged, so that its record has to be sent.
    func exchangeAll(_ process: ModelProcess, since last: Double?) async throws -> Bool {
        let exchange = exchange(process)
        if variant != .believesForever { try exchange.doubtSent(since: last) }
        try await sendAll(process)
        for (content, length) in try exchange.remote() where length <= fetched {
            do { _ = try await fetch(content, process) } catch let error as ChunkStoreError {
                if error.code != .damaged, error.code != .full { throw error }
            }
        }
        guard try await mergeNotes(process) else { return false }
        try await sendAll(process)
        return true
    }

    private func sendAll(_ process: ModelProcess) async throws {
        let exchange = exchange(process)
        for (content, _) in try exchange.unsent() {
            guard let manifest = try contents(process).manifest(content) else { continue }
            if variant == .notedBeforeSent { ledger.change { $0.sent.insert(content) } }
            do {
                try await exchange.send(content, manifest)
            } catch let error as ChunkStoreError {
                // The next content may be shorter, or undamaged.
                if error.code != .damaged, error.code != .full { throw error }
            }
        }
    }

    /// The content of a version, from this device or else from the cloud.
    func open(_ content: ChunkName, _ process: ModelProcess) async throws -> [UInt8]? {
        let contents = contents(process)
        var damage: ChunkStoreError?
        do throws(ChunkStoreError) {
            if let bytes = try contents.content(content) {
                contents.noteUse(of: content)
                return bytes
            }
        } catch {
            damage = error
        }
        if let damage {
            let missing = try await cloud(process).missing(of: [content])
            guard damage.code == .damaged, missing.isEmpty,
                try contents.dropDamaged(of: content)
            else { throw damage }
        }
        let isHere = try await fetch(content, process)
        return isHere ? try contents.content(content) : nil
    }

    private func fetch(_ content: ChunkName, _ process: ModelProcess) async throws -> Bool {
        try await exchange(process).fetch(content)
    }

    /// Merges notes that several devices wrote at once; returns whether there were any.
    private func mergeNotes(_ process: ModelProcess) async throws -> Bool {
        var isAnything = false
        for key in ledger.contested() {
            guard let record = try store.record(forKey: key), !record.isTombstone,
                let note = Document(key: key, record: record)
            else { continue }
            let known = Set(([note.head] + note.rivals).map(\.content))
            let merging = NoteMerging(
                content: { version in
                    if variant == .mergeWithoutBase, !known.contains(version.content) { return [] }
                    return try await open(version.content, process)
                },
                keep: { content in
                    truth.noteMerge(of: key)
                    return try keep(content, process)
                })
            guard case .merged(let merged) = try await merging.merge(note) else { continue }
            try process.write()
            let (fields, superseded) = merged.merged(into: record)
            try store.update([
                StoreWrite(key: key) { now in
                    guard now == record else { return nil }
                    return StoreWrite.Content(value: .dictionary(fields), superseded: superseded)
                }
            ])
            isAnything = true
        }
        return isAnything
    }

    /// Removes contents that nothing refers to.
    func collect(_ process: ModelProcess, synced: Int64?) async throws {
        let (ledger, variant) = (ledger, variant)
        let collection = ContentCollection(contents(process), cloud: cloud(process)) {
            let all = ledger.snapshot.documents.values
            switch variant {
            case .ignoresTrash:
                return all.filter { !$0.isDeleted }.flatMap { $0.document.named.map(\.content) }
            case .ignoresVersions: return all.map(\.document.head.content)
            default: return ledger.named()
            }
        }
        try await collection.run(
            keeping: { variant == .ignoresUndo ? [] : try journal.namedContents() },
            while: {
                let isFresh = synced.map { clock.now - $0 < 3_600_000 } ?? false
                return isFresh || variant == .collectsUnsynced
            })
    }
}

/// The texts of a world: lines with a unique token each.
enum DocumentText {
    /// Cuts a content at places that depend on it, into pieces of a few lines.
    static func cuts(of content: [UInt8]) -> [Range<Int>] {
        var cuts: [Range<Int>] = []
        var (start, sum) = (0, 0)
        for (index, byte) in content.enumerated() {
            sum += Int(byte)
            guard byte == UInt8(ascii: "\n"), sum % 2 == 0 else { continue }
            cuts.append(start..<index + 1)
            (start, sum) = (index + 1, 0)
        }
        if start < content.count { cuts.append(start..<content.count) }
        return cuts
    }

    static func lines(_ content: [UInt8]) -> [String] {
        String(decoding: content, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    static func content(_ lines: [String]) -> [UInt8] {
        Array(lines.map { $0 + "\n" }.joined().utf8)
    }
}
