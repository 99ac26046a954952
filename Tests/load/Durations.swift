import Glibc

/// A monotonic clock, in nanoseconds.
func nanoseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}

/// Durations, counted in steps of a sixteenth of each power of two, so that millions take no room
/// and a percentile is accurate to six percent.
struct Durations: Sendable {
    private var counts = [Int](repeating: 0, count: 64 * 16)
    private(set) var count = 0
    private(set) var longest: Int64 = 0

    /// Adds a duration, in nanoseconds.
    mutating func add(_ duration: Int64) {
        let value = UInt64(max(16, duration))
        let power = 63 - value.leadingZeroBitCount
        counts[power * 16 + Int(value >> UInt64(power - 4)) - 16] += 1
        count += 1
        longest = max(longest, duration)
    }

    /// The duration that this part of them did not exceed, in nanoseconds; 0 if there are none.
    func percentile(_ part: Double) -> Int64 {
        var left = Int((Double(count) * part).rounded(.up))
        for (step, number) in counts.enumerated() where number > 0 {
            left -= number
            guard left <= 0 else { continue }
            let power = UInt64(step / 16)
            return min(longest, Int64(UInt64(step % 16 + 17) << (power - 4)))
        }
        return longest
    }
}
