/// Encodes texts with their lengths, so that they may contain any character.
struct CountedTexts {
    private(set) var bytes: [UInt8] = []

    init() {}

    mutating func append(_ text: String) {
        bytes += Array("\(text.utf8.count):".utf8) + Array(text.utf8)
    }

    /// Reads the encoded texts in order.
    struct Reader {
        private var rest: ArraySlice<UInt8>

        init(_ bytes: [UInt8]) { rest = bytes[...] }

        var isAtEnd: Bool { rest.isEmpty }

        /// Reads the next text; returns `nil` if there is none.
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
