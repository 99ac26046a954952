/// How much each of many may still ask for: so many at once, and so many a second after that.
///
/// A token bucket for each name. A name that was quiet for a while has a full bucket and is
/// forgotten, so memory does not grow with the number of names.
package struct Allowance: Sendable {
    /// How many may be asked for at once.
    let burst: Double
    /// How many more each second.
    let rate: Double
    private var used: [String: Use] = [:]

    private struct Use {
        var left: Double
        /// In seconds, by any clock that does not go back.
        var time: Double
    }

    package init(burst: Double, rate: Double) {
        self.burst = burst
        self.rate = rate
    }

    /// Takes one from the allowance of a name. Returns after how many seconds there will be one
    /// when there is none now, and `nil` when it was taken.
    package mutating func take(_ name: String, now: Double) -> Double? {
        let left = left(name, now: now)
        if left < 1 { return (1 - left) / rate }
        if used.count >= Self.maximumNames { used = used.filter { !isFull($0.value, now: now) } }
        // Rather let a stranger in than keep without end who they were.
        if used.count >= Self.maximumNames { return nil }
        used[name] = Use(left: left - 1, time: now)
        return nil
    }

    private static let maximumNames = 100_000

    private func left(_ name: String, now: Double) -> Double {
        guard let use = used[name] else { return burst }
        return min(burst, use.left + max(0, now - use.time) * rate)
    }

    private func isFull(_ use: Use, now: Double) -> Bool {
        use.left + max(0, now - use.time) * rate >= burst
    }
}
