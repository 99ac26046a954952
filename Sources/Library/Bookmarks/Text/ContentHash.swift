import Replication

/// Short numbers that stand for long contents: see ``FNV1a``.
public enum ContentHash {
    /// The number of a text.
    public static func of(_ text: String) -> UInt64 { FNV1a(text).value }

    /// The number of the fields of a bookmark.
    static func of(_ fields: [String: PropertyListValue]) -> UInt64 {
        FNV1a(PropertyListValue.dictionary(fields).encoded()[...]).value
    }
}
