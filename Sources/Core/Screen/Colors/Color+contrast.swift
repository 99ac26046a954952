extension Color {
    /// How well text of one color can be read on the other, by the rule of WCAG 2: from 1 for the
    /// same color to 21 for black on white. Good text has 4.5 and more, and bold text 3.
    public func contrast(with other: Color) -> Double {
        let (one, two) = (Light(self).luminance, Light(other).luminance)
        return (max(one, two) + 0.05) / (min(one, two) + 0.05)
    }
}

extension Light {
    /// Its light as the eye weighs it, from 0 to 1.
    fileprivate var luminance: Double {
        let linear = Self.linear
        return 0.2126 * linear[red] + 0.7152 * linear[green] + 0.0722 * linear[blue]
    }

    /// The light of each part of a color in sRGB.
    private static let linear = (0...255).map { value -> Double in
        let part = Double(value) / 255
        if part <= 0.03928 { return part / 12.92 }
        let base = (part + 0.055) / 1.055
        // A power of 2.4, which is the square times the square of the fifth root.
        var root = 1.0
        for _ in 0..<40 { root -= (root - base / (root * root * root * root)) / 5 }
        return base * base * root * root
    }
}
