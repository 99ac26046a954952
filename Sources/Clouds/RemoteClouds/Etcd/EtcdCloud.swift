public import CloudMessages
import FoundationEssentials
public import Replication
import Synchronization

/// A cloud in an etcd, 3.4 or later, reached through its JSON gateway.
///
/// Anyone with the name and password of an etcd user, or with access to an etcd without users, may
/// use it; no other server is needed. A commit is on the disks of a majority of the members before
/// its reply. Calls go to one member until it does not answer, and then to the next.
///
/// Replies carry the time of the member that answers, in whole seconds.
public final class EtcdCloud: Cloud {
    /// The shortest time that a deletion is kept, in milliseconds: 30 days.
    public static let defaultRetention: Int64 = 30 * day

    /// The limits of a cloud in an etcd: half of etcd's default size, and records that fit into its
    /// requests.
    public static let defaultQuota = Quota(maximumBytes: 1 << 30, maximumValueBytes: 110_000)

    static let day: Int64 = 24 * 60 * 60 * 1000
    /// The time after which an absent actor is retired, in milliseconds.
    static let absence = 180 * day
    /// The resolution of the times when actors were seen, in milliseconds.
    private static let noteworthy: Int64 = 60 * 60 * 1000
    /// The size in bytes that a page should not exceed by much.
    private static let pageBytes = 4 << 20

    let ledger: Ledger
    let limits: Quota
    let retention: Int64
    /// The limits that a server sets besides the quota.
    let bounds: StoreBounds?
    /// The average size of a record, as last seen.
    private let size: RecordSize

    private final class RecordSize: Sendable { let bytes = Mutex<Int64>(4096) }

    /// - Parameters:
    ///   - store: the store below the prefix.
    ///   - quota: the limits. The used bytes and keys in it are ignored.
    ///   - retention: the shortest time that a deletion is kept, in milliseconds.
    /// - Throws: ``CloudError/Code/unusable`` if the cluster has no members, or its certificate and
    ///   key cannot be used.
    public convenience init(
        _ cluster: EtcdCluster, store: StoreName = .own, quota: Quota = EtcdCloud.defaultQuota,
        retention: Int64 = EtcdCloud.defaultRetention
    ) throws(CloudError) {
        self.init(
            try EtcdConnection(cluster),
            Keyspace(prefix: cluster.prefix, store: store.identifier), quota, retention)
    }

    /// Makes a cloud at a place of its own, over a connection that is shared with others.
    public convenience init(
        _ connection: EtcdConnection, at place: EtcdPlace, quota: Quota = EtcdCloud.defaultQuota,
        retention: Int64 = EtcdCloud.defaultRetention, bounds: StoreBounds? = nil
    ) {
        self.init(connection, Keyspace(place), quota, retention, bounds)
    }

    init(
        _ connection: EtcdConnection, _ keys: Keyspace, _ quota: Quota, _ retention: Int64,
        _ bounds: StoreBounds? = nil
    ) {
        ledger = Ledger(members: connection.members, keys: keys, clock: connection.clock)
        limits = quota
        self.retention = retention
        self.bounds = bounds
        size = RecordSize()
    }

    init(_ cloud: EtcdCloud, _ permit: EtcdPermit) {
        var ledger = cloud.ledger
        ledger.permit = permit
        self.ledger = ledger
        (limits, retention, size) = (cloud.limits, cloud.retention, cloud.size)
        bounds = cloud.bounds
    }

    public func register(
        _ registration: Registration
    ) async throws(CloudError) -> CloudReply<RegistrationOutcome> {
        let sender = registration.sender
        let call = { @Sendable (found: Found) throws(Failure) -> Decision<RegistrationOutcome> in
            let held = found.actor?.held
            guard sender.knows(held) else {
                return Decision { _ in .unknownMark(held: held) }
            }
            var actor = found.actor ?? ActorState(seen: found.time)
            // A cursor above the head comes from another epoch of this cloud.
            let head = found.state?.head ?? 0
            let cursor = registration.cursor > head ? 0 : max(registration.cursor, 0)
            let hasChanged =
                actor.device != registration.device || actor.cursor != cursor
                || actor.standing != .registered
                || abs(actor.seen - found.time) >= Self.noteworthy
            (actor.device, actor.cursor, actor.seen) = (registration.device, cursor, found.time)
            actor.standing = .registered
            // A replica that is not noted can read anyway: nothing is collected while there is no
            // room, and later its cursor is below the floor.
            return Decision(
                operations: hasChanged ? [try self.put(actor, sender.actor)] : [],
                isDispensable: true
            ) { _ in .accepted }
        }
        return try await reply { () throws(Failure) in
            try await ledger.update(actor: sender.actor, decide: call)
        }
    }

    public func acknowledge(
        _ cursor: Int64, from sender: Sender
    ) async throws(CloudError) -> CloudReply<Bool> {
        let call = { @Sendable (found: Found) throws(Failure) -> Decision<Bool> in
            guard sender.knows(found.actor?.held) else { return Decision { _ in false } }
            var actor = found.actor ?? ActorState(seen: found.time)
            actor.held = sender.next ?? actor.held
            if cursor <= found.state?.head ?? 0, actor.standing == .registered {
                actor.cursor = max(actor.cursor, cursor)
                actor.seen = found.time
            }
            let operations = actor == found.actor ? [] : [try self.put(actor, sender.actor)]
            return Decision(operations: operations) { _ in true }
        }
        var answer = try await reply { () throws(Failure) in
            try await ledger.update(actor: sender.actor, decide: call)
        }
        // The acknowledgement is stored, even if collecting fails; the next one collects again.
        if answer.value, let after = try? await collected(onlyIfDue: true) {
            answer.head = max(answer.head, after.head)
        }
        return answer
    }

    public func retire(_ actor: ActorID) async throws(CloudError) -> CloudReply<Void> {
        let call = { @Sendable (found: Found) throws(Failure) -> Decision<Void> in
            var known = found.actor ?? ActorState(seen: found.time)
            known.standing = .retired
            return Decision(operations: [try self.put(known, actor)]) { _ in }
        }
        return try await reply { () throws(Failure) in
            try await ledger.update(actor: actor, decide: call)
        }
    }

    public func quota() async throws(CloudError) -> CloudReply<Quota> {
        let found = try await reply { () throws(Failure) in try await findOrCreate() }
        let state = found.current
        var quota = limits
        (quota.usedBytes, quota.usedKeys) = (state.usedBytes, state.usedKeys)
        return found.reply(state, quota)
    }

    public func list(
        _ position: ListingPosition, limit: Int
    ) async throws(CloudError) -> CloudReply<Listing> {
        try await reply { () throws(Failure) in
            let size = size.bytes.withLock { Int($0) }
            var most = min(max(limit, 1), max(16, Self.pageBytes / size))
            while true {
                do throws(Failure) {
                    return try await list(position, most: most)
                } catch .tooMuch where most > 1 {
                    most = max(1, most / 8)
                }
            }
        }
    }

    private func list(
        _ position: ListingPosition, most: Int
    ) async throws(Failure) -> CloudReply<Listing> {
        var (after, isComplete) = position.start(nil)
        var found = try await findOrCreate([ledger.keys.records(after: after, limit: most)])
        let asked = after
        (after, isComplete) = position.start(found.state)
        if after != asked {
            found = try await findOrCreate([ledger.keys.records(after: after, limit: most)])
            (after, isComplete) = position.start(found.state)
            guard after == 0 else {
                throw .cloud(CloudError(.unreachable, "The cloud is being replaced."))
            }
        }
        let state = found.current
        if state.usedKeys > 0 {
            size.bytes.withLock { $0 = max(256, state.usedBytes / Int64(state.usedKeys)) }
        }
        var listing = Listing(
            entries: [], next: state.head, hasMore: found.rest[0].more ?? false,
            isComplete: isComplete, floor: state.floor)
        for value in found.rest[0].kvs ?? [] {
            guard let revision = StoredRecord.revision(of: value.key),
                let entry = StoredRecord.decode(value, revision: revision)
            else { throw .cloud(ledger.damage("has an invalid record")) }
            listing.entries.append(entry)
        }
        if listing.hasMore, let last = listing.entries.last { listing.next = last.revision }
        return found.reply(state, listing)
    }

    /// Returns the current state of a cloud, which is made if it does not exist.
    func findOrCreate(_ ranges: [RangeRequest] = []) async throws(Failure) -> Found {
        let found = try await ledger.find(ranges)
        if found.state != nil { return found }
        _ = try await ledger.update { _ in Decision { _ in } }
        return try await ledger.find(ranges)
    }

    func put(_ state: ActorState, _ actor: ActorID) throws(Failure) -> Operation {
        .put(ledger.keys.actor(actor), try ledger.encode(state))
    }

    func reply<Value>(_ call: () async throws(Failure) -> Value) async throws(CloudError) -> Value {
        do { return try await call() } catch { throw error.error(ledger.members.name) }
    }
}

extension ListingPosition {
    /// Returns the revision after which a listing begins, and whether it is complete.
    fileprivate func start(_ state: CloudState?) -> (after: Int64, isComplete: Bool) {
        switch self {
        case .start: return (0, true)
        case .resume(let after): return (max(after, 0), true)
        case .changes(let after):
            // The cursor is before collected tombstones, or comes from another epoch of this cloud.
            if let state, after < state.floor || after > state.head { return (0, true) }
            return (max(after, 0), after <= 0)
        }
    }
}
