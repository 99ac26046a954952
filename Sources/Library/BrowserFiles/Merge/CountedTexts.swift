/// Texts as bytes: each follows its length, so that any character may be in it.
struct CountedTexts {
    private(set) var bytes: [UInt8] = []

    init() {}

    mutating func append(_ text: String) {
        bytes += Array("\(text.utf8.count):".utf8) + Array(text.utf8)
    }

    /// Reads such bytes, one text after the other.
    struct Reader {
        private var rest: ArraySlice<UInt8>

        init(_ bytes: [UInt8]) { rest = bytes[...] }

        var isAtEnd: Bool { rest.isEmpty }

        /// The next text; `nil` where there is none.
        mutating func text() -> String? {
            guard let colon = rest.firstIndex(of: 0x3A),
                let count = Int(String(decoding: rest[..<colon], as: UTF8.self)), count >= 0,
                rest.endIndex - colon > count
            else { return nil }
            rest = rest[(colon + 1)...]
            defer { rest = rest.dropFirst(count) }
            return String(decoding: rest.prefix(count), as: UTF8.self)
        }

        mutating func number() -> Int? { text().flatMap { Int($0) } }
    }
}
