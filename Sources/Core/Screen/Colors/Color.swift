/// A color of text or of its background: one of the terminal's palette, or an exact one.
///
/// Of the palette, the first eight colors exist on every color terminal, and the first sixteen on
/// nearly all; the person decides how these look. The other colors look the same everywhere.
public struct Color: Sendable, Hashable {
    /// The color in 25 bits: 0 means no color, a color of the palette is its number plus one, and
    /// the highest bit marks an exact color in red, green and blue.
    let code: UInt32

    private static let exact: UInt32 = 1 << 24

    /// Makes a color of a terminal's palette, by its number.
    public init(number: UInt8) { code = UInt32(number) + 1 }

    /// Makes an exact color.
    public init(red: UInt8, green: UInt8, blue: UInt8) {
        code = Self.exact | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
    }

    /// Makes the color of a code that is not 0.
    init(code: UInt32) { self.code = code }

    /// The number in the terminal's palette; `nil` for an exact color.
    public var number: UInt8? { code < Self.exact ? UInt8(truncatingIfNeeded: code &- 1) : nil }

    /// The exact color, as a number of 24 bits; `nil` for a color of the palette.
    var exactValue: UInt32? { code < Self.exact ? nil : code & 0xFF_FFFF }

    /// Black, which every color terminal has.
    public static let black = Color(number: 0)
    /// Red, which every color terminal has.
    public static let red = Color(number: 1)
    /// Green, which every color terminal has.
    public static let green = Color(number: 2)
    /// Yellow, which every color terminal has.
    public static let yellow = Color(number: 3)
    /// Blue, which every color terminal has.
    public static let blue = Color(number: 4)
    /// Magenta, which every color terminal has.
    public static let magenta = Color(number: 5)
    /// Cyan, which every color terminal has.
    public static let cyan = Color(number: 6)
    /// White, which every color terminal has.
    public static let white = Color(number: 7)

    private static let names = [
        "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white",
    ]

    /// Reads a color: a name (`red`, `bright-red`), a number from 0 to 255, or `#rrggbb`; `nil` for
    /// any other text.
    public init?(name: String) {
        let brightness = "bright-"
        let isBright = name.hasPrefix(brightness)
        let plain = isBright ? String(name.dropFirst(brightness.count)) : name
        if let index = Self.names.firstIndex(of: plain) {
            self.init(number: UInt8(index + (isBright ? 8 : 0)))
        } else if name.allSatisfy(\.isASCII), let number = UInt8(name), "\(number)" == name {
            self.init(number: number)
        } else if name.utf8.count == 7, name.hasPrefix("#"),
            name.dropFirst().allSatisfy(\.isHexDigit), let rgb = UInt32(name.dropFirst(), radix: 16)
        {
            self.init(code: Self.exact | rgb)
        } else {
            return nil
        }
    }

    /// The name of the color in settings: a name for the first sixteen, a number for the others of
    /// the palette, and `#rrggbb` for an exact one.
    public var name: String {
        guard let number else {
            let digits = String(code & 0xFF_FFFF, radix: 16)
            return "#" + String(repeating: "0", count: 6 - digits.count) + digits
        }
        return switch number {
        case 0..<8: Self.names[Int(number)]
        case 8..<16: "bright-" + Self.names[Int(number) - 8]
        default: "\(number)"
        }
    }
}
