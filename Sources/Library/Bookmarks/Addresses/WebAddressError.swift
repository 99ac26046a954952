/// The reason why typed text can't be a bookmark's URL.
public struct WebAddressError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of problem.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        private enum Value: String {
            case empty, noScheme, unknownScheme, nothingAfterScheme, impossibleHost,
                controlCharacter, tooLong
        }
        private var value: Value

        /// The text has only white space.
        public static let empty = Code(value: .empty)
        /// The text has no scheme such as `https:`; ``WebAddressError/suggestion`` adds one.
        public static let noScheme = Code(value: .noScheme)
        /// The scheme looks misspelled; ``WebAddressError/suggestion`` corrects it.
        public static let unknownScheme = Code(value: .unknownScheme)
        /// Nothing follows the scheme, or a web address has no host.
        public static let nothingAfterScheme = Code(value: .nothingAfterScheme)
        /// The host has a blank in it, half an IPv6 address, or an invalid IP address.
        public static let impossibleHost = Code(value: .impossibleHost)
        /// The text has a line break, a NUL or another character that no URL can hold.
        public static let controlCharacter = Code(value: .controlCharacter)
        /// The text has more bytes than ``WebAddress/maximumBytes``.
        public static let tooLong = Code(value: .tooLong)

        public var description: String { value.rawValue }
    }

    public var code: Code
    /// The problem and its solution, in one line that is short for every input.
    public var message: String
    /// The probable intention, as a text that will be accepted.
    public var suggestion: String?

    public var description: String { message }
}
