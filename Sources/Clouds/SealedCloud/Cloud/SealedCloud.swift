public import Replication
import Synchronization

/// A cloud that seals everything before passing it to another cloud.
///
/// The names of records are keyed hashes, and records are encrypted and padded. The cloud sees in
/// plain text only whether they are tombstones, so that it can collect them. Before the first call
/// that reads or writes records, this checks that the key is the right one.
public final class SealedCloud: Cloud {
    let inner: NotedWrites
    let keys: KeyStore
    let store: String
    let secrets: SealingSecrets
    let memory: any SealingMemory
    let refusals: SealingRefusals
    /// The keys at the latest check.
    private let ring = Mutex<KeyRing?>(nil)

    /// - Parameters:
    ///   - inner: the store to seal.
    ///   - keys: the store in which the devices of the account keep the notes about their keys.
    ///   - store: the name of the store for programs; empty for the account's own.
    ///   - name: the name of the cloud in messages.
    public init(
        _ inner: any Cloud, keys: KeyStore, store: String, name: String, secrets: SealingSecrets,
        memory: any SealingMemory
    ) {
        self.inner = NotedWrites(inner)
        self.keys = keys
        self.store = store
        self.secrets = secrets
        self.memory = memory
        refusals = SealingRefusals(cloud: name)
    }

    /// Returns the keys as they were when this connection began. If there was too little space to
    /// seal everything, sealing continues once there is space or another device has done it.
    func readyRing() async throws(CloudError) -> KeyRing {
        guard let ring = ring.withLock({ $0 }) else { return try await prepare() }
        guard let shortage = ring.shortage else { return ring }
        if Room(try await inner.quota().value).isMore(than: shortage) { return try await prepare() }
        let isSame = try await keys.keyEntry()?.revision == ring.revision
        return isSame ? ring : try await prepare()
    }

    /// Makes a call of several requests. If a request fails after another one changed something,
    /// the outcome of the call is unknown, whatever the error says.
    func asOneCall<Value: Sendable>(
        _ requests: () async throws(CloudError) -> Value
    ) async throws(CloudError) -> Value {
        let before = inner.count + keys.writes
        do { return try await requests() } catch {
            throw inner.count + keys.writes == before ? error : error.afterAChange
        }
    }

    /// Makes the next call check the keys again.
    func withdraw() { ring.withLock { $0 = nil } }

    /// Checks the keys of the account, and seals the records that are not sealed yet, as far as
    /// there is space. Throws if this device has another key, or if the cloud shows an older state
    /// than before.
    @discardableResult
    public func prepare() async throws(CloudError) -> SealingReport {
        let (ring, report) = try await asOneCall { () throws(CloudError) in try await prepared() }
        self.ring.withLock { $0 = ring }
        return report
    }

    private func prepare() async throws(CloudError) -> KeyRing {
        let (ring, _) = try await prepared()
        self.ring.withLock { $0 = ring }
        return ring
    }

    /// Registers, and checks the keys again, since every connection begins with this call. The
    /// device's name is not sealed: people need it to choose a device to retire.
    public func register(
        _ registration: Registration
    ) async throws(CloudError) -> CloudReply<RegistrationOutcome> {
        withdraw()
        return try await asOneCall { () throws(CloudError) in
            _ = try await readyRing()
            return try await inner.register(registration)
        }
    }

    public func list(
        _ position: ListingPosition, limit: Int
    ) async throws(CloudError) -> CloudReply<Listing> {
        var ring = try await readyRing()
        let reply = try await inner.list(position.fromNothing, limit: limit)
        // A record that cannot be opened may be sealed with a key that another device has made
        // since this connection began. Then the cursor must not pass the record, so check the keys
        // again: this throws if the device lacks the new key.
        var findings = reply.value.entries.map { ring.find($0) }
        if findings.contains(where: \.isUnknown) {
            ring = try await prepare()
            findings = reply.value.entries.map { ring.find($0) }
        }
        var listing = reply.value
        listing.entries = []
        // Each record is authenticated on its own. That a record is missing is only the server's
        // word.
        listing.provesAbsence = false
        let before = memory.unreadable(in: store)
        var unreadable = position == .start ? [] : before
        var plain = 0
        for (entry, finding) in zip(reply.value.entries, findings) {
            switch finding {
            case .record(let content):
                unreadable.remove(entry.key)
                listing.entries.append(content.entry(like: entry))
            case .moved: break
            case .plain where ring.takesPlain: listing.entries.append(entry)
            case .plain: plain += 1
            case .unknown:
                unreadable.insert(entry.key)
                listing.unopened += 1
            }
        }
        if unreadable != before { memory.note(unreadable: unreadable, in: store) }
        if plain > 0 { throw refusals.plain(plain) }
        return reply.with(listing)
    }

    public func compareAndSet(
        _ changes: [ProposedChange], from sender: Sender
    ) async throws(CloudError) -> CloudReply<[ChangeOutcome]> {
        try await asOneCall { () throws(CloudError) in try await exchange(changes, from: sender) }
    }

    private func exchange(
        _ changes: [ProposedChange], from sender: Sender
    ) async throws(CloudError) -> CloudReply<[ChangeOutcome]> {
        let ring = try await readyRing()
        var sealed: [ProposedChange] = []
        for change in changes { sealed.append(try ring.seal(change)) }
        let reply = try await inner.compareAndSet(sealed, from: sender)
        var (last, outcomes) = try await replacingRetired(
            reply, to: sealed, from: sender, ring)
        if ring.shortage != nil {
            (last, outcomes) = try await replacingPlain(
                last.with(outcomes), to: changes, sealed, from: sender, ring)
        }
        // Another device may have replaced the key, and has counted the records it found. It does
        // not know of later ones.
        if !changes.isEmpty { try await refuseReplaced(ring) }
        // Deletions may have made room for the rest. They were sent in any case.
        if ring.shortage != nil { _ = try? await readyRing() }
        noteReadable(zip(sealed, outcomes).filter(\.1.isCommitted).map(\.0.key))
        return last.with(zip(changes, outcomes).map { ring.open($1, to: $0) })
    }

    /// Notes that the records of these names can be opened: this device has just written them, and
    /// may never list them.
    private func noteReadable(_ names: [String]) {
        let before = memory.unreadable(in: store)
        let after = before.subtracting(names)
        if after != before { memory.note(unreadable: after, in: store) }
    }

    private func refuseReplaced(_ ring: KeyRing) async throws(CloudError) {
        let entry = try await keys.keyEntry()
        if entry?.revision == ring.revision { return }
        withdraw()
        guard let entry else {
            throw CloudError(.unknownOutcome, refusals.unsealed.message)
        }
        if KeyRecord(entry, with: ring.current) == nil {
            throw refusals.replaced(secrets.current)
        }
    }

    public func acknowledge(
        _ cursor: Int64, from sender: Sender
    ) async throws(CloudError) -> CloudReply<Bool> {
        try await inner.acknowledge(cursor, from: sender)
    }

    public func retire(_ actor: ActorID) async throws(CloudError) -> CloudReply<Void> {
        try await inner.retire(actor)
    }

    public func replicas() async throws(CloudError) -> CloudReply<[RegisteredReplica]> {
        try await inner.replicas()
    }

    /// Returns the quota of the inner cloud, which counts the sealed records.
    public func quota() async throws(CloudError) -> CloudReply<Quota> { try await inner.quota() }

    public func hints() -> AsyncStream<Void> { inner.hints() }
}

/// The result of sealing a store.
public struct SealingReport: Sendable, Hashable {
    /// The number of records that were sealed, for the first time or again.
    public var sealed = 0
    /// The number of these that have a value, which is the number for people. The others are
    /// deletions, and markers of the earlier places of values.
    public var values = 0
    /// The number of unencrypted records that were discarded.
    public var discarded = 0
    /// The number of records that are still unencrypted, for lack of space.
    public var waiting = 0

    mutating func add(_ other: SealingReport) {
        sealed += other.sealed
        values += other.values
        discarded += other.discarded
        waiting += other.waiting
    }
}

extension CloudReply {
    /// Returns the same state of the cloud with another value.
    func with<Other: Sendable>(_ value: Other) -> CloudReply<Other> {
        CloudReply<Other>(epoch: epoch, head: head, time: time, value: value)
    }
}

extension ListingPosition {
    /// The same position, but the start in place of a cursor before all changes. A device whose key
    /// has changed begins there: it needs a complete listing, which also shows the missing keys.
    var fromNothing: ListingPosition {
        guard case .changes(let cursor) = self, cursor <= 0 else { return self }
        return .start
    }
}

extension SealedContent {
    func entry(like sealed: CloudEntry) -> CloudEntry {
        CloudEntry(
            key: key, revision: sealed.revision, record: record, isTombstone: sealed.isTombstone)
    }
}
