import Replication

/// Computes short hashes of long contents: see ``FNV1a``.
public enum ContentHash {
    /// Returns the hash of a text.
    public static func of(_ text: String) -> UInt64 { FNV1a(text).value }

    /// Returns the hash of the fields of a bookmark.
    static func of(_ fields: [String: PropertyListValue]) -> UInt64 {
        FNV1a(PropertyListValue.dictionary(fields).encoded()[...]).value
    }
}
