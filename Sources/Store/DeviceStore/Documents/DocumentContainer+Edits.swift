public import Documents
import KeyValueStore
import Replication

// Each edit is one write of one record, made from the current record: a version that another
// program or device just wrote is kept, as a rival or a former version.

extension DocumentContainer {
    /// The version that an edit started from.
    public enum Base: Sendable, Hashable {
        /// No document. If there is one at the path, the edit is refused.
        case nothing
        /// The shown version, whatever its content is.
        case head
        /// The version with this content. If another version is shown by now, that one is kept as a
        /// rival.
        case content(ChunkName)
    }

    /// The reason why an edit was refused.
    public enum Refusal: Error, Sendable, Hashable {
        /// There is already a document at the path.
        case exists
        /// There is no document at the path.
        case notFound
        /// The document has another version, or other rivals, than the caller knows.
        case changed
        /// A newer Cloudy wrote the document.
        case unreadable
    }

    /// Makes a document show a content that is on this device. Durable when it returns.
    ///
    /// - Parameters:
    ///   - former: the version to replace, if it is shown; otherwise it stays as a former version.
    /// - Returns: the changed document.
    @discardableResult
    public func save(
        _ content: ChunkName, length: Int, at path: String, from base: Base,
        replacing former: DocumentVersion? = nil
    ) throws -> Document {
        try edit(path) { before, author in
            guard var after = before else {
                let head = DocumentVersion(
                    content: content, length: length, made: author.time, device: author.device)
                return Document(
                    id: String(Self.key(of: path).dropFirst(Document.keyPrefix.count)),
                    bookmark: "", kind: .file, name: path, mediaType: "", added: author.time,
                    head: head)
            }
            if base == .nothing { throw Refusal.exists }
            if after.head.content == content { return after }
            var parents = [after.head.content]
            if case .content(let own) = base, own != after.head.content {
                parents = [own]
                after.rivals = [after.head] + after.rivals
            }
            let replaced = former.flatMap { $0 == after.head ? $0 : nil }
            after.show(
                DocumentVersion(
                    content: content, length: length, made: author.moment(after: after),
                    device: author.device, parents: replaced?.parents ?? parents))
            if let replaced { after.versions.removeAll { $0 == replaced } }
            return after
        }
    }

    /// Makes a document show a version again, as a new version. Its rivals stay until they are
    /// settled.
    @discardableResult
    public func restore(_ version: DocumentVersion, at path: String) throws -> Document {
        try edit(path) { before, author in
            guard var after = before else { throw Refusal.notFound }
            if after.head.content == version.content { return after }
            after.show(
                DocumentVersion(
                    content: version.content, length: version.length,
                    made: author.moment(after: after), device: author.device,
                    parents: [after.head.content, version.content]))
            return after
        }
    }

    /// Settles a conflict: the rivals become former versions.
    public func settle(_ rivals: [DocumentVersion], at path: String) throws {
        try edit(path) { before, _ in
            guard var after = before else { throw Refusal.notFound }
            after.rivals.removeAll { rivals.contains($0) }
            return after
        }
    }

    /// Removes versions from the document, but never the shown one.
    public func forget(_ versions: [DocumentVersion], at path: String) throws {
        try edit(path) { before, _ in
            guard var after = before else { throw Refusal.notFound }
            after.rivals.removeAll { versions.contains($0) }
            after.versions.removeAll { $0 != after.head && versions.contains($0) }
            return after
        }
    }

    /// Removes a document on all devices, with its versions.
    ///
    /// - Parameter known: the document that the caller has seen. If it shows another version or has
    ///   other rivals by now, it stays.
    public func remove(at path: String, ifUnchangedSince known: Document? = nil) throws {
        let key = Self.key(of: path)
        var removed: Result<Void, any Error> = .failure(Refusal.notFound)
        try device.store.update([
            StoreWrite(key: key) { record in
                removed = Result {
                    guard let document = try Self.document(key, record) else {
                        throw Refusal.notFound
                    }
                    if let known, document.head != known.head || document.rivals != known.rivals {
                        throw Refusal.changed
                    }
                }
                guard case .success = removed else { return nil }
                return StoreWrite.Content(value: nil)
            }
        ])
        try removed.get()
        try device.store.purge([key])
        device.startAgent()
    }

    /// Gives a document another path, with all its versions.
    public func move(at path: String, to other: String) throws {
        let (key, otherKey) = (Self.key(of: path), Self.key(of: other))
        var moved: Result<Document, any Error> = .failure(Refusal.notFound)
        // In one transaction: a version saved at the same time is at one of the two paths, not at
        // both.
        try device.store.update([
            StoreWrite(key: key) { record in
                moved = Result { try Self.document(key, record) }.flatMap { document in
                    document.map { .success($0) } ?? .failure(Refusal.notFound)
                }
                return nil
            },
            StoreWrite(key: otherKey) { record in
                moved = moved.flatMap { document in
                    Result {
                        guard try Self.document(otherKey, record) == nil else {
                            throw Refusal.exists
                        }
                        var after = document
                        after.id = String(otherKey.dropFirst(Document.keyPrefix.count))
                        after.name = other
                        return after
                    }
                }
                guard case .success(let after) = moved else { return nil }
                return StoreWrite.Content(after, in: record, key: otherKey)
            },
            StoreWrite(key: key) { _ in
                guard case .success = moved else { return nil }
                return StoreWrite.Content(value: nil)
            },
        ])
        _ = try moved.get()
        try device.store.purge([key])
        device.startAgent()
    }

    /// Returns the document in a record; `nil` if there is none.
    private static func document(_ key: String, _ record: Record?) throws -> Document? {
        guard let live = record.flatMap({ $0.isTombstone ? nil : $0 }) else { return nil }
        guard let document = Document(key: key, record: live) else { throw Refusal.unreadable }
        return document
    }

    private struct Author {
        var time: Double
        var device: String

        func moment(after document: Document) -> Double {
            DocumentVersion.moment(time, after: document.versions + document.rivals)
        }
    }

    @discardableResult
    private func edit(
        _ path: String, _ body: (Document?, Author) throws -> Document
    ) throws -> Document {
        let store = device.store
        let author = Author(
            time: Double(try store.clock()) / 1000, device: try store.deviceName())
        let key = Self.key(of: path)
        return try withoutActuallyEscaping(body) { body in
            var outcome: Result<Document, any Error> = .failure(Refusal.notFound)
            try store.update([
                StoreWrite(key: key) { record in
                    outcome = Result {
                        try body(Self.document(key, record), author)
                    }
                    guard case .success(let after) = outcome else { return nil }
                    return StoreWrite.Content(after, in: record, key: key)
                }
            ])
            let document = try outcome.get()
            // The program may end right after this; the agent then sends the edit.
            device.startAgent()
            return document
        }
    }
}

extension Document {
    /// Shows a version, and makes it the first one.
    fileprivate mutating func show(_ version: DocumentVersion) {
        versions = [version] + versions.filter { $0 != version }
        head = version
    }
}

extension StoreWrite.Content {
    /// Makes the record's content with the changed document; other fields stay. `nil` if nothing
    /// changes.
    fileprivate init?(_ document: Document, in record: Record?, key: String) {
        let live = record.flatMap { $0.isTombstone ? nil : $0 }
        var fields = live?.value?.dictionary ?? [:]
        fields.merge(document.fields) { $1 }
        let known = live.map { Document.rivals(of: $0) } ?? []
        var lost = live?.superseded ?? []
        lost.removeAll { value in
            guard let version = value.version else { return false }
            return !document.rivals.contains(version)
        }
        let new = document.rivals.filter { !known.contains($0) }.compactMap { rival in
            live.map { live in
                SupersededValue(
                    field: Document.headField, value: .string(rival.text), stamp: live.stamp,
                    device: rival.device)
            }
        }
        lost = Array((new + lost).prefix(Record.maximumSuperseded))
        if let live, live.value?.dictionary == fields, live.superseded == lost { return nil }
        self.init(value: .dictionary(fields), superseded: lost)
    }
}

extension SupersededValue {
    /// The version of the lost value of a head.
    fileprivate var version: DocumentVersion? {
        field == Document.headField ? value?.string.flatMap(DocumentVersion.init) : nil
    }
}
