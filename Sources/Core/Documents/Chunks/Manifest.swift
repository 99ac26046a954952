/// The parts of a content: the names of its chunks, in their order.
///
/// A manifest is kept as a chunk itself, and its name stands for the whole content: two contents
/// with one name are the same, byte by byte.
public struct Manifest: Sendable, Hashable {
    /// One chunk of the content.
    public struct Piece: Sendable, Hashable {
        public var name: ChunkName
        /// How many bytes of the content it is.
        public var length: Int

        public init(name: ChunkName, length: Int) {
            self.name = name
            self.length = length
        }
    }

    /// No chunk is longer, in bytes: neither a piece nor a manifest.
    public static let longestChunk = 256 << 10

    public var pieces: [Piece]

    public init(pieces: [Piece]) {
        self.pieces = pieces
    }

    /// How many bytes the content has.
    public var length: Int { pieces.reduce(0) { $0 + $1.length } }

    // MARK: As bytes

    private static let heading = "cloudy manifest 1\n"

    /// Lines of text: the heading, and for each piece its name and its length.
    public var encoded: [UInt8] {
        Array((Self.heading + pieces.map { "\($0.name) \($0.length)\n" }.joined()).utf8)
    }

    /// Reads the bytes back; `nil` for bytes that are no manifest, or of a later version.
    public init?(encoded: [UInt8]) {
        guard let text = String(validating: encoded, as: UTF8.self),
            text.hasPrefix(Self.heading), text.hasSuffix("\n")
        else { return nil }
        pieces = []
        var length = 0
        for line in text.dropFirst(Self.heading.count).split(separator: "\n") {
            let words = line.split(separator: " ", omittingEmptySubsequences: false)
            guard words.count == 2, let name = ChunkName(words[0]), let count = Int(words[1]),
                1...ContentChunker.most ~= count
            else { return nil }
            length += count
            guard length <= Document.longest else { return nil }
            pieces.append(Piece(name: name, length: count))
        }
    }
}
