/// A regular expression, or the letters of `~word`, to be found in folded text by an
/// ``ExpressionMatcher``.
struct Expression: Sendable, Hashable {
    /// The expression as typed, for messages.
    let text: String
    /// The expression as PCRE2 reads it.
    let source: String
    /// Whether upper and lower case differ.
    let isExact: Bool
    /// Texts that stand in everything it finds, in this order, and not in each other.
    let requiredTexts: [String]
    /// The letters of `~word`; none for a regular expression.
    var letters: [Unicode.Scalar] = []
    /// How many times as long as usual one step may take.
    var weight = 1

    /// The letters of a word, with at most three other characters between two of them. `nil` for a
    /// word that is longer than ``fuzzyLimit``.
    static func fuzzy(_ word: String, isExact: Bool) -> Expression? {
        let letters = word.unicodeScalars.flatMap { ScalarSet.folded($0, isExact: isExact) }
        guard letters.count <= fuzzyLimit else { return nil }
        return Expression(
            text: "~" + word,
            source: letters.map(ExpressionPart.source).joined(separator: ".{0,3}"),
            isExact: isExact, requiredTexts: letters.map { String($0) }, letters: letters)
    }

    static let fuzzyLimit = 64

    /// How the text is folded in which it is looked for.
    var form: FoldedText.Form { isExact ? .accentless : .search }
}

/// A search was given up because an expression took too many steps.
public struct CostlyExpression: Error, Hashable, CustomStringConvertible {
    /// The expression as typed.
    private let text: String

    init(_ expression: Expression) {
        text = expression.text
    }

    public var description: String {
        let shown = text.count > 40 ? text.prefix(40) + "…" : text[...]
        return "\(shown) takes too many steps, usually because a repetition is inside another, as "
            + "in (a+)+. Simplify it, or add a word to search fewer bookmarks."
    }
}
