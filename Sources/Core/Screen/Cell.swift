/// One cell of a canvas.
public struct Cell: Sendable, Hashable {
    /// One grapheme as it is drawn, a space where there is nothing, and empty in the cells that a
    /// wide grapheme to the left covers.
    public var text: String {
        get { longer ?? (byte == 0 ? "" : String(Unicode.Scalar(byte))) }
        set {
            let (byte, longer) = Self.stored(newValue)
            packed = style.bits << Self.byteBits | UInt64(byte)
            self.longer = longer
        }
    }
    /// The look of the cell.
    public var style: Style {
        get { Style(bits: packed >> Self.byteBits) }
        set { packed = newValue.bits << Self.byteBits | UInt64(byte) }
    }
    // A screen has thousands of cells, which are made, compared and given back at every key. So a
    // text of one byte, as nearly all are, isn't a string, whose references must be counted.
    /// The style, and in the lowest bits a text of one byte, which is ASCII; 0 for none, and where
    /// the text is `longer`.
    private var packed: UInt64
    private var longer: String?

    private static let byteBits: UInt64 = 7
    private var byte: UInt8 { UInt8(truncatingIfNeeded: packed & 0x7F) }

    /// A cell with this text, which must be one grapheme that went through `TextMeasure`.
    public init(text: String = " ", style: Style = .plain) {
        let (byte, longer) = Self.stored(text)
        packed = style.bits << Self.byteBits | UInt64(byte)
        self.longer = longer
    }

    /// A cell with a letter, a digit, a sign or the blank of ASCII.
    init(ascii byte: UInt8, style: Style) {
        packed = style.bits << Self.byteBits | UInt64(byte & 0x7F)
        longer = nil
    }

    /// Whether a wide grapheme to the left covers it.
    var isCovered: Bool { byte == 0 && longer == nil }

    public static func == (one: Cell, other: Cell) -> Bool {
        // Where there is a byte, there is no string.
        one.packed == other.packed && (one.byte != 0 || one.longer == other.longer)
    }

    private static func stored(_ text: String) -> (byte: UInt8, longer: String?) {
        guard let first = text.utf8.first else { return (0, nil) }
        return text.utf8.count == 1 && first != 0 ? (first, nil) : (0, text)
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
