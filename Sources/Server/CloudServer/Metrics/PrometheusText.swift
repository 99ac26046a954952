public import CoreMetrics
import Synchronization

/// Keeps metrics in memory, and writes them as the text that Prometheus reads.
///
/// https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format
///
/// Counters and meters are numbers; timers, which are in seconds in the text, and recorders that
/// aggregate are histograms. Names and labels that Prometheus does not take are mended. A metric
/// with more than ``maximumSeries`` different labels, or with the name of one of another kind, is
/// not kept.
public final class PrometheusText: MetricsFactory {
    /// How many series are kept at most.
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
    ///   - buckets: the upper bounds of histograms, ascending; for timers in seconds.
    public init(
        help: [String: String] = [:],
        buckets: [Double] = [
            0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
        ]
    ) {
        self.help = help
        self.buckets = buckets
    }

    /// All measurements, by name and by labels.
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

    /// A number that only grows.
    public func makeCounter(
        label: String, dimensions: [(String, String)]
    ) -> any CounterHandler {
        series(label, dimensions, .counter) { Number() }
    }

    /// A number that only grows, not always by whole ones.
    public func makeFloatingPointCounter(
        label: String, dimensions: [(String, String)]
    ) -> any FloatingPointCounterHandler {
        series(label, dimensions, .counter) { Number() }
    }

    /// A number that is set.
    public func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        series(label, dimensions, .gauge) { Number() }
    }

    /// A histogram, or the latest number where it does not aggregate.
    public func makeRecorder(
        label: String, dimensions: [(String, String)], aggregate: Bool
    ) -> any RecorderHandler {
        if !aggregate { return series(label, dimensions, .gauge) { Number() } }
        return series(label, dimensions, .histogram) { Histogram(buckets) }
    }

    /// A histogram of seconds.
    public func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        series(label, dimensions, .histogram) { Histogram(buckets) }
    }

    /// Forgets a counter.
    public func destroyCounter(_ handler: any CounterHandler) { remove(handler) }

    /// Forgets a counter.
    public func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) {
        remove(handler)
    }

    /// Forgets a meter.
    public func destroyMeter(_ handler: any MeterHandler) { remove(handler) }

    /// Forgets a recorder.
    public func destroyRecorder(_ handler: any RecorderHandler) { remove(handler) }

    /// Forgets a timer.
    public func destroyTimer(_ handler: any TimerHandler) { remove(handler) }

    /// The series with these labels, a new one when there is none.
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

    /// A name with an underscore in the place of whatever Prometheus does not take in one.
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
