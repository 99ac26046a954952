/// A regular expression, or the letters of `~word`, that an ``ExpressionMatcher`` finds in folded
/// text.
struct Expression: Sendable, Hashable {
    /// The expression as typed, for messages.
    let text: String
    /// The expression as PCRE2 reads it.
    let source: String
    /// Whether case counts.
    let isExact: Bool
    /// Texts that every match contains, in this order and without overlap.
    let requiredTexts: [String]
    /// The letters of `~word`; none for a regular expression.
    var letters: [Unicode.Scalar] = []
    /// A factor for the number of steps that the expression may take.
    var weight = 1

    /// Returns an expression for the letters of a word with at most three other characters between
    /// two of them; `nil` for a word longer than ``fuzzyLimit``.
    static func fuzzy(_ word: String, isExact: Bool) -> Expression? {
        let folded = FoldedText.bytes(of: word, as: isExact ? .accentless : .search)
        let letters = Array(String(decoding: folded, as: UTF8.self).unicodeScalars)
        guard letters.count <= fuzzyLimit else { return nil }
        return Expression(
            text: "~" + word,
            source: letters.map(ExpressionPart.source).joined(separator: ".{0,3}"),
            isExact: isExact, requiredTexts: letters.map { String($0) }, letters: letters)
    }

    static let fuzzyLimit = 64

    /// The folding of the text that the expression is matched with.
    var form: FoldedText.Form { isExact ? .accentless : .search }
}

/// The error for a search that was stopped because an expression took too many steps.
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
