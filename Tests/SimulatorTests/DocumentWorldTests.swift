import CloudConformance
import Documents
import Synchronization
import TestSupport
import Testing

@testable import Simulator

/// Worlds of documents. `make simulate ARGS=--documents` continues from there.
@Suite(.ownThread) struct DocumentWorldTests {
    @Test(arguments: 0..<10 as Range<UInt64>) func twentyWorldsHaveNoViolation(_ twenty: UInt64) {
        for seed in (twenty * 20 + 1)...(twenty * 20 + 20) {
            if let violation = DocumentSimulation.runSometimesTwice(seed: seed).violation {
                Issue.record(
                    "\(violation)\nTo see it: make simulate SEED=\(seed) ARGS=--documents")
                return
            }
        }
    }

    @Test func eachSeedGivesADifferentWorld() {
        #expect(Set((1...20).map { DocumentSimulation.run(seed: $0).hash }).count == 20)
    }

    /// A simulator that finds nothing proves nothing.
    @Test(arguments: DocumentVariant.allCases)
    func wrongVariantIsDetected(_ variant: DocumentVariant) {
        let seed = (1...1000 as ClosedRange<UInt64>).first { seed in
            DocumentSimulation.run(seed: seed, variant: variant).violation != nil
        }
        #expect(seed != nil)
    }

    @Test func replayedHistoryGivesTheSameWorld() {
        let first = DocumentSimulation.run(seed: 9)
        #expect(DocumentSimulation.replay(first.history, seed: 9).hash == first.hash)
    }
}

/// The chunks of the simulation keep the promises of all chunk stores. They are never damaged,
/// since the world decides when a reply is wrong.
@Suite struct ModelChunksTests {
    private static let damage: Set = ["damagedChunkIsReported", "truncatedChunkIsReported"]

    @Test(arguments: ChunkStoreRules.names.filter { !damage.contains($0) })
    func simulatedChunksKeepTheRule(_ rule: String) async throws {
        try await ChunkStoreRules.check(rule, ModelFixture())
    }
}

private struct ModelFixture: ChunkStoreFixture {
    private let clock = WorldClock(1_000_000)
    private let chunks: ModelChunks

    init() {
        let clock = clock
        chunks = ModelChunks { clock.now }
    }

    var store: any ChunkStore { Shared(chunks: chunks) }
    func pass(_ seconds: Double) { clock.pass(Int64(seconds * 1000)) }
    func damage(_ name: ChunkName) {}
    func tear(_ name: ChunkName) {}

    private struct Shared: ChunkStore {
        let chunks: ModelChunks
        func missing(of names: [ChunkName]) -> [ChunkName] { chunks.missing(of: names) }
        func put(_ some: [Chunk]) { chunks.put(some) }
        func chunk(_ name: ChunkName) -> Chunk? { chunks.chunk(name) }
        func storedName(of name: ChunkName) -> ChunkName { name }
        func names() -> [ChunkName] { chunks.names }
        func remove(_ names: [ChunkName]) { chunks.remove(names) }
    }
}
