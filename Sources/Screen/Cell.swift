/// One cell of a canvas.
public struct Cell: Sendable, Hashable {
    /// One grapheme as it is drawn, a space where there is nothing, and empty in the cells that a
    /// wide grapheme to the left covers.
    public var text: String
    /// How the cell looks.
    public var style: Style

    /// A cell with this text, which must be one grapheme that went through `TextMeasure`.
    public init(text: String = " ", style: Style = .plain) {
        self.text = text
        self.style = style
    }

    /// A plain space.
    public static let blank = Cell()
}

/// A piece of text that is safe to draw and can't be cut any further.
public struct Glyph: Sendable, Hashable {
    /// One grapheme without anything that could move the cursor or reorder the line.
    public var text: String
    /// How many columns it takes: at least one.
    public var width: Int

    /// A grapheme and the columns it takes.
    public init(text: String, width: Int) {
        self.text = text
        self.width = width
    }
}
