/// One cell of a canvas.
public struct Cell: Sendable, Hashable {
    /// One grapheme as it is drawn, a space where there is nothing, and empty in the cells that a
    /// wide grapheme to the left covers.
    public var text: String {
        get {
            if first < 0x80, second == 0 {
                return first == 0 ? "" : String(Unicode.Scalar(UInt8(first)))
            }
            return withUnsafeBytes(of: (first.littleEndian, second.littleEndian)) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
        }
        set { (first, second) = Self.stored(newValue) }
    }
    /// The look of the cell.
    public var style: Style
    // A screen has thousands of cells, which are made, compared and given back at every key. So the
    // text isn't a string, whose references must be counted.
    /// The bytes of the text in UTF-8, the first in the lowest eight bits; 0 for none.
    private var first: UInt64
    private var second: UInt64

    /// How many bytes of a text a cell holds.
    static let bytesOfText = 16

    /// A cell with this text, which must be one grapheme that went through `TextMeasure`.
    public init(text: String = " ", style: Style = .plain) {
        (first, second) = Self.stored(text)
        self.style = style
    }

    /// A cell with a letter, a digit, a sign or the blank of ASCII.
    init(ascii byte: UInt8, style: Style) {
        first = UInt64(byte)
        second = 0
        self.style = style
    }

    /// Whether a wide grapheme to the left covers it.
    var isCovered: Bool { first == 0 }

    private static func stored(_ text: String) -> (UInt64, UInt64) {
        var first: UInt64 = 0
        var second: UInt64 = 0
        for (index, byte) in text.utf8.prefix(bytesOfText).enumerated() {
            if index < 8 {
                first |= UInt64(byte) << (8 * index)
            } else {
                second |= UInt64(byte) << (8 * (index - 8))
            }
        }
        return (first, second)
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
