extension String {
    /// Whether it has nothing but letters, digits, signs and blanks of ASCII, each of which every
    /// terminal draws in one column: most text, which then needs no further look.
    public var isPrintableASCII: Bool { utf8.allSatisfy { (0x20..<0x7F).contains($0) } }
}
