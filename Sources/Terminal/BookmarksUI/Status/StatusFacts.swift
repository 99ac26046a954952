import Bookmarks

/// Facts about a device, in addition to the state of syncing, for the status page and `cloudy
/// status`.
public struct StatusFacts: Sendable, Hashable {
    public var bookmarks: Int
    /// The address of the server; `nil` if devices use the local cloud.
    public var server: String?
    /// Whether this device seals the records that it sends.
    public var isSealed: Bool
    /// Whether nothing is sealed by a person's choice, although this device has a key.
    public var staysUnsealed: Bool
    /// Whether the device's agent is running.
    public var isAgentAtWork: Bool
    /// Whether a person paused all transfers of documents.
    public var areTransfersPaused: Bool
    /// The folder of the home.
    public var home: String
    /// The property list, and the number of bookmarks that changed since it was written.
    public var plist: String
    public var plistBehind: Int
    /// The other devices in the same home.
    public var otherDevices: [String]
    /// The name of the latest backup.
    public var backup: String?

    public init(
        bookmarks: Int, home: String, plist: String, plistBehind: Int, otherDevices: [String],
        backup: String? = nil, server: String? = nil, isSealed: Bool = false,
        staysUnsealed: Bool = false, isAgentAtWork: Bool = false, areTransfersPaused: Bool = false
    ) {
        self.bookmarks = bookmarks
        self.server = server
        self.isSealed = isSealed
        self.staysUnsealed = staysUnsealed
        self.isAgentAtWork = isAgentAtWork
        self.areTransfersPaused = areTransfersPaused
        self.home = home
        self.plist = plist
        self.plistBehind = plistBehind
        self.otherDevices = otherDevices
        self.backup = backup
    }

    /// The number of changes that the property list lacks, in words.
    public var plistWords: String {
        plistBehind == 0 ? "up to date" : "\(counted(plistBehind, "change")) behind"
    }
}
