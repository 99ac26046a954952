/// The look of a cell, besides its text.
///
/// Colors are left out if the terminal has none or the person wants none, so color must never be
/// the only difference between two cells.
public struct Style: Sendable, Hashable {
    /// The color of the text, or `nil` for the terminal's own.
    public var foreground: Color? {
        get { color(at: Self.foregroundBit) }
        set { setColor(newValue, at: Self.foregroundBit) }
    }
    /// The color behind the text, or `nil` for the terminal's own.
    public var background: Color? {
        get { color(at: Self.backgroundBit) }
        set { setColor(newValue, at: Self.backgroundBit) }
    }
    /// Bold, or bright where the terminal has no bold.
    public var bold: Bool {
        get { has(1) }
        set { set(1, newValue) }
    }
    /// Fainter than plain text; plain if the terminal does not support it.
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
    /// Slanted; plain if the terminal does not support it.
    public var italic: Bool {
        get { has(16) }
        set { set(16, newValue) }
    }
    /// The whole style in 55 bits, since every cell of the screen has one, and it is compared at
    /// every key.
    private(set) var bits: UInt64 = 0

    private static let foregroundBit: UInt64 = 5
    private static let backgroundBit: UInt64 = 30
    private static let colorMask: UInt64 = 0x1FF_FFFF

    /// Makes a style of the given parts.
    public init(
        _ foreground: Color? = nil, on background: Color? = nil, bold: Bool = false,
        dim: Bool = false, italic: Bool = false, underline: Bool = false, reverse: Bool = false
    ) {
        self.foreground = foreground
        self.background = background
        self.bold = bold
        self.dim = dim
        self.italic = italic
        self.underline = underline
        self.reverse = reverse
    }

    /// Makes the style with these ``bits``.
    init(bits: UInt64) { self.bits = bits }

    /// Text in the terminal's default look.
    public static let plain = Style()
    /// Bold and nothing else.
    public static let bold = Style(bold: true)
    /// Dim and nothing else.
    public static let dim = Style(dim: true)
    /// Underlined and nothing else.
    public static let underline = Style(underline: true)
    /// Reversed and nothing else.
    public static let reverse = Style(reverse: true)

    /// Returns the same style in this text color; `nil` is the terminal's own.
    public func colored(_ color: Color?) -> Style { with { $0.foreground = color } }
    /// Returns the same style on this background color; `nil` is the terminal's own.
    public func on(_ color: Color?) -> Style { with { $0.background = color } }
    /// Returns the same style, with the colors of another style where it has none.
    public func over(_ ground: Style) -> Style {
        // No loop: this runs for every cell of the screen.
        let text = Self.colorMask << Self.foregroundBit
        let behind = Self.colorMask << Self.backgroundBit
        var bits = bits
        if bits & text == 0 { bits |= ground.bits & text }
        if bits & behind == 0 { bits |= ground.bits & behind }
        return Style(bits: bits)
    }
    /// Returns the same style, reversed.
    public func reversed() -> Style { with { $0.reverse = true } }

    private func color(at bit: UInt64) -> Color? {
        let code = UInt32(truncatingIfNeeded: bits >> bit & Self.colorMask)
        return code == 0 ? nil : Color(code: code)
    }

    private mutating func setColor(_ color: Color?, at bit: UInt64) {
        bits = bits & ~(Self.colorMask << bit) | UInt64(color?.code ?? 0) << bit
    }

    private func has(_ bit: UInt64) -> Bool { bits & bit != 0 }

    private mutating func set(_ bit: UInt64, _ isOn: Bool) {
        bits = isOn ? bits | bit : bits & ~bit
    }

    private func with(_ change: (inout Style) -> Void) -> Style {
        var copy = self
        change(&copy)
        return copy
    }
}
