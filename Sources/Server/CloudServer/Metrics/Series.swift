import CoreMetrics
import Synchronization

/// The measurements under one name and one set of labels.
protocol Series: AnyObject, Sendable {
    /// Returns the lines of the text for these measurements.
    func lines(_ name: String, _ labels: String) -> String
}

/// A number that was counted or set.
final class Number: Series, CounterHandler, FloatingPointCounterHandler, MeterHandler,
    RecorderHandler
{
    private let value = Mutex(0.0)

    func increment(by amount: Int64) { value.withLock { $0 += Double(amount) } }
    func increment(by amount: Double) { value.withLock { $0 += amount } }
    func decrement(by amount: Double) { value.withLock { $0 -= amount } }
    func reset() { value.withLock { $0 = 0 } }
    func set(_ number: Int64) { value.withLock { $0 = Double(number) } }
    func set(_ number: Double) { value.withLock { $0 = number } }
    func record(_ number: Int64) { set(number) }
    func record(_ number: Double) { set(number) }

    func lines(_ name: String, _ labels: String) -> String {
        "\(name)\(labels.isEmpty ? "" : "{\(labels)}") \(text(value.withLock { $0 }))\n"
    }
}

/// Counts the recorded numbers that are at or below each of some bounds.
final class Histogram: Series, RecorderHandler, TimerHandler {
    private let bounds: [Double]
    private let content: Mutex<Content>

    private struct Content {
        /// The counts; the last one is for numbers above all bounds.
        var counts: [Int]
        var sum = 0.0
    }

    init(_ bounds: [Double]) {
        self.bounds = bounds
        content = Mutex(Content(counts: Array(repeating: 0, count: bounds.count + 1)))
    }

    func record(_ value: Int64) { record(Double(value)) }

    func record(_ value: Double) {
        let index = bounds.firstIndex { value <= $0 } ?? bounds.count
        content.withLock { content in
            content.counts[index] += 1
            content.sum += value
        }
    }

    func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1e9) }

    func lines(_ name: String, _ labels: String) -> String {
        let content = content.withLock { $0 }
        let others = labels.isEmpty ? "" : labels + ","
        let alone = labels.isEmpty ? "" : "{\(labels)}"
        var lines = ""
        var total = 0
        for (index, count) in content.counts.enumerated() {
            total += count
            let bound = index < bounds.count ? text(bounds[index]) : "+Inf"
            lines += "\(name)_bucket{\(others)le=\"\(bound)\"} \(total)\n"
        }
        lines += "\(name)_sum\(alone) \(text(content.sum))\n"
        lines += "\(name)_count\(alone) \(total)\n"
        return lines
    }
}

/// Returns a number in the form that Go's strconv reads, whole numbers without a point.
private func text(_ value: Double) -> String {
    if value.isNaN { return "NaN" }
    if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
    return Int64(exactly: value).map { "\($0)" } ?? "\(value)"
}
