import Replication
import Synchronization

/// Makes a replica's storage violate the protocol for a ``Variant``.
final class Sabotage: Sendable {
    let variant: Variant
    private let context = Mutex(Context())

    /// The call whose answer is being handled.
    private struct Context {
        var isCompared = false
        var head: Int64 = 0
        /// The keys that the cloud committed, in the answer to a compare-and-set.
        var committed: Set<String> = []
    }

    init(_ variant: Variant) { self.variant = variant }

    /// Edits survive a power failure, unless sabotaged.
    var editDurability: Durability { variant == .relaxedEdits ? .relaxed : .durable }

    func prepare(for event: ReplicatorEvent, cloud: ModelCloud) {
        var next = Context()
        if case .answered(_, .compared(let reply)) = event {
            next.isCompared = true
            next.head = reply.head
            let revisions = reply.value.compactMap { outcome in
                if case .committed(let revision) = outcome { revision } else { nil }
            }
            next.committed = Set(revisions.map { "\($0)" })
        }
        context.withLock { $0 = next }
    }

    func meta(_ meta: ReplicaMeta, replacing old: ReplicaMeta) -> ReplicaMeta {
        guard variant == .cursorByReply, let cursor = meta.cursor else { return meta }
        let now = context.withLock { $0 }
        var next = meta
        if now.isCompared, !now.committed.isEmpty { next.cursor = max(cursor, now.head) }
        return next
    }

    func edit(_ new: inout ReplicaEntry, replacing old: ReplicaEntry?, meta: inout ReplicaMeta) {
        switch variant {
        case .deletionWithDot where new.record.isTombstone:
            meta.counter += 1
            new.record.vector[meta.actor] = meta.counter
        case .counterPerKey where !new.record.isTombstone:
            new.record.vector[meta.actor] = (old?.record.vector[meta.actor] ?? 0) + 1
        default: break
        }
    }

    /// The replacement for a forgotten entry: `nil`, unless sabotaged.
    func forgotten(_ old: ReplicaEntry, by meta: ReplicaMeta) -> ReplicaEntry? {
        guard variant == .forgettingDeletes else { return nil }
        var next = old
        next.record.content = .deleted(last: old.record.latestValue)
        next.record.actor = meta.actor
        next.isDirty = true
        return next
    }

    func entry(
        _ new: ReplicaEntry, replacing old: ReplicaEntry?, cause: ChangeCause
    ) -> ReplicaEntry {
        guard case .cloud = cause, let old else { return new }
        var next = new
        let isCommitted =
            new.baseRevision > old.baseRevision
            && context.withLock { $0.committed.contains("\(new.baseRevision)") }
        if isCommitted {
            if variant == .blindAcknowledgement { next.isDirty = false }
            return next
        }
        if new.baseRevision == 0, old.baseRevision > 0 {
            if variant == .absentMeansUpload, !old.record.isTombstone {
                // The entry is made to look new, so that its deletion does not know of it.
                next.record = old.record
                next.record.vector[ActorID(rawValue: 1)] += 1000
                next.isDirty = true
            }
            return next
        }
        guard new.baseRevision > old.baseRevision, let theirs = new.base, old.isDirty else {
            return next
        }
        guard let merged = merged(old.base, old.record, theirs) else {
            if variant == .vectorsOnly { next.isDirty = next.record.vector != theirs.vector }
            return next
        }
        next.record = merged
        next.isDirty = merged != theirs
        return next
    }

    /// The variant's merge of two records; `nil` if it merges correctly.
    private func merged(_ base: Record?, _ mine: Record, _ theirs: Record) -> Record? {
        let isMineLater = (mine.stamp, mine.actor) > (theirs.stamp, theirs.actor)
        var result = isMineLater ? mine : theirs
        switch variant {
        case .lastWriterWins: break
        case .deletionWins:
            guard mine.isTombstone != theirs.isTombstone else { return nil }
            result = mine.isTombstone ? mine : theirs
        case .survivingEditAlone:
            guard mine.isTombstone != theirs.isTombstone else { return nil }
            let (dead, live) = mine.isTombstone ? (mine, theirs) : (theirs, mine)
            if dead.vector.dominates(live.vector) { return nil }
            result = live
        case .threeWayWithoutVectors: result = byFields(base, mine, theirs, isMineLater)
        case .twoWay: result = byFields(nil, mine, theirs, isMineLater)
        default: return nil
        }
        result.vector = mine.vector.union(theirs.vector)
        return result
    }

    private func byFields(
        _ base: Record?, _ mine: Record, _ theirs: Record, _ isMineLater: Bool
    ) -> Record {
        if mine.isTombstone != theirs.isTombstone {
            let (dead, live) = mine.isTombstone ? (mine, theirs) : (theirs, mine)
            return live.value == base?.value ? dead : live
        }
        var result = isMineLater ? mine : theirs
        guard let left = mine.value?.dictionary, let right = theirs.value?.dictionary else {
            return result
        }
        let old = base?.value?.dictionary ?? [:]
        var fields: [String: PropertyListValue] = [:]
        for name in Set(left.keys).union(right.keys) {
            let (l, r, o) = (left[name], right[name], old[name])
            fields[name] = l == r || r == o ? l : l == o ? r : isMineLater ? l : r
        }
        result.content = .live(.dictionary(fields))
        return result
    }
}

extension Variant {
    /// The call as the variant makes it.
    func alter(_ call: CloudCall, for cloud: ModelCloud) -> CloudCall {
        guard self == .noCompare, case .compareAndSet(let changes, let sender) = call else {
            return call
        }
        return .compareAndSet(
            changes.map { change in
                var next = change
                next.expectedRevision = cloud.entries[change.key]?.revision ?? 0
                return next
            }, from: sender)
    }

    /// The answer as the variant understands it.
    func alter(_ answer: CloudAnswer, to call: CloudCall) -> CloudAnswer {
        guard self == .absentFromChanges, case .listed(var reply) = answer,
            case .list(.changes, _) = call
        else { return answer }
        reply.value.isComplete = true
        reply.value.floor = .max
        return .listed(reply)
    }
}
