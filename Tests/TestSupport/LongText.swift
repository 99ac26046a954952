public import Testing

/// A text as the argument of a test. If it is long, the log shows its beginning and its size.
public struct LongText: Sendable, ExpressibleByStringLiteral, CustomTestStringConvertible {
    public let text: String

    public init(_ text: String) { self.text = text }
    public init(stringLiteral text: String) { self.text = text }
    public init(repeating piece: String, count: Int) {
        text = String(repeating: piece, count: count)
    }

    public var testDescription: String {
        let size = text.utf8.count
        return size <= 200 ? "\"\(text)\"" : "\"\(text.prefix(40))…\" (\(size) bytes)"
    }
}
