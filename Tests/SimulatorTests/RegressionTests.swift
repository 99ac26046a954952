import Glibc
import Simulator
import TestSupport
import Testing

/// The seeds of regressions.txt.
@Suite(.ownThread) struct RegressionTests {
    struct Entry: Sendable, CustomStringConvertible {
        var seed: UInt64
        var description: String
    }

    static let entries: [Entry] = {
        let path = "\(Places.repository)/Tests/SimulatorTests/regressions.txt"
        guard let file = fopen(path, "re") else { return [] }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let text = String(decoding: bytes[..<fread(&bytes, 1, bytes.count, file)], as: UTF8.self)
        return text.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ", maxSplits: 1)
            guard words.count == 2, let seed = UInt64(words[0]) else { return nil }
            return Entry(seed: seed, description: String(words[1]))
        }
    }()

    @Test func regressionFileHasEntries() { #expect(Self.entries.count > 5) }

    @Test(arguments: entries) func regressionSeedStaysSound(_ entry: Entry) {
        #expect(Simulation.runTwice(seed: entry.seed).violation == nil)
    }
}
