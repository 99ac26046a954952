/// One cell of a canvas.
public struct Cell: Sendable, Hashable {
    /// The grapheme in the cell: a space if the cell is blank, and empty if a wide grapheme to the
    /// left covers the cell.
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
    // A screen has thousands of cells, which are made, compared and released at every key. So the
    // text is not a string, which would need reference counting.
    /// The bytes of the text in UTF-8, the first in the lowest eight bits; 0 for none.
    private var first: UInt64
    private var second: UInt64

    /// The most bytes of text in a cell.
    static let bytesOfText = 16

    /// Makes a cell with this text, which must be one grapheme from `TextMeasure`.
    public init(text: String = " ", style: Style = .plain) {
        (first, second) = Self.stored(text)
        self.style = style
    }

    /// Makes a cell with a printable ASCII character.
    init(ascii byte: UInt8, style: Style) {
        first = UInt64(byte)
        second = 0
        self.style = style
    }

    /// Whether a wide grapheme to the left covers the cell.
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

/// A piece of text that is safe to draw and cannot be divided further.
public struct Glyph: Sendable, Hashable {
    /// One grapheme without anything that could move the cursor or reorder the line.
    public var text: String
    /// The number of columns: at least one.
    public var width: Int

    /// Makes a glyph from a grapheme and the columns it takes.
    public init(text: String, width: Int) {
        self.text = text
        self.width = width
    }
}
