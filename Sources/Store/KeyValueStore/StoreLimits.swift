import Replication

/// The limits of a store. A value that could never fit is refused at once. If a total is set, a
/// value that does not fit now is refused, too.
///
/// The bytes of a value are the UTF-8 of text, the length of data, and the encoded length of any
/// other type. Keys do not count.
public struct StoreLimits: Sendable, Hashable {
    /// The longest key, in UTF-16 units, which is also the length of Apple's `NSString`.
    public var maximumKeyLength: Int
    /// The largest value, in bytes.
    public var maximumValueBytes: Int
    /// The most bytes of all values together; `nil` leaves the limit to the cloud, which refuses
    /// later.
    public var maximumTotalBytes: Int?
    /// The most keys with a value; `nil` leaves the limit to the cloud.
    public var maximumKeys: Int?

    public init(
        maximumKeyLength: Int = 128, maximumValueBytes: Int = 1_048_576,
        maximumTotalBytes: Int? = nil, maximumKeys: Int? = nil
    ) {
        self.maximumKeyLength = maximumKeyLength
        self.maximumValueBytes = maximumValueBytes
        self.maximumTotalBytes = maximumTotalBytes
        self.maximumKeys = maximumKeys
    }

    /// The limits of iCloud for an app: 1,024 keys of 128 UTF-16 units, 1 MiB for each value and
    /// for all values together.
    ///
    /// Source: “NSUbiquitousKeyValueStore”, Apple Developer Documentation. Older editions of that
    /// page allow keys of 64 bytes.
    public static let icloud = StoreLimits(maximumTotalBytes: 1_048_576, maximumKeys: 1024)

    /// Throws when a value, or `nil` for a removal, could never be stored under a key.
    func check(_ value: PropertyListValue?, forKey key: String) throws(StoreError) {
        if key.isEmpty { throw StoreError(.emptyKey, key: key, "A key must not be empty.") }
        if key.utf16.count > maximumKeyLength {
            throw StoreError(
                .keyTooLong, key: key,
                "The key “\(key.prefix(80))” is longer than \(maximumKeyLength) UTF-16 units.")
        }
        guard let value else { return }
        if !value.isWithinDepth {
            throw StoreError(
                .nestedTooDeep, key: key,
                "The value of “\(key)” nests deeper than \(PropertyListValue.maximumDepth) levels.")
        }
        let bytes = value.contentCount
        if bytes > maximumValueBytes {
            throw StoreError(
                .valueTooLarge, key: key,
                "The value of “\(key)” takes \(bytes) bytes; \(maximumValueBytes) are allowed.")
        }
    }

    /// Returns whether a write was refused because the store as a whole is full.
    func isWantOfRoom(_ error: StoreError) -> Bool {
        switch error.code {
        case .tooManyKeys, .storeFull: true
        // The value alone exceeds the limit for all values.
        case .valueTooLarge: maximumTotalBytes != nil
        default: false
        }
    }

    var hasTotals: Bool { maximumTotalBytes != nil || maximumKeys != nil }

    /// Throws if a write makes the store exceed its limits. A store may always become smaller:
    /// other devices may have filled it beyond these limits.
    func check(_ usage: StoreUsage, was before: StoreUsage, key: String) throws(StoreError) {
        if let maximumKeys, usage.keys > maximumKeys, usage.keys > before.keys {
            throw StoreError(
                .tooManyKeys, key: key,
                "There is no space for the key “\(key)”: the limit is \(maximumKeys) keys. Remove "
                    + "some first.")
        }
        if let maximumTotalBytes, usage.bytes > maximumTotalBytes, usage.bytes > before.bytes {
            throw StoreError(
                .storeFull, key: key,
                "There is no space for the value of “\(key)”: the limit for all values together is "
                    + "\(maximumTotalBytes) bytes. Remove some first.")
        }
    }
}

/// The usage of a store.
public struct StoreUsage: Sendable, Hashable {
    /// The number of keys with a value.
    public var keys = 0
    /// The bytes of all values together.
    public var bytes = 0

    init(_ replica: any ReplicaReader) throws {
        let usage = try replica.liveUsage()
        (keys, bytes) = (usage.keys, usage.bytes)
    }
}
