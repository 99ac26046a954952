/// The reason why a write was refused. Nothing was changed.
public struct StoreError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of failure.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        private enum Value: String {
            case keyTooLong, valueTooLarge, nestedTooDeep, emptyKey, tooManyKeys, storeFull
        }
        private var value: Value

        public static let emptyKey = Code(value: .emptyKey)
        public static let keyTooLong = Code(value: .keyTooLong)
        public static let valueTooLarge = Code(value: .valueTooLarge)
        public static let nestedTooDeep = Code(value: .nestedTooDeep)
        /// The store already has the most keys that its limits allow.
        public static let tooManyKeys = Code(value: .tooManyKeys)
        /// All values together would exceed the limit of the store.
        public static let storeFull = Code(value: .storeFull)

        public var description: String { value.rawValue }
    }

    public var code: Code
    public var key: String
    public var message: String

    init(_ code: Code, key: String, _ message: String) {
        self.code = code
        self.key = key
        self.message = message
    }

    public var description: String { message }
}
