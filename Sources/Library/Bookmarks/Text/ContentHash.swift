import Replication

/// Short numbers that stand for long contents, the same in all versions and on all machines, as
/// Swift's own hashes are not.
public enum ContentHash {
    /// The number of a text.
    public static func of(_ text: String) -> UInt64 {
        var text = text
        return text.withUTF8 { of(UnsafeRawBufferPointer($0)) }
    }

    /// FNV-1a, 64 bits (http://www.isthe.com/chongo/tech/comp/fnv). Two contents may share a number
    /// by chance, and by intent.
    private static func of(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return hash
    }

    /// The number of the fields of a bookmark.
    static func of(_ fields: [String: PropertyListValue]) -> UInt64 {
        PropertyListValue.dictionary(fields).encoded().withUnsafeBytes { of($0) }
    }
}
