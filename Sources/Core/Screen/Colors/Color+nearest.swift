extension Color {
    /// As many colors as a terminal has that takes exact ones.
    public static let allColors = 1 << 24

    /// The number by which a terminal with so many colors (8, 16, 256 or ``allColors``) knows this
    /// color, or the nearest one that it has.
    public func number(amongColors count: Int) -> Int {
        guard count >= Self.allColors else { return Int(reduced(to: count).number ?? 0) }
        // A number below 8 is one of the terminal's palette there, and no exact color may have it.
        if let number, number < 8 { return Int(number) }
        let light = Light(self)
        return max(8, light.red << 16 | light.green << 8 | light.blue)
    }

    /// The nearest color that a terminal with so many colors has.
    ///
    /// Of 256, those count that look the same everywhere. Of 16 or 8, a hue stays a hue even if a
    /// gray were nearer, so that text that is told apart by its color is so there too.
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
        // The only blue that a terminal with eight colors has can hardly be read on black.
        if !isSixteen, hue == 4, light.green >= 128 { return .cyan }
        return light.nearest(among: isSixteen ? [hue, hue + 8] : [hue])
    }
}

/// A color as amounts of light, from 0 to 255.
struct Light {
    var red: Int
    var green: Int
    var blue: Int

    init(red: Int, green: Int, blue: Int) {
        (self.red, self.green, self.blue) = (red, green, blue)
    }

    /// The color as xterm shows it, unless the user changed the first sixteen.
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

    /// The one of the first eight colors that has the same hue; `nil` if this one looks gray or
    /// black.
    var hue: UInt8? {
        let (least, most) = (min(red, green, blue), max(red, green, blue))
        guard most >= 90, most - least >= 48 else { return nil }
        // Two fifths, so that a violet is a magenta and an orange a red.
        func has(_ part: Int) -> UInt8 { (part - least) * 5 > (most - least) * 2 ? 1 : 0 }
        return has(red) | has(green) << 1 | has(blue) << 2
    }

    /// Weighted as the eye does: most for green, least for blue.
    private func distance(to other: Light) -> Int {
        let (r, g, b) = (red - other.red, green - other.green, blue - other.blue)
        return 3 * r * r + 6 * g * g + b * b
    }
}
