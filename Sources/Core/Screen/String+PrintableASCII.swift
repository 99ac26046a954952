extension UInt8 {
    /// Whether the byte is printable ASCII, which every terminal draws in one column.
    var isPrintableASCII: Bool { (0x20..<0x7F).contains(self) }
}

extension String {
    /// Whether all of the text is printable ASCII, which every terminal draws in one column. Most
    /// text is, and then needs no further check.
    public var isPrintableASCII: Bool { utf8.allSatisfy(\.isPrintableASCII) }
}
