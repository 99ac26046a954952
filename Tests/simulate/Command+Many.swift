import Glibc
import Simulator

extension Command {
    /// The number of seeds that a task takes at a time.
    private static var chunk: UInt64 { 64 }

    /// Runs all seeds, and stops at the first failure.
    func runAll() async -> Int32 {
        let start = now()
        var progress = Progress(total: seeds.upperBound - seeds.lowerBound + 1)
        let failure = await firstFailure { progress.advance(by: $0) }
        progress.end()
        if let failure {
            report(failure.seed, failure.violation, failure.history)
            return 1
        }
        let seconds = max(0.001, now() - start)
        let rate = Int(Double(progress.done) / seconds)
        print("\(progress.done) seeds, each twice, are sound: \(rate) seeds a second")
        return 0
    }

    private struct Failure: Sendable {
        var seed: UInt64
        var violation: Violation
        var history: [W.Event]
    }

    private func firstFailure(_ advance: (UInt64) -> Void) async -> Failure? {
        await withTaskGroup(of: (UInt64, Failure?).self) { group in
            var next = seeds.lowerBound
            var left = seeds.upperBound - seeds.lowerBound + 1
            func add() {
                guard left > 0 else { return }
                let count = min(Self.chunk, left)
                let range = next..<(next &+ count)
                next &+= count
                left -= count
                group.addTask {
                    for seed in range {
                        let outcome = W.runTwice(seed: seed)
                        guard let violation = outcome.violation else { continue }
                        return (
                            count,
                            Failure(seed: seed, violation: violation, history: outcome.history)
                        )
                    }
                    return (count, nil)
                }
            }
            for _ in 0..<max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) { add() }
            for await (count, failure) in group {
                advance(count)
                if let failure {
                    group.cancelAll()
                    return failure
                }
                add()
            }
            return nil
        }
    }

    /// Counts the failures of each kind, and lists some seeds for each.
    func survey() -> Int32 {
        var failing: [Invariant: [UInt64]] = [:]
        for seed in seeds {
            guard let violation = W.runTwice(seed: seed).violation else { continue }
            failing[violation.invariant, default: []].append(seed)
        }
        for invariant in Invariant.allCases {
            guard let seeds = failing[invariant] else { continue }
            print("\(invariant.rawValue): \(seeds.count), such as \(seeds.prefix(8))")
        }
        print("\(failing.values.reduce(0) { $0 + $1.count }) of \(seeds.count) seeds fail")
        return failing.isEmpty ? 0 : 1
    }

    /// Prints the table in Docs/Internals/Simulation.md.
    func printVariants() async -> Int32 {
        var isEachNoticed = true
        let seeds = seeds
        print("| | variant | failing seeds of \(seeds.count) | first by |\n|---|---|---|---|")
        for (index, variant) in W.Mistake.allCases.enumerated() {
            var failures = 0
            var first = ""
            for seed in seeds {
                guard let violation = W.run(seed: seed, variant: variant).violation
                else { continue }
                failures += 1
                if first.isEmpty { first = violation.invariant.rawValue }
            }
            print("| \(index + 1) | \(variant.rawValue) | \(failures) | \(first) |")
            if failures == 0 { isEachNoticed = false }
        }
        return isEachNoticed ? 0 : 1
    }

    private func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

/// A progress bar on standard error, if that is a terminal.
struct Progress {
    let total: UInt64
    private(set) var done: UInt64 = 0
    private let isShown = isatty(STDERR_FILENO) == 1

    init(total: UInt64) { self.total = total }

    mutating func advance(by count: UInt64) {
        done += count
        guard isShown else { return }
        let filled = Int(done * 40 / max(1, total))
        let bar = String(repeating: "#", count: filled) + String(repeating: " ", count: 40 - filled)
        say("\r[\(bar)] \(done) of \(total)")
    }

    func end() { if isShown { say("\r\u{1b}[K") } }
}

/// Writes to standard error.
func say(_ text: String) { _ = text.withCString { write(STDERR_FILENO, $0, strlen($0)) } }
