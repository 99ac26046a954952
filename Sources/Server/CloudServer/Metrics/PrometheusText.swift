public import CoreMetrics
import Synchronization

/// Keeps metrics in memory, and writes them in the text format of Prometheus.
///
/// https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format
///
/// Counters and meters are numbers. Timers, in seconds, and recorders that aggregate are
/// histograms. Names and labels that are invalid in Prometheus are corrected. A metric is dropped
/// if it has more than ``maximumSeries`` sets of labels, or the name of a metric of another kind.
public final class PrometheusText: MetricsFactory {
    /// The most series to keep.
    public static let maximumSeries = 10_000

    private let help: [String: String]
    private let buckets: [Double]
    private let state = Mutex(State())

    private struct State {
        var families: [String: Family] = [:]
        var count = 0
    }

    private struct Family {
        var kind: Kind
        var series: [String: any Series] = [:]
    }

    private enum Kind: String {
        case counter
        case gauge
        case histogram
    }

    /// - Parameters:
    ///   - help: the meanings of names, for people.
    ///   - buckets: the upper bounds of histograms, in ascending order; for timers in seconds.
    public init(
        help: [String: String] = [:],
        buckets: [Double] = [
            0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
        ]
    ) {
        self.help = help
        self.buckets = buckets
    }

    /// All measurements, sorted by name and labels.
    public var text: String {
        state.withLock { state in
            var text = ""
            for (name, family) in state.families.sorted(by: { $0.key < $1.key }) {
                if let help = help[name] {
                    text += "# HELP \(name) \(Self.escaped(help, quotes: false))\n"
                }
                text += "# TYPE \(name) \(family.kind.rawValue)\n"
                for (labels, series) in family.series.sorted(by: { $0.key < $1.key }) {
                    text += series.lines(name, labels)
                }
            }
            return text
        }
    }

    /// Returns a counter, which only grows.
    public func makeCounter(
        label: String, dimensions: [(String, String)]
    ) -> any CounterHandler {
        series(label, dimensions, .counter) { Number() }
    }

    /// Returns a counter that only grows, by any numbers.
    public func makeFloatingPointCounter(
        label: String, dimensions: [(String, String)]
    ) -> any FloatingPointCounterHandler {
        series(label, dimensions, .counter) { Number() }
    }

    /// Returns a meter, which can be set.
    public func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        series(label, dimensions, .gauge) { Number() }
    }

    /// Returns a histogram or, if it does not aggregate, the latest number.
    public func makeRecorder(
        label: String, dimensions: [(String, String)], aggregate: Bool
    ) -> any RecorderHandler {
        if !aggregate { return series(label, dimensions, .gauge) { Number() } }
        return series(label, dimensions, .histogram) { Histogram(buckets) }
    }

    /// Returns a histogram of seconds.
    public func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        series(label, dimensions, .histogram) { Histogram(buckets) }
    }

    /// Removes a counter.
    public func destroyCounter(_ handler: any CounterHandler) { remove(handler) }

    /// Removes a counter.
    public func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) {
        remove(handler)
    }

    /// Removes a meter.
    public func destroyMeter(_ handler: any MeterHandler) { remove(handler) }

    /// Removes a recorder.
    public func destroyRecorder(_ handler: any RecorderHandler) { remove(handler) }

    /// Removes a timer.
    public func destroyTimer(_ handler: any TimerHandler) { remove(handler) }

    /// Returns the series with these labels, and makes it if necessary.
    private func series<One: Series>(
        _ label: String, _ dimensions: [(String, String)], _ kind: Kind, _ make: () -> One
    ) -> One {
        let name = Self.name(label, alsoColons: true)
        let labels = dimensions.sorted { $0.0 < $1.0 }.map {
            "\(Self.name($0.0, alsoColons: false))=\"\(Self.escaped($0.1, quotes: true))\""
        }.joined(separator: ",")
        return state.withLock { state in
            var family = state.families[name] ?? Family(kind: kind)
            if let found = family.series[labels] as? One, family.kind == kind { return found }
            let made = make()
            guard family.kind == kind, family.series[labels] == nil,
                state.count < Self.maximumSeries
            else { return made }
            family.series[labels] = made
            state.families[name] = family
            state.count += 1
            return made
        }
    }

    private func remove(_ handler: AnyObject) {
        state.withLock { state in
            for (name, family) in state.families {
                for (labels, series) in family.series where series === handler {
                    state.families[name]?.series[labels] = nil
                    if state.families[name]?.series.isEmpty == true { state.families[name] = nil }
                    state.count -= 1
                }
            }
        }
    }

    /// Returns a valid name for Prometheus, with underscores in place of invalid characters.
    private static func name(_ text: String, alsoColons: Bool) -> String {
        let name = String(
            decoding: text.utf8.map { byte -> UInt8 in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    byte
                case UInt8(ascii: ":") where alsoColons: byte
                default: UInt8(ascii: "_")
                }
            }, as: UTF8.self)
        guard let first = name.first, !first.isNumber else { return "_" + name }
        return name
    }

    private static func escaped(_ text: String, quotes: Bool) -> String {
        var escaped = ""
        for character in text {
            switch character {
            case "\\": escaped += "\\\\"
            case "\n": escaped += "\\n"
            case "\"" where quotes: escaped += "\\\""
            default: escaped.append(character)
            }
        }
        return escaped
    }
}
