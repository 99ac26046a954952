extension UInt8 {
    /// Whether it is a letter, a digit, a sign or the blank of ASCII, each of which every terminal
    /// draws in one column.
    var isPrintableASCII: Bool { (0x20..<0x7F).contains(self) }
}

extension String {
    /// Whether it has nothing but letters, digits, signs and blanks of ASCII, each of which every
    /// terminal draws in one column: most text, which then needs no further look.
    public var isPrintableASCII: Bool { utf8.allSatisfy(\.isPrintableASCII) }
}
