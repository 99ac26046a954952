/// The importance of a message, in ascending order.
public enum MessageLevel: Sendable, Comparable {
    /// Goes away by itself.
    case info
    /// Goes away by itself, but later.
    case warning
    /// Stays until a key is pressed.
    case error

    /// The time that a message of this level is shown, in seconds; `nil` until a key is pressed.
    var duration: Double? {
        switch self {
        case .info: 6
        case .warning: 12
        case .error: nil
        }
    }
}

/// A message to the person. It shows only as long as it is true, and only on the screen to which it
/// belongs.
public struct Message: Sendable, Hashable {
    public var level: MessageLevel
    public var text: String
    /// The text in a form, where most keys type a letter; `nil` for the same text.
    var formText: String?
    /// Suggested actions; the message names the first one that is possible in its context.
    var advice: [Advice] = []
    /// The place to go to from a context in which no key helps.
    var elsewhere: String?
    /// A suggested action, such as undo; it shows if it has a key, even when the text has to be
    /// cut.
    public var hint: ActionID?
    /// The step of the message whose hint is undo: the hint shows only while undo would take that
    /// step back next.
    var step: Int64?
    /// The time when the message was shown, in seconds since 1970.
    public var time: Double
    /// The time when the message disappears, in seconds since 1970; `nil` at the next key.
    public var expires: Double?
    /// The number of levels above the list at which the message was shown; it shows only there.
    /// `nil` for any level.
    var depth: Int?
    /// Whether the message answers a key, and disappears with the next one.
    var isReply = false
    /// The subject; a change of it removes the message.
    var subject: Subject?
    /// The summary, to which later changes of the same kind are added.
    var summary: ChangeSummary?

    /// A suggestion in a message.
    struct Advice: Sendable, Hashable {
        var action: ActionID
        /// An infinitive such as “compare”.
        var verb: String
        /// The bookmark that must be selected or in front; `nil` for any bookmark.
        var bookmark: String?
        /// The document that must be selected or in front; `nil` for any document.
        var document: String?
    }

    /// The subjects of messages.
    enum Subject: Sendable, Hashable {
        case bookmark(String)
        /// Several bookmarks; a change of one of them removes the message.
        case bookmarks(Set<String>)
        /// The result of the filter.
        case filter
        case sync
        /// Problems in the file of settings.
        case settings
        /// The missing title of the page at a URL, while a form has that URL and this name.
        case missingTitle(url: String, name: String)

        /// Whether a change of another subject may make a message about this one untrue.
        func concerns(_ other: Subject) -> Bool {
            if case (.bookmarks(let ids), .bookmark(let id)) = (self, other) {
                return ids.contains(id)
            }
            return self == other
        }
    }

    /// The maximum number of kept messages.
    public static let logLimit = 200
}
