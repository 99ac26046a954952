import Bookmarks

/// Random numbers that are the same in every run (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
        return bits ^ bits >> 31
    }
}

extension BookmarkRow {
    /// A row with few and short words, so that equal names, shared substrings and ties are common.
    static func random(id: Int, using generator: inout SeededGenerator) -> BookmarkRow {
        let parts = [
            "swift", "Swift", "lang", "a", "b", "É", "é", "straße", "ΣΑΣ", "σας", "İ", "日本", "👩‍💻",
            "Жук", "жук", "\u{0}", "\u{1}", "", "e\u{301}", "z",
        ]
        func text(_ count: Int, _ separator: String) -> String {
            (0..<Int.random(in: 0...count, using: &generator))
                .map { _ in parts.randomElement(using: &generator) ?? "" }
                .joined(separator: separator)
        }
        return BookmarkRow(
            id: "id\(id)", name: text(3, " "), url: "https://" + text(3, "/"), tags: text(3, " "),
            added: Double(Int.random(in: 0..<10, using: &generator)),
            modified: Double(Int.random(in: -3..<3, using: &generator)),
            lost: Bool.random(using: &generator) ? "" : "name@1",
            position: ["", "", "3", "30", "g4", "3zzz"].randomElement(using: &generator) ?? "",
            opened: Double(Int.random(in: 0..<3, using: &generator)),
            opens: Int.random(in: 0..<3, using: &generator),
            isUnread: Bool.random(using: &generator),
            // So rare that a small list often has none.
            isArchived: Int.random(in: 0..<6, using: &generator) == 0)
    }
}
