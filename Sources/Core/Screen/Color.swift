/// A color of the terminal's palette: the first eight are on every color terminal, the first
/// sixteen on nearly all, and the person decides how these look; the rest is the same everywhere.
public struct Color: RawRepresentable, Sendable, Hashable {
    /// The number by which terminals know it.
    public var rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// One of the eight that every color terminal has.
    public static let black = Color(rawValue: 0)
    /// One of the eight that every color terminal has.
    public static let red = Color(rawValue: 1)
    /// One of the eight that every color terminal has.
    public static let green = Color(rawValue: 2)
    /// One of the eight that every color terminal has.
    public static let yellow = Color(rawValue: 3)
    /// One of the eight that every color terminal has.
    public static let blue = Color(rawValue: 4)
    /// One of the eight that every color terminal has.
    public static let magenta = Color(rawValue: 5)
    /// One of the eight that every color terminal has.
    public static let cyan = Color(rawValue: 6)
    /// One of the eight that every color terminal has.
    public static let white = Color(rawValue: 7)

    private static let names = [
        "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white",
    ]

    /// The color of a name (`red`, `bright-red`), a number from 0 to 255, or the nearest one to
    /// `#rrggbb`; `nil` for everything else.
    public init?(name: String) {
        let brightness = "bright-"
        let isBright = name.hasPrefix(brightness)
        let plain = isBright ? String(name.dropFirst(brightness.count)) : name
        if let index = Self.names.firstIndex(of: plain) {
            self.init(rawValue: UInt8(index + (isBright ? 8 : 0)))
        } else if name.allSatisfy(\.isASCII), let number = UInt8(name), "\(number)" == name {
            self.init(rawValue: number)
        } else if name.utf8.count == 7, name.hasPrefix("#"),
            name.dropFirst().allSatisfy(\.isHexDigit), let rgb = Int(name.dropFirst(), radix: 16)
        {
            self = RGB(red: rgb >> 16, green: rgb >> 8 & 0xFF, blue: rgb & 0xFF).nearest(
                in: 16...255)
        } else {
            return nil
        }
    }

    /// The name of the color in settings: a name for the first sixteen, a number for the others.
    public var name: String {
        switch rawValue {
        case 0..<8: Self.names[Int(rawValue)]
        case 8..<16: "bright-" + Self.names[Int(rawValue) - 8]
        default: "\(rawValue)"
        }
    }

    /// The nearest color that a terminal with so many colors has.
    public func reduced(to count: Int) -> Color {
        if Int(rawValue) < count { return self }
        if rawValue < 16 { return Color(rawValue: rawValue & 7) }
        return RGB(self).nearest(in: 0...(count >= 16 ? 15 : 7))
    }
}

/// A color as amounts of light, from 0 to 255.
private struct RGB {
    var red: Int
    var green: Int
    var blue: Int

    init(red: Int, green: Int, blue: Int) {
        (self.red, self.green, self.blue) = (red, green, blue)
    }

    /// The color as xterm shows it, unless the user changed the first sixteen.
    init(_ color: Color) {
        let number = Int(color.rawValue)
        func cube(_ step: Int) -> Int { step == 0 ? 0 : 55 + 40 * step }
        switch number {
        case 0..<16:
            let light = number == 7 ? 229 : number < 8 ? 205 : 255
            let dark = number == 8 ? 127 : 0
            self.init(
                red: number & 1 != 0 ? light : dark, green: number & 2 != 0 ? light : dark,
                blue: number & 4 != 0 ? light : dark)
        case 16..<232:
            let step = number - 16
            self.init(red: cube(step / 36), green: cube(step / 6 % 6), blue: cube(step % 6))
        default:
            let gray = 8 + 10 * (number - 232)
            self.init(red: gray, green: gray, blue: gray)
        }
    }

    func nearest(in palette: ClosedRange<UInt8>) -> Color {
        let colors = palette.map { Color(rawValue: $0) }
        return colors.min { distance(to: RGB($0)) < distance(to: RGB($1)) } ?? .white
    }

    /// Weighted as the eye does: most for green, least for blue.
    private func distance(to other: RGB) -> Int {
        let (r, g, b) = (red - other.red, green - other.green, blue - other.blue)
        return 3 * r * r + 6 * g * g + b * b
    }
}
