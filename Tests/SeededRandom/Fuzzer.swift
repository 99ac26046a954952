import Glibc

/// Gives a reader damaged bytes: so many every day, or for as long as a setting says.
///
/// The environment of the tests says how long: `CLOUDY_FUZZ` is a number of rounds,
/// `CLOUDY_FUZZ_SECONDS` a time of the processor. `CLOUDY_FUZZ_SEED` makes other damage than the
/// last time, and the same again with the same number; `CLOUDY_FUZZ_SUMS` names a file that gets a
/// line for each reader.
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
    ///   - rounds: how many are enough every day.
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

    /// How many were read, how many of them whole, and the longest time that one took.
    public struct Outcome: Sendable, Hashable {
        public var rounds = 0
        public var sound = 0
        /// In seconds of the processor.
        public var longest = 0.0
    }

    /// Gives `read` the bytes and their number; it says whether they passed for sound.
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

    /// The processor time of this thread: a busy machine makes no test slow.
    private static func processorTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
