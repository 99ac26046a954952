public import Replication

// A document is one dictionary under the key `d.<id>`. Its fields merge one by one, and its
// versions as a set: of two contents written at the same time, both are kept, and the later one is
// shown.

extension Document {
    /// The prefix of the keys of documents.
    public static let keyPrefix = "d."
    /// The fields that merge as sets.
    public static let sets = ["versions"]
    /// The most versions that a document names. Contents that no version names are removed.
    public static let mostVersions = 20
    /// The most versions during a conflict: a merge needs the common version of the rivals, and all
    /// versions between.
    public static let mostVersionsInConflict = 60

    /// Applies the change of a set to its current value: adds what the change added and removes
    /// what it removed. A version that came in the meantime stays.
    public static func set(
        of current: PropertyListValue?, changedFrom before: PropertyListValue?,
        to after: PropertyListValue?
    ) -> PropertyListValue? {
        guard current != before else { return after }
        let (old, new) = (Set(before?.strings ?? []), after?.strings ?? [])
        let now = current?.strings ?? []
        let added = new.filter { !old.contains($0) && !now.contains($0) }
        let removed = old.subtracting(new)
        // Versions that the limit left out, or that others removed, must not come back.
        let most = max(new.count, mostVersionsInConflict)
        return .array(
            (added + now.filter { !removed.contains($0) }).prefix(most).map { .string($0) })
    }

    /// Returns the versions that a dictionary lists, with the shown one, which a merge may leave
    /// out.
    public static func versions(in fields: [String: PropertyListValue]) -> PropertyListValue {
        let listed = fields["versions"]?.strings ?? []
        let head = fields[headField]?.string
        let missing = head.flatMap { listed.contains($0) ? nil : $0 }
        return .array(([missing].compactMap(\.self) + listed).map { .string($0) })
    }

    /// The key of the document's record.
    public var key: String { Self.keyPrefix + id }

    /// The dictionary that the store keeps, without empty fields.
    public var fields: [String: PropertyListValue] {
        let most = isInConflict ? Self.mostVersionsInConflict : Self.mostVersions
        let kept = versions.prefix(most) + versions.dropFirst(most).filter(rivals.contains)
        var fields: [String: PropertyListValue] = [
            "bookmark": .string(bookmark), "kind": .string(kind.rawValue),
            "added": .date(added), "head": .string(head.text),
            "versions": .array(kept.map { .string($0.text) }),
        ]
        if !name.isEmpty { fields["name"] = .string(name) }
        if !mediaType.isEmpty { fields["type"] = .string(mediaType) }
        if !source.isEmpty { fields["source"] = .string(source) }
        return fields
    }

    /// Reads a document from its dictionary; `nil` if a required field is missing, or if only a
    /// later version knows its kind.
    public init?(id: String, fields: [String: PropertyListValue]) {
        guard let bookmark = fields["bookmark"]?.string,
            let kind = fields["kind"]?.string.flatMap(Kind.init),
            let head = fields["head"]?.string.flatMap(DocumentVersion.init)
        else { return nil }
        let others = (fields["versions"]?.strings ?? []).compactMap(DocumentVersion.init)
        let added = fields["added"]?.date.flatMap { $0.isFinite ? $0 : nil } ?? head.made
        self.init(
            id: id, bookmark: bookmark, kind: kind, name: fields["name"]?.string ?? "",
            mediaType: fields["type"]?.string ?? "", source: fields["source"]?.string ?? "",
            added: added, head: head,
            versions: [head]
                + others.filter { $0 != head }.sorted(by: DocumentVersion.isLater))
    }

    /// Reads a document, live or deleted, from its record; `nil` if the record was purged or is not
    /// a document.
    public init?(key: String, record: Record) {
        guard key.hasPrefix(Self.keyPrefix), let fields = record.latestValue?.dictionary else {
            return nil
        }
        self.init(id: String(key.dropFirst(Self.keyPrefix.count)), fields: fields)
        // Undo may take a version out of the list while another device keeps it as a rival.
        rivals = Self.rivals(of: record).filter(versions.contains)
    }

    /// Returns the contents that a record no longer names after a change. The cloud may collect
    /// them; a content that comes back is sent again.
    public static func unnamedContents(by change: EntryChange) -> Set<ChunkName> {
        guard let old = change.old?.record else { return [] }
        return unnamedContents(
            from: Document(key: change.key, record: old),
            to: Document(key: change.key, record: change.new.record))
    }

    /// Returns the contents that a document no longer names.
    public static func unnamedContents(from old: Document?, to new: Document?) -> Set<ChunkName> {
        guard let old else { return [] }
        let gone = Set(old.named.map(\.content))
        return gone.subtracting(new?.named.map(\.content) ?? [])
    }

    /// Returns the heads that lost to another device's, the latest first.
    public static func rivals(of record: Record) -> [DocumentVersion] {
        record.superseded.filter { $0.field == headField }
            .compactMap { $0.value?.string.flatMap(DocumentVersion.init) }
    }

    /// The name of the field with the shown version.
    public static let headField = "head"

    /// Returns the lost values without the heads, for a record whose conflict is settled.
    public static func settled(_ superseded: [SupersededValue]) -> [SupersededValue] {
        superseded.filter { $0.field != headField }
    }
}
