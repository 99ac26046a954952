/// The edits that a record has seen: for each actor, the counter of its latest edit.
///
/// Only edits raise a counter. A deletion carries the vector of the edits it saw, which shows
/// whether it saw a given edit.
public struct VersionVector: Sendable, Hashable {
    private var counters: [ActorID: UInt64]

    public init(_ counters: [ActorID: UInt64] = [:]) {
        self.counters = counters.filter { $0.value > 0 }
    }

    /// The counter of the latest seen edit of an actor; 0 if none was seen. Setting 0 removes the
    /// actor.
    public subscript(actor: ActorID) -> UInt64 {
        get { counters[actor] ?? 0 }
        set { counters[actor] = newValue == 0 ? nil : newValue }
    }

    /// Returns whether this vector has seen everything that `other` has seen.
    public func dominates(_ other: VersionVector) -> Bool {
        other.counters.allSatisfy { self[$0.key] >= $0.value }
    }

    /// Returns a vector with everything that either vector has seen.
    public func union(_ other: VersionVector) -> VersionVector {
        VersionVector(counters.merging(other.counters, uniquingKeysWith: max))
    }

    /// The actors and their counters in ascending order of the actors.
    public var sorted: [(actor: ActorID, counter: UInt64)] {
        counters.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}

extension VersionVector: CustomStringConvertible {
    public var description: String {
        "{" + sorted.map { "\($0.actor): \($0.counter)" }.joined(separator: ", ") + "}"
    }
}
