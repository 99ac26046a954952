public import Replication

extension Quota {
    /// What a cloud on one's own disk allows: a gibibyte, and as many keys as fit in it.
    public static let generous = Quota(maximumBytes: 1 << 30)

    /// What iCloud allows a program: a mebibyte in 1,024 keys.
    public static let icloud = Quota(maximumBytes: 1_048_576, maximumKeys: 1024)
}
