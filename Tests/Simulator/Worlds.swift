/// An event in a simulated world.
public protocol WorldEvent: Sendable, CustomStringConvertible {
    /// The time that passes before the event, in milliseconds.
    var elapsed: Int64 { get set }
}

/// A kind of simulated world, each made from a seed.
public protocol Worlds: SendableMetatype {
    associatedtype Event: WorldEvent
    /// Plausible mistakes, which the checks of a world must notice.
    associatedtype Mistake: RawRepresentable<String>, CaseIterable, Sendable

    /// Runs the world of a seed to its end.
    static func run(seed: UInt64, variant: Mistake?, isVerbose: Bool) -> Outcome<Event>
    /// Runs the world of a seed with another history.
    static func replay(
        _ history: [Event], seed: UInt64, variant: Mistake?, isVerbose: Bool
    ) -> Outcome<Event>
}

/// The outcome of one simulated world.
public struct Outcome<Event: WorldEvent>: Sendable {
    public var violation: Violation?
    /// A hash of everything that happened.
    public var hash: UInt64
    /// The events, in order.
    public var history: [Event]
    /// The events as text for people, if it was wanted.
    public var lines: [String]
}

extension Worlds {
    /// Runs the world of a seed to its end.
    public static func run(seed: UInt64, variant: Mistake? = nil) -> Outcome<Event> {
        run(seed: seed, variant: variant, isVerbose: false)
    }

    /// Runs the world of a seed with another history.
    public static func replay(
        _ history: [Event], seed: UInt64, variant: Mistake? = nil
    ) -> Outcome<Event> {
        replay(history, seed: seed, variant: variant, isVerbose: false)
    }

    /// Runs the world of a seed twice. If the second run differs, that is a violation, too.
    public static func runTwice(seed: UInt64) -> Outcome<Event> {
        var first = run(seed: seed)
        let second = run(seed: seed)
        if first.violation == nil, first.hash != second.hash {
            first.violation = Violation(
                invariant: .determinism, detail: "\(first.hash) and then \(second.hash)")
        }
        return first
    }
}
