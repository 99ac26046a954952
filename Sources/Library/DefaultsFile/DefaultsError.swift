/// The reason why the property list couldn't be read or written.
public struct DefaultsError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of failure.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        private enum Value: String {
            case missing, corrupt, newer, changed, cannotRead, cannotWrite
        }
        private var value: Value

        /// There is no file.
        public static let missing = Code(value: .missing)
        /// The file is not a property list of bookmarks, or is dangerous to decode.
        /// ``DefaultsFile/setAsideCorrupt(now:)`` moves it aside.
        public static let corrupt = Code(value: .corrupt)
        /// A newer version of Cloudy wrote the file. It must stay as it is.
        public static let newer = Code(value: .newer)
        /// The file isn't the one that should be replaced, and stays as it is.
        public static let changed = Code(value: .changed)
        /// The file can't be read; whether it is good isn't known.
        public static let cannotRead = Code(value: .cannotRead)
        public static let cannotWrite = Code(value: .cannotWrite)

        public var description: String { value.rawValue }
    }

    public var code: Code
    public var path: String
    /// The problem and its solution.
    public var message: String

    init(_ code: Code, _ path: String, _ message: String) {
        self.code = code
        self.path = path
        self.message = message
    }

    public var description: String { message }
}
