import Documents
import SeededRandom
import TestSupport
import Testing

/// The places at which a content is cut.
@Suite(.ownThread) struct ChunkerTests {
    private static func bytes(_ count: Int, seed: UInt64) -> [UInt8] {
        var random = SplitMix(seed: seed)
        return (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    }

    @Test(arguments: [0, 1, ContentChunker.least, 100_000, 1 << 20])
    func chunksTogetherAreTheContent(_ count: Int) {
        let content = Self.bytes(count, seed: 1)
        let pieces = ContentChunker().chunks(of: content)
        #expect(pieces.flatMap { content[$0] } == content)
        #expect(pieces.allSatisfy { $0.count <= ContentChunker.most && !$0.isEmpty })
        #expect(pieces.dropLast().allSatisfy { $0.count > ContentChunker.least })
    }

    @Test func averageChunkHasTheIntendedLength() {
        let count = ContentChunker().chunks(of: Self.bytes(8 << 20, seed: 2)).count
        let average = (8 << 20) / count
        #expect(24 << 10...48 << 10 ~= average)
    }

    /// A content without places to cut, such as zeros, is still cut into pieces.
    @Test func monotonousContentIsCutAtTheMaximumLength() {
        let pieces = ContentChunker().chunks(of: [UInt8](repeating: 0, count: 200_000))
        #expect(pieces.dropLast().allSatisfy { $0.count == ContentChunker.most })
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func insertionChangesOnlyNearbyChunks(_ seed: UInt64) {
        var random = SplitMix(seed: seed)
        let content = Self.bytes(1 << 20, seed: seed)
        var other = content
        other.insert(
            contentsOf: "a line\n".utf8, at: Int.random(in: 0...content.count, using: &random))
        let names = Self.names(content)
        let changed = Self.names(other).subtracting(names)
        #expect(!changed.isEmpty)
        #expect(changed.count <= 3, "of \(names.count)")
    }

    @Test func differentSeedsCutDifferently() {
        let content = Self.bytes(1 << 20, seed: 3)
        #expect(
            ContentChunker(seed: 1).chunks(of: content)
                != ContentChunker(seed: 2).chunks(of: content))
    }

    private static func names(_ content: [UInt8]) -> Set<ChunkName> {
        Set(ContentChunker().chunks(of: content).map { ChunkName(of: Array(content[$0])) })
    }
}
