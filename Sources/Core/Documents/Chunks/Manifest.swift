/// The parts of a content: the names of its chunks, in their order.
///
/// A manifest is kept as a chunk itself, and its name identifies the whole content: two contents
/// with the same name are identical, byte by byte.
public struct Manifest: Sendable, Hashable {
    /// One chunk of the content.
    public struct Piece: Sendable, Hashable {
        public var name: ChunkName
        /// The length of this piece in bytes.
        public var length: Int

        public init(name: ChunkName, length: Int) {
            self.name = name
            self.length = length
        }
    }

    /// The greatest length of a chunk in bytes, for pieces and manifests.
    public static let longestChunk = 256 << 10

    public var pieces: [Piece]

    public init(pieces: [Piece]) {
        self.pieces = pieces
    }

    /// The length of the content in bytes.
    public var length: Int { pieces.reduce(0) { $0 + $1.length } }

    // MARK: Coding

    private static let heading = "cloudy manifest 1\n"
    private static let newline = UInt8(ascii: "\n")
    private static let space = UInt8(ascii: " ")

    /// The manifest as lines of text: the heading, and for each piece its name and its length.
    public var encoded: [UInt8] {
        Array((Self.heading + pieces.map { "\($0.name) \($0.length)\n" }.joined()).utf8)
    }

    /// Reads a manifest; `nil` for bytes that are not a manifest, or were written by a later
    /// version.
    public init?(encoded: [UInt8]) {
        let heading = Self.heading.utf8
        guard encoded.starts(with: heading), encoded.last == Self.newline else { return nil }
        pieces = []
        var length = 0
        // As bytes, which is faster than characters: a large file has many pieces.
        for line in encoded.dropFirst(heading.count).split(separator: Self.newline) {
            let words = line.split(separator: Self.space, omittingEmptySubsequences: false)
            guard words.count == 2, let name = ChunkName(digits: words[0]),
                let count = Int(String(decoding: words[1], as: UTF8.self)),
                1...ContentChunker.most ~= count
            else { return nil }
            length += count
            guard length <= Document.longest else { return nil }
            pieces.append(Piece(name: name, length: count))
        }
    }
}
