/// The name of an action, in words joined by hyphens: help, manual and settings use it. A page
/// declares the names of its own actions in its folder.
public struct ActionID: Sendable, Hashable, CustomStringConvertible {
    public let rawValue: String

    init(_ name: String) {
        rawValue = name
    }

    /// Returns the id of the action with a name; `nil` if there is none.
    public init?(rawValue: String) {
        self.init(rawValue)
        if Action.named(self) == nil { return nil }
    }

    public var description: String { rawValue }
}

extension ActionID {
    public static let add = ActionID("add")
    public static let edit = ActionID("edit")
    public static let delete = ActionID("delete")
    public static let undo = ActionID("undo")
    public static let redo = ActionID("redo")
    public static let open = ActionID("open")
    public static let copyURL = ActionID("copy-url")
    public static let addTags = ActionID("add-tags")
    public static let removeTags = ActionID("remove-tags")
    public static let setFolder = ActionID("set-folder")
    public static let toggleUnread = ActionID("toggle-unread")
    public static let toggleArchived = ActionID("toggle-archived")
    public static let editText = ActionID("edit-text")
    public static let moveUp = ActionID("move-up")
    public static let moveDown = ActionID("move-down")
    public static let moveToTop = ActionID("move-to-top")
    public static let moveToBottom = ActionID("move-to-bottom")
    public static let importBookmarks = ActionID("import")

    public static let down = ActionID("down")
    public static let up = ActionID("up")
    public static let first = ActionID("first")
    public static let last = ActionID("last")
    public static let pageDown = ActionID("page-down")
    public static let pageUp = ActionID("page-up")
    public static let halfPageDown = ActionID("half-page-down")
    public static let halfPageUp = ActionID("half-page-up")
    public static let readOn = ActionID("read-on")
    public static let readBack = ActionID("read-back")

    public static let nextItem = ActionID("next-item")
    public static let previousItem = ActionID("previous-item")

    public static let mark = ActionID("mark")
    public static let markRange = ActionID("mark-range")
    public static let markAll = ActionID("mark-all")
    public static let markHit = ActionID("mark-hit")

    public static let filter = ActionID("filter")
    public static let sort = ActionID("sort")
    public static let back = ActionID("back")
    public static let clear = ActionID("clear")
    public static let help = ActionID("help")

    public static let saveSearch = ActionID("save-search")
    public static let checkLinks = ActionID("check-links")
    public static let openArchive = ActionID("open-archive")
    public static let toggleTitles = ActionID("toggle-titles")

    public static let sync = ActionID("sync")
    public static let airplane = ActionID("airplane")

    public static let redraw = ActionID("redraw")
    public static let suspend = ActionID("suspend")
    public static let quit = ActionID("quit")
    public static let quitAnywhere = ActionID("quit-anywhere")

    public static let nextHit = ActionID("next-hit")
    public static let previousHit = ActionID("previous-hit")
    public static let nextHits = ActionID("next-hits")
    public static let previousHits = ActionID("previous-hits")
    public static let keepFilter = ActionID("keep-filter")
    public static let clearFilter = ActionID("clear-filter")

    public static let sortByAdded = ActionID("sort-by-added")
    public static let sortByModified = ActionID("sort-by-modified")
    public static let sortByName = ActionID("sort-by-name")
    public static let sortByURL = ActionID("sort-by-url")
    public static let sortByOpened = ActionID("sort-by-opened")
    public static let sortByRelevance = ActionID("sort-by-relevance")
    public static let sortByFrequency = ActionID("sort-by-frequency")
    // The name in existing settings, which must stay valid.
    public static let sortManually = ActionID("sort-by-hand")
    public static let closeMenu = ActionID("close-menu")

    public static let enterPrompt = ActionID("enter-prompt")
    public static let complete = ActionID("complete")
    public static let nextWord = ActionID("next-suggestion")
    public static let previousWord = ActionID("previous-suggestion")
    public static let takeChosen = ActionID("take-suggestion")
    public static let closeCompletion = ActionID("close-suggestions")
    public static let leavePrompt = ActionID("leave-prompt")

    public static let yes = ActionID("yes")
    public static let no = ActionID("no")
}
