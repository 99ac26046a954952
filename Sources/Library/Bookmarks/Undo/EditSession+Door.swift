/// A way for other programs to the bookmarks of this device.
public enum EditDoor: String, Sendable, Hashable, CaseIterable {
    /// The pages for a person with a browser.
    case page
    /// The interface for the programs of linkding.
    case linkding
    /// The folder that floccus syncs with.
    case floccus
    /// A profile of a browser, which Cloudy reads itself.
    case profile
}

extension EditSession {
    /// A program that edits through a door.
    ///
    /// - Parameter name: the name of its token, or of the profile.
    public static func door(_ door: EditDoor, _ name: String) -> EditSession {
        EditSession(rawValue: "\(prefix)\(door.rawValue) \(name)")
    }

    private static let prefix = "door "

    /// The door and the name that the program has there; `nil` for lists and commands.
    public var door: (door: EditDoor, name: String)? {
        guard rawValue.hasPrefix(Self.prefix) else { return nil }
        let parts = rawValue.dropFirst(Self.prefix.count)
            .split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        return EditDoor(rawValue: String(parts[0])).map {
            ($0, parts.count > 1 ? String(parts[1]) : "")
        }
    }
}
