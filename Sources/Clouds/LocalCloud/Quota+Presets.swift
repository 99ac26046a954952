public import Replication

extension Quota {
    /// The limits of a cloud on your own disk: 1 GiB, and as many keys as fit.
    public static let generous = Quota(maximumBytes: 1 << 30)

    /// The limits of iCloud for a program: 1 MiB in 1,024 keys.
    public static let icloud = Quota(maximumBytes: 1_048_576, maximumKeys: 1024)
}
