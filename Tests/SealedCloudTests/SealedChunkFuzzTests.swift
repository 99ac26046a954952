import Documents
import SealedCloud
import SeededRandom
import TestSupport
import Testing

/// Damaged bytes in place of a sealed chunk give the chunk, or nothing.
struct SealedChunkFuzzTests {
    private let sealing = SealedChunks(SealingSecret(), store: "")

    @Test func damagedChunksAreRefused() throws {
        let chunks = [0, 1, 100, 5000].map { Chunk([UInt8](repeating: 65, count: $0)) }
        let sealed = try chunks.map { try sealing.sealed($0).bytes }
        var fuzzer = Fuzzer(
            "sealed chunks", seed: 51, seeds: sealed, rounds: 2000,
            environment: Command.inheritedEnvironment)
        let outcome = fuzzer.run { bytes, round in
            let chunk = chunks[round % chunks.count]
            guard let opened = sealing.opened(bytes, named: chunk.name) else { return false }
            #expect(opened == chunk)
            #expect(
                sealed[round % chunks.count] == bytes,
                "only the original bytes may open as this chunk")
            return true
        }
        #expect(outcome.longest < 5)
        // The reader does not simply refuse everything: an undamaged chunk is opened.
        #expect(sealing.opened(sealed[2], named: chunks[2].name) == chunks[2])
    }
}
