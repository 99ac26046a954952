/// The author of an edit: a list in some terminal, or a command.
public struct EditSession: Sendable, Hashable, RawRepresentable {
    public var rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Every command that edits and ends.
    public static let command = EditSession(rawValue: "command")

    /// A list that a person has closed. Its steps no longer belong to any open one.
    public static let closedList = EditSession(rawValue: "closed list")

    /// An open list of the device by its number, which goes on after a crash in the next list that
    /// gets the number.
    public static func list(_ number: Int) -> EditSession {
        EditSession(rawValue: "list \(number)")
    }

    /// Whether the session is that of a list which was not closed by the person.
    public var isList: Bool { rawValue.hasPrefix("list ") }
}
