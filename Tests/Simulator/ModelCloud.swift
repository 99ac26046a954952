public import Replication

/// A cloud in memory, as the protocol describes it.
public struct ModelCloud: Sendable {
    public var epoch = "first"
    public var head: Int64 = 0
    public var floor: Int64 = 0
    public var time: Int64 = 1_000_000
    public var entries: [String: CloudEntry] = [:]
    public var marks: [ActorID: SendMark] = [:]
    public var acknowledged: [ActorID: Int64] = [:]
    public var retired: Set<ActorID> = []
    /// The shortest time in milliseconds for which a tombstone is kept.
    public var retention: Int64 = 0
    /// The limits; without them, the cloud accepts everything.
    public var limits: Quota?
    public private(set) var devices: [ActorID: String] = [:]
    var seen: [ActorID: Int64] = [:]
    var committed: [String: Int64] = [:]
    /// Whether only deletions are accepted.
    public var isFull = false
    /// The most entries in a page, even if more are requested.
    public var pageLimit = Int.max
    /// The calls so far, for tests of what is sent.
    public var calls: [CloudCall] = []
    /// Whether ``calls`` is kept.
    var isRecording = true

    public init(epoch: String = "first") { self.epoch = epoch }

    /// Answers as a cloud does.
    public mutating func answer(_ call: CloudCall) -> CloudAnswer {
        if isRecording { calls.append(call) }
        if let actor = call.actor { seen[actor] = time }
        switch call {
        case .register(let registration):
            let outcome = register(registration)
            return .registered(reply(outcome))
        case .list(let position, let limit):
            let page = list(position, min(limit, pageLimit))
            return .listed(reply(page))
        case .compareAndSet(let changes, let sender):
            let isKnown = sender.knows(marks[sender.actor])
            if isKnown { marks[sender.actor] = sender.next }
            let outcomes = changes.map { isKnown ? set($0) : .refused(.unknownSender) }
            return .compared(reply(outcomes))
        case .acknowledge(let cursor, let sender):
            guard sender.knows(marks[sender.actor]) else { return .acknowledged(reply(false)) }
            marks[sender.actor] = sender.next
            if cursor <= head, let known = acknowledged[sender.actor] {
                acknowledged[sender.actor] = max(known, cursor)
            }
            return .acknowledged(reply(true))
        }
    }

    private func reply<Value>(_ value: Value) -> CloudReply<Value> {
        CloudReply(epoch: epoch, head: head, time: time, value: value)
    }

    private mutating func register(_ registration: Registration) -> RegistrationOutcome {
        let (sender, actor) = (registration.sender, registration.sender.actor)
        guard sender.knows(marks[actor]) else { return .unknownMark(held: marks[actor]) }
        retired.remove(actor)
        devices[actor] = registration.device
        acknowledged[actor] = registration.cursor > head ? 0 : registration.cursor
        return .accepted
    }

    private func list(_ position: ListingPosition, _ limit: Int) -> Listing {
        var (after, isComplete): (Int64, Bool) =
            switch position {
            case .start: (0, true)
            case .resume(let after): (after, true)
            case .changes(let after): (after, after <= 0)
            }
        if case .changes = position, after < floor || after > head {
            (after, isComplete) = (0, true)
        }
        let all = entries.values.filter { $0.revision > after }.sorted { $0.revision < $1.revision }
        let page = Array(all.prefix(limit))
        let hasMore = page.count < all.count
        return Listing(
            entries: page, next: hasMore ? page.last?.revision ?? after : head, hasMore: hasMore,
            isComplete: isComplete, floor: floor)
    }

    private mutating func set(_ change: ProposedChange) -> ChangeOutcome {
        let current = entries[change.key]
        if isTooLarge(change) { return .refused(.tooLarge) }
        guard (current?.revision ?? 0) == change.expectedRevision else { return .conflict(current) }
        if isFull, !change.isTombstone { return .refused(.quota) }
        guard hasRoom(for: change, replacing: current) else { return .refused(.quota) }
        head += 1
        committed[change.key] = time
        entries[change.key] = CloudEntry(
            key: change.key, revision: head, record: change.record, isTombstone: change.isTombstone)
        return .committed(revision: head)
    }

    /// Removes tombstones that every actor has acknowledged.
    ///
    /// - Parameter isEager: whether to wait for no replica, and not to tell any.
    public mutating func collect(isEager: Bool = false) {
        for (actor, last) in seen where time - last > Self.longestAbsence { retired.insert(actor) }
        let upTo = acknowledged.filter { !retired.contains($0.key) }.values.min() ?? head
        let old = entries.values.filter { entry in
            let isOld = time - committed[entry.key, default: time] >= retention
            return entry.isTombstone && (isEager || entry.revision <= upTo && isOld)
        }
        for entry in old {
            entries[entry.key] = nil
            if !isEager { floor = max(floor, entry.revision) }
        }
    }

    /// The live values by key.
    public func values() throws -> [String: PropertyListValue] {
        try entries.compactMapValues { try Record(encoded: $0.record).value }
    }
}
