import CloudServer
import CoreMetrics
import Testing

struct PrometheusTextTests {
    @Test func countersMetersAndRecordersAreWrittenAsNumbers() {
        let metrics = PrometheusText(help: ["calls": "How many\nthere were."])
        metrics.makeCounter(label: "calls", dimensions: [("status", "200")]).increment(by: 2)
        metrics.makeCounter(label: "calls", dimensions: [("status", "200")]).increment(by: 1)
        metrics.makeCounter(label: "calls", dimensions: [("status", "404")]).increment(by: 1)
        metrics.makeFloatingPointCounter(label: "part", dimensions: []).increment(by: 0.5)
        let meter = metrics.makeMeter(label: "open", dimensions: [])
        meter.increment(by: 3)
        meter.decrement(by: 1)
        metrics.makeRecorder(label: "size", dimensions: [], aggregate: false).record(Int64(7))
        #expect(
            metrics.text == """
                # HELP calls How many\\nthere were.
                # TYPE calls counter
                calls{status="200"} 3
                calls{status="404"} 1
                # TYPE open gauge
                open 2
                # TYPE part counter
                part 0.5
                # TYPE size gauge
                size 7

                """)
    }

    @Test func timersAreWrittenAsHistogramsOfSeconds() {
        let metrics = PrometheusText(buckets: [0.1, 1])
        let timer = metrics.makeTimer(label: "time", dimensions: [("route", "/a")])
        for nanoseconds: Int64 in [50_000_000, 100_000_000, 500_000_000, 2_000_000_000] {
            timer.recordNanoseconds(nanoseconds)
        }
        #expect(
            metrics.text == """
                # TYPE time histogram
                time_bucket{route="/a",le="0.1"} 2
                time_bucket{route="/a",le="1"} 3
                time_bucket{route="/a",le="+Inf"} 4
                time_sum{route="/a"} 2.65
                time_count{route="/a"} 4

                """)
        let sizes = PrometheusText(buckets: [10])
        sizes.makeRecorder(label: "size", dimensions: [], aggregate: true).record(11.5)
        #expect(sizes.text.contains("size_bucket{le=\"10\"} 0\n"))
        #expect(sizes.text.contains("size_sum 11.5\nsize_count 1\n"))
    }

    @Test func invalidNamesAndValuesAreReplacedOrEscaped() {
        let metrics = PrometheusText()
        metrics.makeCounter(label: "9 lives.left", dimensions: [("a-b:c", "x\"y\\z\nw")])
            .increment(by: 1)
        #expect(
            metrics.text
                == "# TYPE _9_lives_left counter\n"
                + "_9_lives_left{a_b_c=\"x\\\"y\\\\z\\nw\"} 1\n")
    }

    @Test func metricsOfAnotherKindOrBeyondTheLimitAreNotKept() {
        let metrics = PrometheusText()
        metrics.makeCounter(label: "a", dimensions: []).increment(by: 1)
        metrics.makeMeter(label: "a", dimensions: []).set(Int64(9))
        metrics.makeTimer(label: "a", dimensions: []).recordNanoseconds(9)
        #expect(metrics.text == "# TYPE a counter\na 1\n")
        for number in 0..<PrometheusText.maximumSeries + 10 {
            metrics.makeCounter(label: "b", dimensions: [("n", "\(number)")]).increment(by: 1)
        }
        let lines = metrics.text.split(separator: "\n").filter { $0.hasPrefix("b{") }
        #expect(lines.count == PrometheusText.maximumSeries - 1)
    }

    @Test func destroyedCounterIsRemoved() {
        let metrics = PrometheusText()
        let counter = metrics.makeCounter(label: "a", dimensions: [])
        counter.increment(by: 1)
        metrics.destroyCounter(counter)
        #expect(metrics.text.isEmpty)
        metrics.makeCounter(label: "a", dimensions: []).increment(by: 2)
        #expect(metrics.text.hasSuffix("a 2\n"))
    }
}
