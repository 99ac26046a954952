/// How much a message matters.
public enum MessageLevel: Sendable, Hashable {
    /// Goes away by itself.
    case info
    /// Goes away by itself, but later.
    case warning
    /// Stays until a key is pressed.
    case error

    /// How long a message of this level is shown, in seconds; `nil` is until a key is pressed.
    var duration: Double? {
        switch self {
        case .info: 6
        case .warning: 12
        case .error: nil
        }
    }
}

/// A line for the person at the screen.
public struct Message: Sendable, Hashable {
    public var level: MessageLevel
    public var text: String
    /// What to press now, such as `u undo`; stays visible when the text has to be cut.
    public var hint: String?
    /// When it was said, in seconds since 1970.
    public var time: Double
    /// When it goes away, in seconds since 1970; `nil` is at the next key.
    public var expires: Double?

    /// How many of the latest messages are kept.
    public static let logLimit = 200
}
