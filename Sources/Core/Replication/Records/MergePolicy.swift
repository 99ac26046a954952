/// The rule for concurrent changes of one key by two devices.
///
/// A policy is data, not code, so that any process that shares a replica can merge for an app that
/// is not running.
public enum MergePolicy: Sendable, Hashable {
    /// Keeps the whole value with the later stamp, and the other one as superseded.
    case latest
    /// Merges dictionaries field by field against the common base. Fields named in `sets` hold
    /// arrays, which are merged as sets. If both changed a field, the value with the later stamp
    /// wins, and the other one is kept as superseded.
    case fields(sets: [String])
}

/// The policies of a store: one for each declared prefix of keys, ``MergePolicy/latest`` for all
/// others.
public struct MergePolicies: Sendable, Hashable {
    /// Policies by prefix.
    public private(set) var byPrefix: [String: MergePolicy]

    public init(_ byPrefix: [String: MergePolicy] = [:]) {
        self.byPrefix = byPrefix
    }

    /// Declares the policy of keys that begin with `prefix`, in place of an earlier one.
    public mutating func declare(_ policy: MergePolicy, forPrefix prefix: String) {
        byPrefix[prefix] = policy
    }

    /// Returns the policy of the longest declared prefix of `key`.
    public func policy(forKey key: String) -> MergePolicy {
        byPrefix.filter { key.utf8.starts(with: $0.key.utf8) }
            .max { $0.key.utf8.count < $1.key.utf8.count }?.value ?? .latest
    }
}
