import FoundationEssentials
public import Replication

/// The note of an account's keys, sealed with the current key. A device that can open it has the
/// right key.
struct KeyRecord: Codable, Equatable {
    /// The generation, which increases with each change. A lower one than seen before comes from a
    /// backup, or from a cloud that withholds the newer one.
    var generation: Int64
    /// The secret for the names of records.
    var names: String
    /// The previous secrets, newest last, as long as something may still be sealed with them.
    var previous: [String] = []
    /// The ids of secrets whose records are no longer valid.
    var retired: [String] = []
    /// The fully sealed stores, each with the id of its secret.
    var stores: [String: String] = [:]
    /// The stores that are only partly sealed: something in them may be sealed with any previous
    /// secret. `nil` for none.
    var begun: [String]?
    /// The time when the account was sealed, in milliseconds since 1970; `nil` if unknown.
    var since: Int64?
    /// A random, permanent id that distinguishes the account from others sealed with the same key.
    /// `nil` in an account sealed before this field existed.
    private var account: String?

    /// - Parameter account: the id of an account that was sealed before; `nil` for a new one.
    init(
        names: SealedNames, account: String? = nil, generation: Int64 = 1, since: Int64? = nil
    ) {
        self.names = names.key.hexadecimal
        self.account = account ?? Self.newAccount()
        self.generation = generation
        self.since = since
    }

    private static func newAccount() -> String {
        (0..<16).map { _ in UInt8.random(in: .min ... .max) }.hexadecimal
    }

    /// The id of the account. Forging a record that opens with a key needs that key.
    var identity: String { account ?? names }

    static let key = "keys"

    /// Opens a record; `nil` if it was sealed with another secret, or was changed since.
    init?(_ entry: CloudEntry, with key: SealingKey) {
        let place = SealedPlace(store: KeyStore.identifier, name: Self.key, isTombstone: false)
        guard let content = Envelope.open(entry.record, at: place, with: key),
            content.kind == .keys,
            let record = try? JSONDecoder().decode(KeyRecord.self, from: Data(content.record))
        else { return nil }
        self = record
    }

    func sealed(with key: SealingKey) throws(CloudError) -> [UInt8] {
        let place = SealedPlace(store: KeyStore.identifier, name: Self.key, isTombstone: false)
        guard let bytes = try? JSONEncoder().encode(self) else {
            throw CloudError(.unusable, "The key information cannot be written as JSON.")
        }
        return try Envelope.seal(
            SealedContent(kind: .keys, key: Self.key, record: Array(bytes)), at: place, with: key)
    }

    /// Returns the record after another secret has replaced `old`.
    func replacing(_ old: SealingSecret, by new: SealingSecret) -> KeyRecord {
        var next = self
        next.previous = previous.filter { $0 != old.bytes.hexadecimal } + [old.bytes.hexadecimal]
        next.retired.removeAll { $0 == new.id }
        next.generation += 1
        return next
    }

    /// Returns the record before sealing begins in a store with plain records.
    func beginning(_ store: String) -> KeyRecord {
        var next = self
        next.stores[store] = nil
        next.begun = ((begun ?? []).filter { $0 != store } + [store]).sorted()
        next.generation += 1
        return next
    }

    func hasBegun(_ store: String) -> Bool { begun?.contains(store) ?? false }

    /// Returns the record after a store was fully sealed with the current secret. After the last
    /// store, the previous secrets are dropped.
    func noting(_ store: String, sealedWith id: String) -> KeyRecord {
        var next = self
        next.stores[store] = id
        let begun = (begun ?? []).filter { $0 != store }
        next.begun = begun.isEmpty ? nil : begun
        next.generation += 1
        if begun.isEmpty, next.stores.values.allSatisfy({ $0 == id }) {
            next.retired += next.previousSecrets.map(\.id)
            next.previous = []
        }
        return next
    }

    var previousSecrets: [SealingSecret] {
        previous.compactMap { [UInt8](hexadecimal: $0).flatMap { SealingSecret(bytes: $0) } }
    }
}

/// The store of an account where devices keep the notes about its keys. Only the parameters that
/// stretch a passphrase are in plain text.
public struct KeyStore: Sendable {
    /// The identifier of the store, beside those of programs.
    public static let identifier = "cloudy.key"
    private let cloud: NotedWrites

    /// - Parameter cloud: the account's store with the ``identifier``.
    public init(_ cloud: any Cloud) { self.cloud = NotedWrites(cloud) }

    /// The number of calls that have changed something in the store so far.
    var writes: Int { cloud.count }

    /// Returns the current record of a key, possibly a tombstone.
    func entry(_ key: String) async throws(CloudError) -> CloudEntry? {
        try await cloud.list(.start, limit: 100).value.entries.last { $0.key == key }
    }

    /// Returns the sealed note of the keys; `nil` if the account does not claim to be sealed.
    func keyEntry() async throws(CloudError) -> CloudEntry? {
        try await entry(KeyRecord.key).flatMap { $0.isTombstone ? nil : $0 }
    }

    /// Throws for a read-only token, and changes nothing. No key would help then, so the message
    /// does not ask for one.
    func requireWriting() async throws(CloudError) {
        _ = try await cloud.compareAndSet([], from: .withoutMark())
    }

    /// Replaces the value at a revision. Returns false if another device was faster.
    ///
    /// - Parameter bytes: the new value; `nil` to delete it.
    func replace(
        _ key: String, with bytes: [UInt8]?, expecting revision: Int64
    ) async throws(CloudError) -> Bool {
        let change = ProposedChange(
            key: key, expectedRevision: revision, record: bytes ?? [], isTombstone: bytes == nil)
        let outcome = try await cloud.compareAndSet([change], from: .withoutMark()).value.first
        guard case .refused? = outcome else {
            if case .committed? = outcome { return true }
            return false
        }
        throw CloudError(.notAllowed, "The cloud has no space for the key information.")
    }
}

extension Sender {
    /// Returns a sender for changes that only affect how records are sealed, not their content.
    static func withoutMark() -> Sender {
        Sender(
            actor: ActorID(rawValue: .random(in: .min ... .max)), confirmed: nil, pending: [],
            next: nil)
    }
}
