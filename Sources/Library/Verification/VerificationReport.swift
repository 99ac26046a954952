/// The result of comparing the replica, the property list and the cloud of a device.
public struct VerificationReport: Sendable, Hashable {
    public var device: String
    public var verdict: Verdict
    /// `nil` where there is none that can be read.
    public var replica: Place?
    /// `nil` where there is none that can be read.
    public var defaults: Place?
    /// `nil` where there is none that can be read.
    public var cloud: Place?
    /// How many edits wait to be sent.
    public var unsent: Int
    /// How many changes of the cloud wait to be fetched.
    public var unfetched: Int
    /// How many bookmarks changed since the property list was written.
    public var defaultsBehind: Int
    /// The differences and the damage, the worst first.
    public var findings: [Finding]

    /// The verdict on all findings together.
    public enum Verdict: String, Sendable, Hashable {
        /// All three hold the same.
        case same
        /// They differ by edits that were not sent, fetched, written or taken in yet: nothing is
        /// wrong.
        case waiting
        case damaged
    }

    /// The contents of one of the three.
    public struct Place: Sendable, Hashable {
        public var bookmarks: Int
        public var recentlyDeleted: Int
        /// How many records there are, of whatever; `nil` where there are none by nature.
        public var records: Int?
        /// The same for the same bookmarks: sixteen hexadecimal digits.
        public var digest: String
    }

    /// One difference, or damage.
    public struct Finding: Sendable, Hashable {
        public var isDamage: Bool
        /// The finding and its usual cause, in sentences.
        public var message: String
        /// The ids of the bookmarks that it is about, or other keys.
        public var ids: [String]
        /// The next thing to type or to do.
        public var next: String
    }
}
