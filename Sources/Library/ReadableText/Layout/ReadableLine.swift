/// A line of a page as it is shown in a certain width.
public struct ReadableLine: Sendable, Hashable {
    /// The text in pieces, each with its style and the number of its link. Numbers of links stand
    /// in them as `[3]`.
    public var pieces: [ReadablePage.Inline]
    /// The block that it shows, as an index; the number of blocks for lines behind the last one.
    public var block: Int
    /// How many characters of the block stand in the lines before. Together with ``block`` it is a
    /// place that is the same in every width.
    public var offset: Int

    public init(_ pieces: [ReadablePage.Inline] = [], block: Int, offset: Int = 0) {
        self.pieces = pieces
        self.block = block
        self.offset = offset
    }

    /// The text without styles.
    public var text: String { pieces.map(\.text).joined() }
}
