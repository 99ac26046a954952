/// The error for an invalid query: the reason and the place.
public struct QueryError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The reason, and what to type instead, in one or two sentences.
    public let message: String
    /// The query as typed.
    public let query: String
    /// The part of the query that the error is about, in Unicode scalars; never empty.
    public let range: Range<Int>
    /// Whether more text after the query could make it valid.
    public let isUnfinished: Bool

    /// The probable meaning of that part, if known.
    let meant: String?
    /// Whether the error is that saved searches contain each other.
    var isCircle = false

    /// The query that was probably meant; `nil` if unknown.
    public var meantQuery: String? {
        meant.map { QueryText.replacing(range, of: query, by: $0) }
    }

    /// The part of the query that the error is about, cut to a length that people read at a glance.
    public var piece: String { text(range.prefix(24)) }

    /// The text before that part.
    public var lead: String { text(0..<range.lowerBound) }

    public var description: String { "\(piece): \(message)" }

    private func text(_ range: Range<Int>) -> String {
        let scalars = query.unicodeScalars.dropFirst(range.lowerBound).prefix(range.count)
        return String(String.UnicodeScalarView(scalars))
    }
}
