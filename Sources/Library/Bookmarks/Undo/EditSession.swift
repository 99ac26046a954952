/// The author of an edit: a list in some terminal, or a command.
public struct EditSession: Sendable, Hashable, RawRepresentable {
    public var rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The session of all one-shot commands.
    public static let command = EditSession(rawValue: "command")

    /// The session of lists that were closed. Their steps no longer belong to an open list.
    public static let closedList = EditSession(rawValue: "closed list")

    /// Returns the session of a list by its number. After a crash, the next list with that number
    /// continues it.
    public static func list(_ number: Int) -> EditSession {
        EditSession(rawValue: "list \(number)")
    }

    /// Whether this is the session of a list that the person has not closed.
    public var isList: Bool { rawValue.hasPrefix("list ") }
}
