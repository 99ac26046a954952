/// Why there is no readable text of a page.
public struct ExtractionFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of failure, for programs.
    public enum Code: String, Sendable, Hashable {
        /// The page has no text, or its scripts make it.
        case noText = "no-text"
        /// The bytes are not a page.
        case notPage = "not-a-page"
        /// The page, or the memory to read it in, is too large.
        case tooLarge = "too-large"
        /// Finding the text takes too long.
        case tooSlow = "too-slow"
        /// The child process ended without an answer, or could not be started.
        case crashed
    }

    public var code: Code
    /// A sentence for a person, without a capital and a full stop.
    public var reason: String

    public init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    public var description: String { reason }
}
