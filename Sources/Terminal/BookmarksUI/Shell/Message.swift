/// How much a message matters, from the least.
public enum MessageLevel: Sendable, Comparable {
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

/// A message to the user. It shows only as long as it is true, and only on the screen it belongs
/// to.
public struct Message: Sendable, Hashable {
    public var level: MessageLevel
    public var text: String
    /// The text for a form, where most keys type a letter; `nil` is the same.
    var formText: String?
    /// Advice, where a key follows it: the first that is possible where it is read.
    var advice: [Advice] = []
    /// Where to go to do something about it, from where no key does that.
    var elsewhere: String?
    /// A suggested action, such as undo; it shows if a key does it, even when the text has to be
    /// cut.
    public var hint: ActionID?
    /// The edit that is spoken of where the hint is to undo: the hint shows only as long as undo
    /// takes that one back next.
    var step: Int64?
    /// When it was said, in seconds since 1970.
    public var time: Double
    /// When it goes away, in seconds since 1970; `nil` is at the next key.
    public var expires: Double?
    /// How many levels were above the list where it was said; it is shown only there. `nil` is
    /// everywhere.
    var depth: Int?
    /// Whether it answers a key, and goes with the next one.
    var isReply = false
    /// Its subject; a change of that removes the message.
    var subject: Subject?
    /// Its summary, so that later changes of the same kind are added to it.
    var summary: ChangeSummary?

    /// Something to do about a message.
    struct Advice: Sendable, Hashable {
        var action: ActionID
        /// An infinitive such as “compare”.
        var verb: String
        /// The bookmark that has to be selected or in front; `nil` for any of the list.
        var bookmark: String?
        /// The document that has to be selected or in front; `nil` for any.
        var document: String?
    }

    /// The subjects of messages.
    enum Subject: Sendable, Hashable {
        case bookmark(String)
        /// Several of them; a change of one removes it.
        case bookmarks(Set<String>)
        /// The result of the filter.
        case filter
        case sync
        /// Problems in the file of settings.
        case settings

        /// Whether a change of the other may make a message about this untrue.
        func concerns(_ other: Subject) -> Bool {
            if case (.bookmarks(let ids), .bookmark(let id)) = (self, other) {
                return ids.contains(id)
            }
            return self == other
        }
    }

    /// How many of the latest messages are kept.
    public static let logLimit = 200
}
