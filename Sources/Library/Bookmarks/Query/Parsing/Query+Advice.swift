extension Query {
    /// Returns a sentence of advice for a query that finds nothing; `nil` if there is none.
    ///
    /// - Parameter triedLetters: whether the list also searched for the letters of the word.
    public func adviceWithoutHits(triedLetters: Bool = false) -> String? {
        if let hint = hintOfUnknownField { return hint }
        let words = text.split(separator: " ")
        if root.hasExactWord {
            return "Capitals matter here. In small letters: "
                + "\(text.lowercased())"
        }
        guard !triedLetters, words.count == 1, text.count > 2, text.allSatisfy(\.isLetter)
        else { return nil }
        return "To look for these letters with others between them: ~\(text)"
    }

    /// The query for the same words in the text of documents; `nil` unless it has plain words only.
    public var askingText: String? {
        let words = text.split(separator: " ")
        let isPlain = words.allSatisfy { word in
            word.lowercased() != "or" && word.allSatisfy { $0.isLetter || $0.isNumber }
        }
        guard isPlain, !words.isEmpty, textPhrases.isEmpty else { return nil }
        return words.map { "text:\($0)" }.joined(separator: " ")
    }

    /// A sentence about a word that looks like an unknown field; `nil` if there is no such word.
    public var hintOfUnknownField: String? {
        guard let unknownField else { return nil }
        if let field = FieldName(rawValue: unknownField.lowercased()) {
            return "\(unknownField): is not a field; searching for it as text. Fields have small "
                + "letters: \(field.rawValue):"
        }
        if Self.dates.contains(unknownField.lowercased()) {
            return "\(unknownField): is not a field; searching for it as text. To search by date: "
                + "after: and before:, such as after:2026-11"
        }
        let fields = FieldName.allCases.map { $0.rawValue + ":" }.joined(separator: " ")
        return "\(unknownField): is not a field; searching for it as text. Fields: \(fields)"
    }

    /// Returns the part of a word before a colon, if it looks like a field: not the scheme of an
    /// address, a host before its port, or a word that ends with the colon.
    static func unknownField(_ word: String) -> String? {
        guard let colon = word.firstIndex(of: ":") else { return nil }
        let name = word[..<colon]
        let rest = word[colon...].dropFirst()
        guard name.count > 1, name.allSatisfy({ $0.isASCII && $0.isLetter }),
            let next = rest.first, next != "/", next != ":",
            !schemes.contains(name.lowercased())
        else { return nil }
        if next.isNumber {
            let isMeant =
                FieldName(rawValue: name.lowercased()) != nil || dates.contains(name.lowercased())
            return isMeant ? String(name) : nil
        }
        return String(name)
    }

    /// Words that people use for the time of a bookmark.
    private static let dates: Set = [
        "added", "changed", "created", "date", "edited", "modified", "on", "opened", "since",
        "time", "until", "updated", "when", "year",
    ]

    /// Schemes without slashes after the colon.
    private static let schemes: Set = [
        "about", "chrome", "data", "doi", "file", "geo", "git", "http", "https", "irc",
        "javascript", "magnet", "mailto", "news", "sms", "tel", "urn", "xmpp",
    ]
}

extension Query.Node {
    /// Whether the case of a word counts, because it was typed with capitals.
    fileprivate var hasExactWord: Bool {
        switch self {
        case .all(let nodes), .any(let nodes): nodes.contains(where: \.hasExactWord)
        case .term(.text(.word(let word), _)): word.isExact
        case .not, .term: false
        }
    }
}
