import Glibc

/// Passes damaged bytes to a reader, for a number of rounds or for a time.
///
/// The environment of the tests sets the amount: `CLOUDY_FUZZ` is a number of rounds, and
/// `CLOUDY_FUZZ_SECONDS` a processor time. `CLOUDY_FUZZ_SEED` chooses other damage, which is the
/// same for the same number; `CLOUDY_FUZZ_SUMS` names a file that gets a line for each reader.
public struct Fuzzer: Sendable {
    private let name: String
    private let rounds: Int
    private let seconds: Double?
    private let sums: String?
    private var mutator: Mutator

    /// - Parameters:
    ///   - name: what is read, as the table of sums calls it.
    ///   - seed: makes the damage of this reader another one than that of the others.
    ///   - seeds: sound bytes.
    ///   - rounds: the number of rounds that are enough every day.
    public init(
        _ name: String, seed: UInt64, seeds: [[UInt8]], rounds: Int,
        environment: [String: String]
    ) {
        self.name = name
        self.rounds = Mutator.rounds(rounds, environment: environment)
        seconds = environment["CLOUDY_FUZZ_SECONDS"].flatMap(Double.init)
        sums = environment["CLOUDY_FUZZ_SUMS"]
        let more = environment["CLOUDY_FUZZ_SEED"].flatMap(UInt64.init) ?? 0
        mutator = Mutator(seed: seed &+ more &* 1_000_003, seeds: seeds)
    }

    /// The number of inputs, how many of them were valid, and the longest time for one.
    public struct Outcome: Sendable, Hashable {
        public var rounds = 0
        public var sound = 0
        /// The longest time, in seconds of the processor.
        public var longest = 0.0
    }

    /// Passes each input and its number to `read`, which returns whether the input was valid.
    public mutating func run(_ read: ([UInt8], Int) throws -> Bool) rethrows -> Outcome {
        var outcome = Outcome()
        let begin = Self.processorTime()
        var now = begin
        while seconds.map({ now - begin < $0 }) ?? (outcome.rounds < rounds) {
            let bytes = mutator.next()
            let started = Self.processorTime()
            if try read(bytes, outcome.rounds) { outcome.sound += 1 }
            now = Self.processorTime()
            outcome.rounds += 1
            outcome.longest = max(outcome.longest, now - started)
        }
        write("\(name)\t\(now - begin)\t\(outcome.rounds)\t\(outcome.longest)\n")
        return outcome
    }

    private func write(_ line: String) {
        guard let sums, let file = fopen(sums, "ae") else { return }
        fputs(line, file)
        fclose(file)
    }

    /// The processor time of this thread, so that a busy machine does not make a test fail.
    private static func processorTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
