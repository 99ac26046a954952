import Replication

/// A cloud in memory, as Docs and the protocol describe one.
struct ModelCloud: Sendable {
    var epoch = "first"
    var head: Int64 = 0
    var floor: Int64 = 0
    var time: Int64 = 1_000_000
    var entries: [String: CloudEntry] = [:]
    var counters: [ActorID: UInt64] = [:]
    var acknowledged: [ActorID: Int64] = [:]
    var retired: Set<ActorID> = []
    var maximumLiveKeys: Int?
    /// The calls that were made, for tests of what travels.
    var calls: [CloudCall] = []

    mutating func answer(_ call: CloudCall) -> CloudAnswer {
        calls.append(call)
        switch call {
        case .register(let registration):
            let outcome = register(registration)
            return .registered(reply(outcome))
        case .list(let position, let limit):
            let page = list(position, limit)
            return .listed(reply(page))
        case .compareAndSet(let changes):
            let outcomes = changes.map { set($0) }
            return .compared(reply(outcomes))
        case .acknowledge(let actor, let cursor):
            acknowledged[actor] = cursor
            return .acknowledged(reply(()))
        }
    }

    private func reply<Value>(_ value: Value) -> CloudReply<Value> {
        CloudReply(epoch: epoch, head: head, time: time, value: value)
    }

    private mutating func register(_ registration: Registration) -> RegistrationOutcome {
        if retired.contains(registration.actor) { return .retired }
        let seen = counters[registration.actor] ?? 0
        if seen > registration.counter { return .counterBehind(seen: seen) }
        counters[registration.actor] = registration.counter
        acknowledged[registration.actor] = registration.cursor
        return .accepted
    }

    private func list(_ position: ListingPosition, _ limit: Int) -> Listing {
        var (after, isComplete): (Int64, Bool) =
            switch position {
            case .start: (0, true)
            case .resume(let after): (after, true)
            case .changes(let after): (after, false)
            }
        if case .changes = position, after < floor || after > head {
            (after, isComplete) = (0, true)
        }
        let all = entries.values.filter { $0.revision > after }.sorted { $0.revision < $1.revision }
        let page = Array(all.prefix(limit))
        let hasMore = page.count < all.count
        return Listing(
            entries: page, next: hasMore ? page.last?.revision ?? after : head, hasMore: hasMore,
            isComplete: isComplete)
    }

    private mutating func set(_ change: ProposedChange) -> ChangeOutcome {
        let current = entries[change.key]
        counters[change.actor] = max(counters[change.actor] ?? 0, change.counter)
        guard (current?.revision ?? 0) == change.expectedRevision else { return .conflict(current) }
        let live = entries.values.count { !$0.isTombstone }
        if let maximumLiveKeys, !change.isTombstone, current == nil, live >= maximumLiveKeys {
            return .refused(.quota)
        }
        head += 1
        entries[change.key] = CloudEntry(
            key: change.key, revision: head, record: change.record, isTombstone: change.isTombstone)
        return .committed(revision: head)
    }

    /// Forgets tombstones that every actor has acknowledged.
    mutating func collect() {
        let upTo = acknowledged.filter { !retired.contains($0.key) }.values.min() ?? head
        let old = entries.values.filter { $0.isTombstone && $0.revision <= upTo }
        for entry in old {
            entries[entry.key] = nil
            floor = max(floor, entry.revision)
        }
    }

    /// The live values by key.
    func values() throws -> [String: PropertyListValue] {
        try entries.compactMapValues { try Record(encoded: $0.record).value }
    }
}
