/// The moment of an edit in hybrid logical time: a wall clock that never goes back.
///
/// A stamp breaks ties between edits that did not see each other, and shows people when an edit was
/// made. It never decides whether replicas converge; version vectors do.
///
/// Hybrid logical clocks: Kulkarni et al., "Logical Physical Clocks", 2014.
public struct Stamp: Sendable, Hashable, Comparable {
    /// The time in milliseconds since 1970, by a clock corrected by the cloud's.
    public var milliseconds: Int64
    /// Distinguishes stamps of the same millisecond.
    public var counter: UInt32

    public init(milliseconds: Int64, counter: UInt32 = 0) {
        self.milliseconds = milliseconds
        self.counter = counter
    }

    public static let zero = Stamp(milliseconds: 0)

    public static func < (a: Stamp, b: Stamp) -> Bool {
        (a.milliseconds, a.counter) < (b.milliseconds, b.counter)
    }

    /// Returns the stamp of an edit made now. It is later than `self`, the latest stamp seen.
    public func next(now: Int64) -> Stamp {
        // The clock stood still or went back: stay on the latest millisecond and count up. A full
        // counter borrows the next millisecond; wrapping to zero would lose the edit.
        if now > milliseconds { return Stamp(milliseconds: now) }
        if counter < .max { return Stamp(milliseconds: milliseconds, counter: counter + 1) }
        return Stamp(milliseconds: milliseconds + 1)
    }

    /// The most that a stamp may be ahead of the cloud's clock before it is set back, in
    /// milliseconds.
    public static let maximumLead: Int64 = 5 * 60 * 1000

    /// Returns this stamp, or the cloud's time if the stamp is too far ahead of it: a device whose
    /// clock is a day ahead must not win every tie for a day.
    public func clamped(toCloudTime time: Int64) -> Stamp {
        let (limit, isBeyond) = time.addingReportingOverflow(Self.maximumLead)
        return !isBeyond && milliseconds > limit ? Stamp(milliseconds: time) : self
    }
}
