/// Hints about an element's content in its class and id, from words that designers use.
struct NameHints: OptionSet, Sendable {
    let rawValue: UInt16

    /// The element is a menu, an advertisement, comments, or the like.
    static let unlikely = NameHints(rawValue: 1)
    /// The element may still be the article.
    static let maybe = NameHints(rawValue: 2)
    static let goodClass = NameHints(rawValue: 4)
    static let badClass = NameHints(rawValue: 8)
    static let goodID = NameHints(rawValue: 16)
    static let badID = NameHints(rawValue: 32)
    static let byline = NameHints(rawValue: 64)
    static let share = NameHints(rawValue: 128)

    init(rawValue: UInt16) { self.rawValue = rawValue }

    init(_ node: PageTree.Node) {
        self = []
        let classes = (node["class"] ?? "").utf8.map(Self.lowercased)
        let id = (node["id"] ?? "").utf8.map(Self.lowercased)
        if classes.isEmpty, id.isEmpty { return }
        let both = classes + [0x20] + id
        if Self.unlikelyWords.isIn(both) { insert(.unlikely) }
        if Self.maybeWords.isIn(both) { insert(.maybe) }
        if Self.goodWords.isIn(classes) { insert(.goodClass) }
        if Self.badWords.isIn(classes) || Self.hasWord("hid", classes) { insert(.badClass) }
        if Self.goodWords.isIn(id) { insert(.goodID) }
        if Self.badWords.isIn(id) || Self.hasWord("hid", id) { insert(.badID) }
        if Self.bylineWords.isIn(both) { insert(.byline) }
        if Self.shareWords.contains(where: { Self.hasWord($0, both) }) { insert(.share) }
    }

    /// The points that the names give to an element.
    var weight: Float {
        var weight: Float = 0
        if contains(.goodClass) { weight += 25 }
        if contains(.badClass) { weight -= 25 }
        if contains(.goodID) { weight += 25 }
        if contains(.badID) { weight -= 25 }
        return weight
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        byte &- 0x41 < 26 ? byte | 0x20 : byte
    }

    /// Whether a text contains a word that is not part of another.
    private static func hasWord(_ word: StaticString, _ text: [UInt8]) -> Bool {
        let word = word.withUTF8Buffer { Array($0) }
        return text.split { $0 &- 0x61 >= 26 && $0 &- 0x30 >= 10 && $0 < 0x80 }
            .contains { $0.elementsEqual(word) }
    }

    private static let shareWords: [StaticString] = ["share", "sharedaddy"]
    private static let unlikelyWords = WordList(
        """
        -ad- ai2html banner breadcrumbs combx comment community cover-wrap disqus extra footer gdpr
        header legends menu related remark replies rss shoutbox sidebar skyscraper social sponsor
        supplemental ad-break agegate pagination pager popup yom-remote cookie newsletter
        """)
    private static let maybeWords = WordList(
        "and article body column content main mathjax shadow")
    private static let goodWords = WordList(
        """
        article body content entry hentry h-entry main page pagination post text blog story
        """)
    private static let badWords = WordList(
        """
        -ad- hidden banner combx comment com- contact footer gdpr masthead media meta outbrain
        promo related scroll share shoutbox sidebar skyscraper sponsor shopping tags widget
        """)
    private static let bylineWords = WordList("byline author dateline writtenby p-author")
}

/// Words to search for together, even as parts of others.
struct WordList: Sendable {
    /// The words by their first byte.
    private var words: [[[UInt8]]]

    /// - Parameter text: The words in lower case, separated by white space.
    init(_ text: String) {
        words = Array(repeating: [], count: 256)
        for word in text.split(whereSeparator: \.isWhitespace) {
            let bytes = Array(word.utf8)
            words[Int(bytes[0])].append(bytes)
        }
    }

    func isIn(_ text: [UInt8]) -> Bool {
        for index in text.indices {
            for word in words[Int(text[index])] where text[index...].starts(with: word) {
                return true
            }
        }
        return false
    }
}
