/// The reason why typed text can't be a bookmark's URL.
public struct WebAddressError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of problem.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        private enum Value: String {
            case empty, noScheme, unknownScheme, nothingAfterScheme, impossibleHost,
                controlCharacter, tooLong
        }
        private var value: Value

        /// Nothing but white space.
        public static let empty = Code(value: .empty)
        /// No `https:` or the like in front; ``WebAddressError/suggestion`` has one.
        public static let noScheme = Code(value: .noScheme)
        /// A scheme that looks like a slip; ``WebAddressError/suggestion`` has another.
        public static let unknownScheme = Code(value: .unknownScheme)
        /// Only a scheme, or a web address without a host.
        public static let nothingAfterScheme = Code(value: .nothingAfterScheme)
        /// A host with a blank in it, with half an IPv6 address, or with an impossible number.
        public static let impossibleHost = Code(value: .impossibleHost)
        /// A line break, a NUL or another character that no URL can hold.
        public static let controlCharacter = Code(value: .controlCharacter)
        /// More bytes than ``WebAddress/maximumBytes``.
        public static let tooLong = Code(value: .tooLong)

        public var description: String { value.rawValue }
    }

    public var code: Code
    /// The problem and what to do, in one line that is short for every input.
    public var message: String
    /// The probable intention: a text that will be accepted.
    public var suggestion: String?

    public var description: String { message }
}
