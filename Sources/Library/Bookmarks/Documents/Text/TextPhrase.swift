/// Consecutive words to search for in the text of documents.
public struct TextPhrase: Sendable, Hashable {
    /// The phrase as typed, without quotes.
    public let typed: String
    /// The words, as ``TextTokens`` makes them. If there are none, every text matches.
    public let tokens: [String]
    /// Whether the last word may be the beginning of a longer one.
    public let isBeginning: Bool

    /// - Parameter isWhole: whether the last word must match a whole word.
    public init(_ typed: String, isWhole: Bool = false) {
        self.typed = typed
        var found: [TextTokens.Token] = []
        TextTokens.forEach(in: typed) {
            found.append($0)
            return true
        }
        // A run of East Asian letters may end in the query and continue in the text.
        if let last = found.last, last.isLastLetter, found.dropLast().last?.isPair == true,
            found.dropLast().last?.range.upperBound == last.range.upperBound
        {
            found.removeLast()
        }
        tokens = found.map { String(decoding: $0.bytes, as: UTF8.self) }
        switch found.last {
        case let last? where last.isLastLetter: isBeginning = true
        case let last? where last.isPair: isBeginning = false
        default: isBeginning = !isWhole && !found.isEmpty
        }
    }

    /// Whether the tokens read last end with this phrase.
    func isFound(atEndOf recent: some BidirectionalCollection<TextTokens.Token>) -> Bool {
        guard !tokens.isEmpty, recent.count >= tokens.count else { return false }
        var isLast = true
        for (token, wanted) in zip(recent.reversed(), tokens.reversed()) {
            let isFound =
                isLast && isBeginning
                ? token.bytes.starts(with: wanted.utf8) : token.bytes.elementsEqual(wanted.utf8)
            if !isFound { return false }
            isLast = false
        }
        return true
    }

    /// Whether the phrase is in any of these texts. This is the reference definition: a text index
    /// must find the same.
    public func isFound(in texts: [String]) -> Bool {
        var recent: [TextTokens.Token] = []
        var isFound = false
        for text in texts {
            TextTokens.forEach(in: text) { token in
                if tokens.isEmpty {
                    isFound = true
                    return false
                }
                recent.append(token)
                if recent.count > tokens.count { recent.removeFirst() }
                isFound = isFound || self.isFound(atEndOf: recent)
                return !isFound
            }
        }
        return isFound
    }
}
