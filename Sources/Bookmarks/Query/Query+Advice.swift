extension Query {
    /// What may help somebody whose query finds nothing, in a sentence; `nil` when there is nothing
    /// to say.
    public var adviceWithoutHits: String? {
        let words = text.split(separator: " ")
        if let name = words.lazy.compactMap(Self.unknownField).first {
            let fields = FieldName.allCases.map { $0.rawValue + ":" }.joined(separator: " ")
            return "\(name): is no field of a query. There are \(fields)"
        }
        if root.hasExactWord { return "A capital counts. In small letters: \(text.lowercased())" }
        guard words.count == 1, text.count > 2, text.allSatisfy(\.isLetter) else { return nil }
        return "~\(text) finds these letters with others between them."
    }

    /// What stands before a colon in a word as if it were a field. What leads to a page is none.
    private static func unknownField(_ word: Substring) -> Substring? {
        let word = word.drop { $0 == "-" || $0 == "(" }
        guard let colon = word.firstIndex(of: ":"), !word[colon...].hasPrefix("://") else {
            return nil
        }
        let name = word[..<colon]
        let isName = name.count > 1 && name.allSatisfy { $0.isASCII && $0.isLetter }
        return isName && FieldName(rawValue: String(name)) == nil ? name : nil
    }
}

extension Query.Node {
    /// Whether a word must be found in the case in which it was typed.
    fileprivate var hasExactWord: Bool {
        switch self {
        case .all(let nodes), .any(let nodes): nodes.contains(where: \.hasExactWord)
        case .term(.text(.word(let word), _)): word.isExact
        case .not, .term: false
        }
    }
}
