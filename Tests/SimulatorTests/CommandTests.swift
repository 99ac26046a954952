import TestSupport
import Testing

/// The command `simulate`, as a person runs it.
@Suite(.ownThread, .timeLimit(.minutes(10))) struct CommandTests {
    private func simulate(_ arguments: String...) throws -> Command.Outcome {
        try Command(Places.simulate, arguments).run()
    }

    /// The order of a dictionary differs between processes, and nothing may depend on it.
    @Test func traceIsTheSameInEveryProcess() throws {
        for seed in ["3", "8", "21"] {
            let first = try simulate("--seed", seed, "--trace")
            #expect(first.status == 0)
            #expect(first.output.contains("troubles end"))
            #expect(try simulate("--seed", seed, "--trace") == first)
        }
    }

    @Test func outputCountsTheSoundSeeds() throws {
        let outcome = try simulate("--seeds", "70")
        #expect(outcome.status == 0)
        #expect(outcome.output.hasPrefix("70 seeds, each twice, are sound"))
        #expect(outcome.errors.isEmpty)
    }

    @Test func failureShowsAShrunkHistory() throws {
        // The seventh wrong protocol fails with nearly every seed.
        let outcomes = try (1...5).map { try simulate("--seed", "\($0)", "--variant", "7") }
        let failed = try #require(outcomes.first { $0.status == 1 })
        #expect(failed.output.contains("that fails alike:"))
        #expect(failed.output.contains("To see it again: make simulate SEED="))
    }

    @Test func wrongOptionShowsTheUsage() throws {
        let outcome = try simulate("--sedes", "1")
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("simulate --seed N"))
    }
}
