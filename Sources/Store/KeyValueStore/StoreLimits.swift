import Replication

/// The limits of a store. A value that could never fit is refused at once; if a total is set, so is
/// one that does not fit now.
///
/// Bytes are those of the values: the UTF-8 of text, the length of data, the encoded length of all
/// other types. Keys do not count.
public struct StoreLimits: Sendable, Hashable {
    /// In UTF-16 units, as Apple counts: an `NSString`'s length.
    public var maximumKeyLength: Int
    /// In bytes, for one value.
    public var maximumValueBytes: Int
    /// All values together; `nil` leaves it to the cloud, whose refusals come later.
    public var maximumTotalBytes: Int?
    /// How many keys may have a value; `nil` leaves it to the cloud.
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

    /// The limits of iCloud for an app: 1,024 keys of 128 UTF-16 units, a mebibyte a value and in
    /// all.
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

    /// Whether a write was refused because it is too much for the store as a whole.
    func isWantOfRoom(_ error: StoreError) -> Bool {
        switch error.code {
        case .tooManyKeys, .storeFull: true
        // One value that is larger than all together may be.
        case .valueTooLarge: maximumTotalBytes != nil
        default: false
        }
    }

    var hasTotals: Bool { maximumTotalBytes != nil || maximumKeys != nil }

    /// Throws when a store that was used so much has become too full. Getting smaller is always
    /// allowed: other devices may have filled the store beyond the limits of this one.
    func check(_ usage: StoreUsage, was before: StoreUsage, key: String) throws(StoreError) {
        if let maximumKeys, usage.keys > maximumKeys, usage.keys > before.keys {
            throw StoreError(
                .tooManyKeys, key: key,
                "There is no room for the key “\(key)”: the limit is \(maximumKeys) keys. Remove "
                    + "some first.")
        }
        if let maximumTotalBytes, usage.bytes > maximumTotalBytes, usage.bytes > before.bytes {
            throw StoreError(
                .storeFull, key: key,
                "There is no room for the value of “\(key)”: the limit for all values together is "
                    + "\(maximumTotalBytes) bytes. Remove some first.")
        }
    }
}

/// The usage of a store.
public struct StoreUsage: Sendable, Hashable {
    /// How many keys have a value.
    public var keys = 0
    /// All values together.
    public var bytes = 0

    init(_ replica: any ReplicaReader) throws {
        let usage = try replica.liveUsage()
        (keys, bytes) = (usage.keys, usage.bytes)
    }
}
