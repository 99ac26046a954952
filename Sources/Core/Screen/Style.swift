/// How a cell looks, besides its text.
///
/// There is no background: the terminal's own stays, and `reverse` works on dark and on light
/// screens. Color is left out where the terminal has none or the person wants none, so it may never
/// be the only thing that tells two cells apart.
public struct Style: Sendable, Hashable {
    /// The color of the text, or `nil` for the terminal's own.
    public var foreground: Color? {
        get { bits < 16 ? nil : Color(rawValue: UInt8(truncatingIfNeeded: bits >> 4 &- 1)) }
        set { bits = bits & 0xF | (newValue.map { UInt16($0.rawValue) + 1 } ?? 0) << 4 }
    }
    /// Bold, or bright where the terminal has no bold.
    public var bold: Bool {
        get { has(1) }
        set { set(1, newValue) }
    }
    /// Fainter than plain text; plain where the terminal can't.
    public var dim: Bool {
        get { has(2) }
        set { set(2, newValue) }
    }
    /// A line under the text.
    public var underline: Bool {
        get { has(4) }
        set { set(4, newValue) }
    }
    /// Text and background exchanged.
    public var reverse: Bool {
        get { has(8) }
        set { set(8, newValue) }
    }
    /// All of it in two bytes, since every cell of the screen has one and is compared at every key.
    private var bits: UInt16 = 0

    /// A style made of the parts that are named.
    public init(
        _ foreground: Color? = nil, bold: Bool = false, dim: Bool = false,
        underline: Bool = false, reverse: Bool = false
    ) {
        self.foreground = foreground
        self.bold = bold
        self.dim = dim
        self.underline = underline
        self.reverse = reverse
    }

    /// Text as the terminal shows it by itself.
    public static let plain = Style()
    /// Bold and nothing else.
    public static let bold = Style(bold: true)
    /// Dim and nothing else.
    public static let dim = Style(dim: true)
    /// Underlined and nothing else.
    public static let underline = Style(underline: true)
    /// Reversed and nothing else.
    public static let reverse = Style(reverse: true)

    /// The same style in this color, or in the terminal's own for `nil`.
    public func colored(_ color: Color?) -> Style { with { $0.foreground = color } }
    /// The same style, reversed.
    public func reversed() -> Style { with { $0.reverse = true } }

    private func has(_ bit: UInt16) -> Bool { bits & bit != 0 }

    private mutating func set(_ bit: UInt16, _ isOn: Bool) {
        bits = isOn ? bits | bit : bits & ~bit
    }

    private func with(_ change: (inout Style) -> Void) -> Style {
        var copy = self
        change(&copy)
        return copy
    }
}
