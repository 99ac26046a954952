public import Screen

/// Something a person can do with a key: one row of the table that feeds dispatch, the hint line,
/// the help screen and the manual.
public struct Action: Sendable, Hashable, Identifiable {
    /// The action's name in words joined by hyphens, unique in the table.
    public var id: ActionID
    /// The keys that start it unless a person has set others, the most usual first: see
    /// ``KeyMap``.
    public var keys: [Key]
    /// One line for help and manual, beginning with a verb and without a full stop.
    public var help: String
    /// The heading it stands under.
    public var section: ActionSection
    /// Where its keys work.
    public var contexts: [ActionContext]
    /// The words of the hint line, where it has a place there.
    public var hint: ActionHint?
    /// What must be there before it can be done.
    public var need: ActionNeed

    init(
        _ id: ActionID, _ keys: [Key], _ help: String, _ section: ActionSection,
        in contexts: [ActionContext], hint: ActionHint? = nil, need: ActionNeed = .nothing
    ) {
        self.id = id
        self.keys = keys
        self.help = help
        self.section = section
        self.contexts = contexts
        self.hint = hint
        self.need = need
    }
}

/// The words of an action on the hint line.
public struct ActionHint: Sendable, Hashable {
    /// One word or two, such as `add`.
    public var label: String
    /// Hints with a higher priority stay longer when the line gets narrow.
    public var priority: Int
}

/// Where a key is pressed. In one context, a key starts at most one action.
public enum ActionContext: String, Sendable, Hashable, CaseIterable {
    case list, detail, help, messages
    /// The deletions that the mass-change brake holds back.
    case held
    /// The bookmarks that were deleted.
    case deleted
    /// How this device, its cloud and the others are.
    case status
    /// What changed in a bookmark.
    case history
    /// The bookmarks that lead to the same page.
    case duplicates
    /// The line that filters the list, and the one that filters the help.
    case filter, helpFilter
    /// A line at the bottom that asks for a text.
    case prompt
    /// The form that adds or edits a bookmark.
    case form
    /// The menu that `s` opens, which waits for one key.
    case sortMenu
    /// The menu that `e` opens when several bookmarks are marked.
    case editMenu
    /// The page of tags, folders and searches, and the line that filters it.
    case labels, labelsFilter
    /// A question that waits for yes or no.
    case question

    /// Whether plain characters are typed into a line here.
    public var takesText: Bool {
        switch self {
        case .filter, .helpFilter, .labelsFilter, .prompt, .form: true
        default: false
        }
    }
}

extension ActionContext {
    /// Where rows or lines are gone through, and left again.
    static let pages: [ActionContext] = [
        .detail, .help, .messages, .held, .deleted, .status, .history, .labels, .duplicates,
    ]

    /// Where lines are read, and none is selected.
    static let texts: [ActionContext] = [.detail, .help, .messages, .held, .status]

    /// Where a single key is waited for.
    var takesOneKey: Bool { self == .sortMenu || self == .editMenu || self == .question }
}

/// The headings of help and manual, in their order.
public enum ActionSection: String, Sendable, Hashable, CaseIterable {
    case bookmarks = "Bookmarks"
    case marks = "Mark several"
    case move = "Move"
    case view = "View"
    case web = "Web"
    case sync = "Sync"
    case program = "Program"
    case filter = "While filtering"
    case form = "In a form"
    case prompt = "At a prompt"
    case labels = "Among tags, folders and searches"
    case detail = "In the details of a bookmark"
    case history = "In the history of a bookmark"
    case deleted = "Among deleted bookmarks"
    case duplicates = "Among bookmarks of the same page"
    case held = "Among deletions that wait for you"
    case text = "In a text that scrolls"
    case help = "In this help"
    case sort = "Sort by"
    case question = "At a question"
}

/// What must be there before an action can be done.
public enum ActionNeed: Sendable, Hashable {
    case nothing
    /// A bookmark in the library, shown or not.
    case bookmarks
    /// A bookmark that the action is about, deleted or not.
    case bookmark
    /// A bookmark that the action is about, or several that are marked, deleted or not.
    case targets
    /// The same, none of them deleted.
    case livingTargets
    /// The bookmark that shows must have values that lost a conflict.
    case conflict
    /// A deleted bookmark that the action is about, or one among those that are marked.
    case deleted
    /// An old value of a field that is selected.
    case oldValue
    /// A tag, folder or search that is selected.
    case label
    /// Bookmarks of the same page, on their screen.
    case duplicates
    /// Bookmarks as for ``livingTargets``, in the order that is made by hand.
    case handOrder
    /// Airplane mode must be off.
    case online
}

extension ActionNeed {
    /// Whether an action is about all bookmarks that are marked.
    var isOfTargets: Bool { self == .targets || self == .livingTargets }
}
