/// A line of a page in a given width.
public struct ReadableLine: Sendable, Hashable {
    /// The text in pieces, each with its style and the number of its link. The pieces include link
    /// numbers such as `[3]`.
    public var pieces: [ReadablePage.Inline]
    /// The index of the line's block; the number of blocks for lines after the last block.
    public var block: Int
    /// The number of the block's characters in earlier lines. Together with ``block``, it is a
    /// place that does not depend on the width.
    public var offset: Int
    /// Whether the text continues in the next line without a blank between the two: the line ends
    /// in a long word, or in a script without blanks.
    public var isCut = false

    public init(_ pieces: [ReadablePage.Inline] = [], block: Int, offset: Int = 0) {
        self.pieces = pieces
        self.block = block
        self.offset = offset
    }

    /// The text without styles.
    public var text: String { pieces.map(\.text).joined() }
}

/// A line of a block, before its place in the page is known.
struct BlockLine {
    var pieces: [ReadablePage.Inline]
    /// See ``ReadableLine/offset`` and ``ReadableLine/isCut``.
    var offset: Int
    var isCut = false
}
