import Simulator
import TestSupport
import Testing

/// Two thousand worlds. `make simulate` continues from there.
@Suite(.ownThread) struct SeedTests {
    @Test(arguments: 0..<20 as Range<UInt64>)
    func oneHundredWorldsHaveNoViolation(_ hundred: UInt64) {
        for seed in (hundred * 100 + 1)...(hundred * 100 + 100) {
            let outcome = Simulation.runSometimesTwice(seed: seed)
            if let violation = outcome.violation {
                Issue.record("\(violation)\nTo see it: make simulate SEED=\(seed)")
                return
            }
        }
    }

    @Test func eachSeedGivesADifferentWorld() {
        #expect(Set((1...20).map { Simulation.run(seed: $0).hash }).count == 20)
    }
}
