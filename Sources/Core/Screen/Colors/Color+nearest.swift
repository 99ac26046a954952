extension Color {
    /// The number of colors of a terminal that supports exact colors.
    public static let allColors = 1 << 24

    /// Returns the number of this color, or of the nearest one, on a terminal with `count` colors
    /// (8, 16, 256 or ``allColors``).
    public func number(amongColors count: Int) -> Int {
        guard count >= Self.allColors else { return Int(reduced(to: count).number ?? 0) }
        // There, a number below 8 means a color of the terminal's palette, so no exact color may
        // have it.
        if let number, number < 8 { return Int(number) }
        let light = Light(self)
        return max(8, light.red << 16 | light.green << 8 | light.blue)
    }

    /// Returns the nearest color of a terminal with `count` colors.
    ///
    /// With 256 colors, only those that look the same everywhere are used. With 16 or 8, a hue
    /// stays a hue even if a gray would be nearer, so that text distinguished by its color remains
    /// so.
    public func reduced(to count: Int) -> Color {
        if count >= Self.allColors { return self }
        if let number {
            if Int(number) < count { return self }
            if number < 16 { return Color(number: number & 7) }
        }
        let light = Light(self)
        if count >= 256 { return light.nearest(among: 16...255) }
        let isSixteen = count >= 16
        guard let hue = light.hue else {
            return light.nearest(among: isSixteen ? [0, 7, 8, 15] : [0, 7])
        }
        // The only blue of a terminal with eight colors is hardly legible on black.
        if !isSixteen, hue == 4, light.green >= 128 { return .cyan }
        return light.nearest(among: isSixteen ? [hue, hue + 8] : [hue])
    }
}

/// A color in red, green and blue, each from 0 to 255.
struct Light {
    var red: Int
    var green: Int
    var blue: Int

    init(red: Int, green: Int, blue: Int) {
        (self.red, self.green, self.blue) = (red, green, blue)
    }

    /// Makes the color that xterm shows, unless the person changed the first sixteen.
    init(_ color: Color) {
        if let value = color.exactValue.map(Int.init) {
            self.init(red: value >> 16, green: value >> 8 & 0xFF, blue: value & 0xFF)
            return
        }
        let number = Int(color.number ?? 0)
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

    func nearest(among numbers: some Sequence<UInt8>) -> Color {
        let colors = numbers.map { Color(number: $0) }
        return colors.min { distance(to: Light($0)) < distance(to: Light($1)) } ?? .white
    }

    /// The number of the first eight colors with the same hue; `nil` if this color looks gray or
    /// black.
    var hue: UInt8? {
        let (least, most) = (min(red, green, blue), max(red, green, blue))
        guard most >= 90, most - least >= 48 else { return nil }
        // Two fifths, so that a violet becomes magenta, and an orange red.
        func has(_ part: Int) -> UInt8 { (part - least) * 5 > (most - least) * 2 ? 1 : 0 }
        return has(red) | has(green) << 1 | has(blue) << 2
    }

    /// Returns a distance weighted like the eye: most for green, least for blue.
    private func distance(to other: Light) -> Int {
        let (r, g, b) = (red - other.red, green - other.green, blue - other.blue)
        return 3 * r * r + 6 * g * g + b * b
    }
}
