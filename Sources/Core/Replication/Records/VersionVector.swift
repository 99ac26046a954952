/// Which edits a record has seen: for each actor the counter of its latest edit.
///
/// Only edits raise a counter. A deletion carries the vector of the edits it saw, so that a
/// deletion that saw an edit can be told from one that did not.
public struct VersionVector: Sendable, Hashable {
    private var counters: [ActorID: UInt64]

    public init(_ counters: [ActorID: UInt64] = [:]) {
        self.counters = counters.filter { $0.value > 0 }
    }

    /// The counter of an actor's latest edit seen, or 0. Setting 0 forgets the actor.
    public subscript(actor: ActorID) -> UInt64 {
        get { counters[actor] ?? 0 }
        set { counters[actor] = newValue == 0 ? nil : newValue }
    }

    /// Whether everything that `other` has seen was seen here too.
    public func dominates(_ other: VersionVector) -> Bool {
        other.counters.allSatisfy { self[$0.key] >= $0.value }
    }

    /// A vector with everything that either has seen.
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
