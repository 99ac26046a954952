import Simulator
import TestSupport
import Testing

/// Wrong protocols are noticed: a simulator that finds nothing proves nothing.
@Suite(.ownThread) struct VariantTests {
    @Test(arguments: Variant.allCases) func wrongProtocolIsDetected(_ variant: Variant) {
        let seed = (1...1000 as ClosedRange<UInt64>).first { seed in
            Simulation.run(seed: seed, variant: variant).violation != nil
        }
        #expect(seed != nil)
    }

    @Test func failingHistoryIsShrunkToItsCause() throws {
        let variant = Variant.lastWriterWins
        let failing = (1...100 as ClosedRange<UInt64>).lazy
            .map { ($0, Simulation.run(seed: $0, variant: variant)) }
            .first { $0.1.violation?.invariant == .nothingLost }
        let (seed, outcome) = try #require(failing)
        let shrunk = Simulation.shrink(
            outcome.history, seed: seed, invariant: .nothingLost, variant: variant)
        #expect(shrunk.count < outcome.history.count / 2)
        let again = Simulation.replay(shrunk, seed: seed, variant: variant)
        #expect(again.violation?.invariant == .nothingLost)
        // No other event can be left out.
        for index in shrunk.indices {
            var shorter = shrunk
            shorter.remove(at: index)
            let violation = Simulation.replay(shorter, seed: seed, variant: variant).violation
            #expect(violation?.invariant != .nothingLost)
        }
    }

    @Test func replayedHistoryGivesTheSameWorld() {
        let first = Simulation.run(seed: 9)
        #expect(Simulation.replay(first.history, seed: 9).hash == first.hash)
    }
}
