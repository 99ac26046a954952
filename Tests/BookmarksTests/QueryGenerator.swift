/// Queries of all kinds, some of which match bookmarks from ``BookmarkRow/random(id:using:)``.
enum QueryGenerator {
    static func query(depth: Int = 2, using random: inout SeededGenerator) -> String {
        let count = Int.random(in: 1...3, using: &random)
        return (0..<count).map { _ in
            let not = Int.random(in: 0..<4, using: &random) == 0 ? "-" : ""
            if depth > 0, Int.random(in: 0..<4, using: &random) == 0 {
                let (left, right) = (query(depth: depth - 1, using: &random), term(using: &random))
                return not + "(\(left) or \(right))"
            }
            return not + term(using: &random)
        }.joined(separator: " ")
    }

    private static func term(using random: inout SeededGenerator) -> String {
        func pick(_ all: [String]) -> String { all.randomElement(using: &random) ?? "" }
        let word = pick([
            "s", "sw", "Sw", "swift", "lang", "a", "b", "é", "É", "e", "E", "straße", "σας", "ΣΑ",
            "i",
            "日", "жу", "Ж", "z", "\u{1}", "swfit", "sqift", "swiift", "siwft", "swifz", "strrase",
            "starße", "swifft lnag", "\"t S\"", "\"a b\"", "n",
        ])
        switch Int.random(in: 0..<19, using: &random) {
        case 0: return "name:" + word
        case 1: return "url:" + word
        case 2: return "note:" + word
        case 13:
            return "note:\"" + pick(["notes on ", "Notes  on ", "s o", "on  "])
                + word.filter { $0 != "\"" } + "\""
        case 3: return "#" + word.filter { $0 != "\"" && $0 != " " }
        case 4: return "site:" + word
        case 5: return "in:" + pick(["", "work", "Work", "Work/", "a", word])
        case 6: return pick(["before:", "after:"]) + pick(["1970", "1971", "1969-12-31", "1h"])
        case 7:
            return pick([
                "is:conflict", "is:duplicate", "is:broken", "is:unopened", "is:unread",
                "is:archived", "-is:archived", "description:", "description:says",
            ])
        case 14:
            return pick([
                "has:page", "has:note", "has:file", "file:md", "file:", "is:remote", "is:unsent",
                "is:saved",
                "text:", "text:\"on s\"", "text:" + word.filter { $0 != "\"" && $0 != " " },
            ])
        case 8: return "~" + word.filter { $0 != "\"" && $0 != " " }
        case 9: return pick(["", "name:", "note:", "url:"]) + "/" + pattern(using: &random) + "/"
        case 10: return pick(["name:", "url:", "note:", "#", "site:", "tag:", "folder:"])
        case 11:
            return pick(["tag:", "tag:#"])
                + pick([
                    "swift", "Swift", "SWIFT", "é", "e", "STRASSE", "straße", "ΣΑΣ", "жук", "z",
                ])
        case 12: return "folder:" + pick(["Work", "Work/", "work", "Work/Swift", "Work/a", "Wor"])
        default: return word
        }
    }

    /// A regular expression with a small alphabet.
    static func pattern(
        depth: Int = 2, letters: [String] = ["s", "w", "a", "t", "é", "Ж", "[a-t]", "[^ws]", "日"],
        using random: inout SeededGenerator
    ) -> String {
        func one() -> String {
            switch Int.random(in: 0..<10, using: &random) {
            case 0 where depth > 0:
                return "(" + pattern(depth: depth - 1, letters: letters, using: &random) + "|"
                    + pattern(depth: depth - 1, letters: letters, using: &random) + ")"
            case 1: return ["\\b", "^", "$", "\\B"].randomElement(using: &random) ?? ""
            case 2: return ["\\w", "\\W", "\\d", "\\s", "."].randomElement(using: &random) ?? ""
            default:
                let letter = letters.randomElement(using: &random) ?? ""
                let count = ["", "", "", "*", "+", "?", "{2}", "{1,3}", "{0,}"]
                return letter + (count.randomElement(using: &random) ?? "")
            }
        }
        return (0..<Int.random(in: 1...4, using: &random)).map { _ in one() }.joined()
    }
}
