/// An interface through which other programs edit the bookmarks of this device.
public enum EditDoor: String, Sendable, Hashable, CaseIterable {
    /// The web pages for a person with a browser.
    case page
    /// The interface for clients of linkding.
    case linkding
    /// The folder that floccus syncs with.
    case floccus
    /// A browser profile that Cloudy itself reads.
    case profile
}

extension EditSession {
    /// Returns the session of a program that edits through a door.
    ///
    /// - Parameter name: the name of its token, or of the profile.
    public static func door(_ door: EditDoor, _ name: String) -> EditSession {
        EditSession(rawValue: "\(prefix)\(door.rawValue) \(name)")
    }

    private static let prefix = "door "

    /// The door and the program's name there; `nil` for lists and commands.
    public var door: (door: EditDoor, name: String)? {
        guard rawValue.hasPrefix(Self.prefix) else { return nil }
        let parts = rawValue.dropFirst(Self.prefix.count)
            .split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        return EditDoor(rawValue: String(parts[0])).map {
            ($0, parts.count > 1 ? String(parts[1]) : "")
        }
    }
}
