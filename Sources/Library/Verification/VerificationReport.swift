/// The result of comparing the replica, the property list and the cloud of a device.
public struct VerificationReport: Sendable, Hashable {
    public var device: String
    public var verdict: Verdict
    /// The replica; `nil` if none can be read.
    public var replica: Place?
    /// The property list; `nil` if none can be read.
    public var defaults: Place?
    /// The cloud; `nil` if none can be read.
    public var cloud: Place?
    /// The number of unsent edits.
    public var unsent: Int
    /// The number of changes in the cloud that are not fetched yet.
    public var unfetched: Int
    /// The number of bookmarks that changed since the property list was written.
    public var defaultsBehind: Int
    /// The differences and the damage, the worst first.
    public var findings: [Finding]
    /// The number of documents whose contents were checked.
    public var documents = 0

    /// The verdict on all findings together.
    public enum Verdict: String, Sendable, Hashable {
        /// All three have the same bookmarks.
        case same
        /// They differ only by edits that are not sent, fetched, written or applied yet.
        case waiting
        case damaged
    }

    /// The contents of one of the three.
    public struct Place: Sendable, Hashable {
        public var bookmarks: Int
        public var recentlyDeleted: Int
        /// The number of records of any kind; `nil` for a place without records.
        public var records: Int?
        /// The digest, equal for equal bookmarks: sixteen hexadecimal digits.
        public var digest: String
    }

    /// A difference, or damage.
    public struct Finding: Sendable, Hashable {
        public var isDamage: Bool
        /// The difference or damage and its usual cause, in sentences.
        public var message: String
        /// The ids of the bookmarks concerned, or other keys.
        public var ids: [String]
        /// The next command to type, or thing to do.
        public var next: String
    }
}
