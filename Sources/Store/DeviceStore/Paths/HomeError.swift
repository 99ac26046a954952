/// The reason why a home could not be opened. Its files are unchanged.
public struct HomeError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of failure.
    public struct Code: Sendable, Hashable {
        private enum Value { case usage, configuration, cannotWrite, notAllowed, damaged }
        private var value: Value

        /// Invalid input, such as a device name with a slash.
        public static let usage = Code(value: .usage)
        /// The machine is not set up for Cloudy: a network file system, or a newer file format.
        public static let configuration = Code(value: .configuration)
        /// The disk is full or cannot be written.
        public static let cannotWrite = Code(value: .cannotWrite)
        public static let notAllowed = Code(value: .notAllowed)
        /// A file is damaged.
        public static let damaged = Code(value: .damaged)
    }

    public var code: Code
    /// The failure, the likely reason, and what to type next.
    public var message: String

    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    public var description: String { message }
}
