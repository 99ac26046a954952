/// A query that means nothing: where and why.
public struct QueryError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Why, and what to type instead: one sentence or two.
    public let message: String
    /// The query, as it was typed.
    public let query: String
    /// The Unicode scalars of the query that the message is about, never none.
    public let range: Range<Int>
    /// Whether something typed behind the query can make it right.
    public let isUnfinished: Bool

    /// The probable meaning of that piece, if that is known.
    let meant: String?
    /// Whether it is about saved searches that contain each other.
    var isCircle = false

    /// The query that was probably meant; `nil` if that is not known.
    public var meantQuery: String? {
        meant.map { QueryText.replacing(range, of: query, by: $0) }
    }

    /// The piece of the query that the message is about, cut to a length that one takes in at a
    /// glance.
    public var piece: String { text(range.prefix(24)) }

    /// The text before that piece.
    public var lead: String { text(0..<range.lowerBound) }

    public var description: String { "\(piece): \(message)" }

    private func text(_ range: Range<Int>) -> String {
        let scalars = query.unicodeScalars.dropFirst(range.lowerBound).prefix(range.count)
        return String(String.UnicodeScalarView(scalars))
    }
}
