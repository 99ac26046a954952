/// Limits the requests of each client: a number at once, and then a number each second.
///
/// This is a token bucket for each name. A name that was quiet for a while has a full bucket and is
/// dropped, so memory does not grow with the number of names.
package struct Allowance: Sendable {
    /// The number of requests that are allowed at once.
    let burst: Double
    /// The number of further requests that are allowed each second.
    let rate: Double
    private var used: [String: Use] = [:]
    /// The time when names with a full bucket were last dropped, which takes a pass over all names.
    private var swept = -Double.infinity

    private struct Use {
        var left: Double
        /// The time in seconds, by any clock that never goes back.
        var time: Double
    }

    package init(burst: Double, rate: Double) {
        self.burst = burst
        self.rate = rate
    }

    /// Takes one request from the allowance of a name. Returns `nil` if there was one; otherwise
    /// the seconds until there will be one.
    package mutating func take(_ name: String, now: Double) -> Double? {
        let left = left(name, now: now)
        if left < 1 { return (1 - left) / rate }
        if used.count >= Self.maximumNames, now >= swept + 1 {
            swept = now
            used = used.filter { !isFull($0.value, now: now) }
        }
        // It is better to let a stranger in than to let the memory grow without end.
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
