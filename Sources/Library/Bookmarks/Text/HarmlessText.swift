/// Returns text with blanks in place of the characters that would control a terminal or end a
/// field.
public func harmless(_ text: String) -> String {
    // Most text is plain ASCII.
    guard !text.utf8.allSatisfy({ 0x20..<0x7F ~= $0 }),
        text.unicodeScalars.contains(where: \.controlsTerminal)
    else { return text }
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { scalars.append(scalar.controlsTerminal ? " " : scalar) }
    return String(scalars)
}

/// Returns text of several lines without such characters; line feeds and tabs stay.
public func harmlessLines(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
        let isPlain = scalar == "\n" || scalar == "\t" || !scalar.controlsTerminal
        scalars.append(isPlain ? scalar : " ")
    }
    return String(scalars)
}

extension Unicode.Scalar {
    /// Whether the scalar can control a terminal: control characters and direction overrides.
    public var controlsTerminal: Bool {
        switch value {
        case 0..<0x20, 0x7f..<0xa0, 0x2028...0x202e, 0x2066...0x2069: true
        default: false
        }
    }
}
