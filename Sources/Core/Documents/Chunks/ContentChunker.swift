/// Cuts a content at places that depend on its bytes, not at fixed offsets: an insertion into a
/// long text changes the chunk around it, but no later chunk.
///
/// A rolling sum is computed over the bytes. If enough of its bits are 0, a chunk ends. The cuts
/// follow FastCDC (Xia et al., USENIX ATC 2016): more bits must be 0 in a short chunk than in a
/// long one, so that most chunks have about the usual length.
public struct ContentChunker: Sendable {
    /// The least length of a chunk, except the last, in bytes.
    public static let least = 16 << 10
    /// The usual length of a chunk, in bytes.
    public static let usual = 32 << 10
    /// The greatest length of a chunk, in bytes.
    public static let most = 64 << 10

    /// The amount that each value of a byte adds to the sum.
    private let gears: [UInt64]

    /// - Parameter seed: decides where contents are cut. Contents share chunks only if they are cut
    ///   with the same seed.
    public init(seed: UInt64 = 0) {
        var state = seed
        gears = (0..<256).map { _ in
            // SplitMix64.
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
            return mixed ^ mixed >> 31
        }
    }

    /// Returns the chunks of a content, from its beginning to its end. An empty content has none.
    public func chunks(of content: [UInt8]) -> [Range<Int>] {
        content.withUnsafeBufferPointer { bytes in
            var chunks: [Range<Int>] = []
            var start = 0
            while start < bytes.count {
                let end = start + length(UnsafeBufferPointer(rebasing: bytes[start...]))
                chunks.append(start..<end)
                start = end
            }
            return chunks
        }
    }

    // Masks of upper bits, as these depend on the most bytes.
    private static let hard = ~UInt64(0) << (64 - 17)
    private static let easy = ~UInt64(0) << (64 - 13)

    /// Returns the length of the first chunk of these bytes.
    private func length(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        if bytes.count <= Self.least { return bytes.count }
        let end = min(bytes.count, Self.most)
        var sum: UInt64 = 0
        for offset in Self.least..<end {
            sum = sum << 1 &+ gears[Int(bytes[offset])]
            if sum & (offset < Self.usual ? Self.hard : Self.easy) == 0 { return offset + 1 }
        }
        return end
    }
}
