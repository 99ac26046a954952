import FaultyDisk
import Replication

/// A transaction that a file committed.
struct Commit<State: Sendable & Hashable>: Sendable {
    var durability: Durability
    /// The counts of disk operations at the start and at the end of the commit.
    var operations: ClosedRange<Int>
    var after: State

    /// Whether the commit survives a power failure. A commit without changes waits for nothing.
    var isSynced: Bool { durability == .durable && operations.count > 1 }
}

extension Array {
    /// The last commit that had returned after `count` operations.
    func last<State>(within count: Int) -> Int? where Element == Commit<State> {
        lastIndex { $0.operations.upperBound <= count }
    }

    /// The possible states after a crash: with all durable commits and perhaps some of the later
    /// ones, or with all commits if only the process died.
    func possible<State>(after count: Int, _ survival: Survival) -> [State]
    where Element == Commit<State> {
        guard let last = last(within: count) else { return prefix(1).map(\.after) }
        let durable = self[...last].lastIndex(where: \.isSynced) ?? 0
        let first = survival == .written ? last : durable
        let isUnderWay = last + 1 < self.count && self[last + 1].operations.contains(count)
        return self[first...(isUnderWay ? last + 1 : last)].map(\.after)
    }
}
