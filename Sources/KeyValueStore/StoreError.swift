import Replication

/// Why a write was refused. Nothing was changed.
public struct StoreError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What kind of failure it was.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        private enum Value: String { case keyTooLong, valueTooLarge, nestedTooDeep, emptyKey }
        private var value: Value

        public static let emptyKey = Code(value: .emptyKey)
        public static let keyTooLong = Code(value: .keyTooLong)
        public static let valueTooLarge = Code(value: .valueTooLarge)
        public static let nestedTooDeep = Code(value: .nestedTooDeep)

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

/// What a store takes. What could never fit is refused at once.
public struct StoreLimits: Sendable, Hashable {
    /// In bytes of UTF-8.
    public var maximumKeyLength: Int
    /// In bytes of the encoded value.
    public var maximumValueBytes: Int

    public init(maximumKeyLength: Int = 64, maximumValueBytes: Int = 1_048_576) {
        self.maximumKeyLength = maximumKeyLength
        self.maximumValueBytes = maximumValueBytes
    }

    func check(_ value: PropertyListValue?, forKey key: String) throws(StoreError) {
        if key.isEmpty { throw StoreError(.emptyKey, key: key, "A key must not be empty.") }
        if key.utf8.count > maximumKeyLength {
            throw StoreError(
                .keyTooLong, key: key,
                "The key “\(key.prefix(80))” is longer than \(maximumKeyLength) bytes.")
        }
        guard let value else { return }
        if !value.isWithinDepth {
            throw StoreError(
                .nestedTooDeep, key: key,
                "The value of “\(key)” nests deeper than \(PropertyListValue.maximumDepth) levels.")
        }
        let bytes = value.encoded().count
        if bytes > maximumValueBytes {
            throw StoreError(
                .valueTooLarge, key: key,
                "The value of “\(key)” takes \(bytes) bytes; \(maximumValueBytes) are allowed.")
        }
    }
}
