/// The reason why a page has no readable text.
public struct ExtractionFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of failure, for programs.
    public enum Code: String, Sendable, Hashable {
        /// The page has no text, or scripts would make it.
        case noText = "no-text"
        /// The bytes are not a page.
        case notPage = "not-a-page"
        /// The page or the memory for it is too large.
        case tooLarge = "too-large"
        /// Extracting the text takes too long.
        case tooSlow = "too-slow"
        /// The child process ended without an answer, or could not start.
        case crashed
    }

    public var code: Code
    /// The reason as a sentence for a person, without a capital and a full stop.
    public var reason: String

    public init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    public var description: String { reason }
}
