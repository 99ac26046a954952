import Bookmarks

/// Facts about a device besides the state of syncing, for the screen and `cloudy status`.
public struct StatusFacts: Sendable, Hashable {
    public var bookmarks: Int
    /// Where the server is at which devices meet; `nil` where they meet on this machine.
    public var server: String?
    /// Whether this device seals the records it sends there.
    public var isSealed: Bool
    /// Whether nothing is sealed there because a person said so, although this device has a key.
    public var staysUnsealed: Bool
    /// Whether the program is at work that talks to the server for this device.
    public var isAgentAtWork: Bool
    /// Whether a person paused all transfers of documents.
    public var areTransfersPaused: Bool
    /// Where everything is kept.
    public var home: String
    /// The property list, and how many bookmarks changed since it was written.
    public var plist: String
    public var plistBehind: Int
    /// The other devices that are kept in the same place.
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

    /// How far behind the property list is, in words.
    public var plistWords: String {
        plistBehind == 0 ? "up to date" : "\(counted(plistBehind, "change")) behind"
    }
}
