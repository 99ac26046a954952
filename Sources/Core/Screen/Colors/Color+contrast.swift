extension Color {
    /// Returns the contrast of text in one color on the other, by the rule of WCAG 2: from 1 for
    /// the same color to 21 for black on white. Good text has at least 4.5, and bold text 3.
    public func contrast(with other: Color) -> Double {
        let (one, two) = (Light(self).luminance, Light(other).luminance)
        return (max(one, two) + 0.05) / (min(one, two) + 0.05)
    }
}

extension Light {
    /// The relative luminance of the color, as the eye weighs it, from 0 to 1.
    fileprivate var luminance: Double {
        let linear = Self.linear
        return 0.2126 * linear[red] + 0.7152 * linear[green] + 0.0722 * linear[blue]
    }

    /// The linear light of each value of a channel in sRGB.
    private static let linear = (0...255).map { value -> Double in
        let part = Double(value) / 255
        if part <= 0.03928 { return part / 12.92 }
        let base = (part + 0.055) / 1.055
        // The power of 2.4, computed as the square times the square of the fifth root.
        var root = 1.0
        for _ in 0..<40 { root -= (root - base / (root * root * root * root)) / 5 }
        return base * base * root * root
    }
}
