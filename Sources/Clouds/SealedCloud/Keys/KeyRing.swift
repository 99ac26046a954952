import Replication

/// The keys of a store, from the account's note.
struct KeyRing: Sendable {
    let store: String
    let current: SealingKey
    /// The earlier keys that records may still be sealed with, by id.
    let previous: [[UInt8]: SealingKey]
    /// The ids of retired keys.
    let retired: Set<[UInt8]>
    let names: SealedNames
    /// The revision of the account's note.
    let revision: Int64
    /// The free space when sealing stopped for lack of space; `nil` if everything is sealed.
    var shortage: Room?
    /// Whether the plain records in the store belong to the account: they wait for space to be
    /// sealed.
    var takesPlain: Bool { shortage != nil && isBegun }
    private let isBegun: Bool

    init?(_ record: KeyRecord, _ current: SealingKey, store: String, revision: Int64) {
        guard let names = [UInt8](hexadecimal: record.names) else { return nil }
        self.store = store
        self.current = current
        self.names = SealedNames(key: names)
        self.revision = revision
        isBegun = record.hasBegun(store)
        let keys = record.previousSecrets.map { SealingKey($0) }
        previous = Dictionary(keys.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
        retired = Set(record.retired.compactMap { [UInt8](hexadecimal: $0) })
    }

    /// The kind of a record in the cloud.
    enum Finding {
        case record(SealedContent)
        case moved
        /// A record that a device without a key has written.
        case plain(Record)
        /// Damaged, sealed with an unknown key, or copied here from elsewhere.
        case unknown

        var isUnknown: Bool { if case .unknown = self { true } else { false } }
    }

    func find(_ entry: CloudEntry) -> Finding {
        guard let id = Envelope.keyID(of: entry.record) else {
            return (try? Record(encoded: entry.record)).map { .plain($0) } ?? .unknown
        }
        let key = id == current.id ? current : previous[id]
        let place = SealedPlace(store: store, name: entry.key, isTombstone: entry.isTombstone)
        guard let content = key.flatMap({ Envelope.open(entry.record, at: place, with: $0) }) else {
            return .unknown
        }
        switch content.kind {
        case .record: return .record(content)
        case .moved: return .moved
        case .keys: return .unknown
        }
    }

    func isCurrent(_ entry: CloudEntry) -> Bool {
        Envelope.keyID(of: entry.record) == current.id
    }

    func isRetired(_ entry: CloudEntry) -> Bool {
        Envelope.keyID(of: entry.record).map { retired.contains($0) } ?? false
    }

    func seal(_ change: ProposedChange) throws(CloudError) -> ProposedChange {
        let name = names.name(of: change.key, in: store)
        var sealed = change
        sealed.key = name
        sealed.record = try Envelope.seal(
            SealedContent(kind: .record, key: change.key, record: change.record),
            at: SealedPlace(store: store, name: name, isTombstone: change.isTombstone),
            with: current)
        return sealed
    }

    /// Returns the record that replaces a plain one. It is not a tombstone, which a device without
    /// a key would treat as a deletion: such a device cannot read this record, and so leaves it
    /// alone.
    func marker(for entry: CloudEntry) throws(CloudError) -> ProposedChange {
        try marker(for: entry.key, at: entry.revision)
    }

    func marker(for key: String, at revision: Int64) throws(CloudError) -> ProposedChange {
        let place = SealedPlace(store: store, name: key, isTombstone: true)
        return ProposedChange(
            key: key, expectedRevision: revision,
            record: try Envelope.seal(
                SealedContent(kind: .moved, key: "", record: []), at: place, with: current),
            isTombstone: true)
    }

    /// Returns the outcome of a change for the proposer.
    func open(_ outcome: ChangeOutcome, to change: ProposedChange) -> ChangeOutcome {
        guard case .conflict(let entry?) = outcome else { return outcome }
        guard case .record(let content) = find(entry) else { return .refused(.notAllowed) }
        return .conflict(content.entry(like: entry))
    }
}
