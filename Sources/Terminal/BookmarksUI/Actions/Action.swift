public import Screen

/// Something a person can do with a key: one row of the table that feeds dispatch, the hint line,
/// the help screen and the manual.
public struct Action: Sendable, Hashable, Identifiable {
    /// The action's name in words joined by hyphens, unique in the table.
    public var id: ActionID
    /// The default keys of the action, the most usual first: see ``KeyMap``.
    public var keys: [Key]
    /// One line for help and manual, beginning with a verb and without a full stop.
    public var help: String
    /// The heading of the action in help and manual.
    public var section: ActionSection
    /// The contexts in which the action's keys work.
    public var contexts: [ActionContext]
    /// The action's words on the hint line, if it has a place there.
    public var hint: ActionHint?
    /// The condition for the action.
    public var need: ActionNeed
    /// Other words that people use for the action, by which the palette finds it.
    public var synonyms: String

    init(
        _ id: ActionID, _ keys: [Key], _ help: String, _ section: ActionSection,
        in contexts: [ActionContext], hint: ActionHint? = nil, need: ActionNeed = .nothing,
        also synonyms: String = ""
    ) {
        self.id = id
        self.keys = keys
        self.help = help
        self.section = section
        self.contexts = contexts
        self.hint = hint
        self.need = need
        self.synonyms = synonyms
    }
}

/// The words of an action on the hint line.
public struct ActionHint: Sendable, Hashable {
    /// One word or two, such as `add`.
    public var label: String
    /// Hints with a higher priority come first, and stay longer when the line gets narrow.
    public var priority: Int
    /// The priority while bookmarks are marked; `nil` for the usual one.
    public var priorityOfMarked: Int?
    /// The only context in which the hint shows; `nil` for wherever the action's keys work.
    public var place: ActionContext?

    init(label: String, priority: Int, marked: Int? = nil, onlyIn place: ActionContext? = nil) {
        self.label = label
        self.priority = priority
        self.place = place
        priorityOfMarked = marked
    }

    /// Whether the hint may show in a context.
    func belongs(to context: ActionContext) -> Bool { place.map { $0 == context } ?? true }
}

/// The place where a key is pressed. In each context, a key starts at most one action. A page
/// declares its own context in its folder.
public struct ActionContext: Sendable, Hashable, CustomStringConvertible {
    public let rawValue: String
    /// The context's name for people.
    let name: String
    /// Whether plain characters are typed into a line in this context.
    public let takesText: Bool

    init(_ rawValue: String, called name: String? = nil, takesText: Bool = false) {
        self.rawValue = rawValue
        self.name = name ?? rawValue
        self.takesText = takesText
    }

    public var description: String { rawValue }
}

extension ActionContext: CaseIterable {
    public static let allCases = all(Pages.all)

    /// Returns all contexts, given the pages.
    static func all(_ kinds: [any Page.Type]) -> [ActionContext] {
        [.list, .sidebar, .preview, .previewBesidePage] + pages(kinds) + [.filter, .prompt]
            + fields(of: kinds)
            + [.completion, .sortMenu, .editMenu, .question] + filters(of: kinds)
    }

    public static let list = ActionContext("list")
    /// The line that filters the list.
    public static let filter = ActionContext("filter", takesText: true)
    /// A line at the bottom that asks for a text.
    public static let prompt = ActionContext("prompt", takesText: true)
    /// The menu of suggestions beside a line. A key that does nothing in it goes to the line.
    public static let completion = ActionContext(
        "completion", called: "menu of suggestions", takesText: true)
    /// The menu that `s` opens, which waits for one key.
    public static let sortMenu = ActionContext("sortMenu", called: "sort menu")
    /// The menu that `e` opens when several bookmarks are marked.
    public static let editMenu = ActionContext("editMenu", called: "edit menu")
    /// A question that waits for yes or no.
    public static let question = ActionContext("question")
}

extension ActionContext {
    /// Returns the contexts of pages with rows or lines.
    static func pages(_ kinds: [any Page.Type]) -> [ActionContext] {
        kinds.filter { $0.shape != .fields }.map { $0.context }
    }

    /// Returns the contexts of pages with fields.
    static func fields(of kinds: [any Page.Type]) -> [ActionContext] {
        kinds.filter { $0.shape == .fields }.map { $0.context }
    }

    /// Returns the contexts of pages with lines but without a selection.
    static func texts(_ kinds: [any Page.Type]) -> [ActionContext] {
        kinds.filter { $0.shape == .text }.map { $0.context }
    }

    /// Returns the contexts of lines that filter pages.
    static func filters(of kinds: [any Page.Type]) -> [ActionContext] {
        // A line that is always typed into has its own keys.
        kinds.flatMap { kind in kind.contexts.filter { $0 != kind.context } }
    }

    /// Whether the context waits for a single key.
    var takesOneKey: Bool { self == .sortMenu || self == .editMenu || self == .question }
}

/// The headings of help and manual, in their order: tasks first, then places of the screen. A page
/// declares its own heading in its folder.
public struct ActionSection: Sendable, Hashable, CaseIterable {
    public let rawValue: String

    init(_ heading: String) {
        rawValue = heading
    }

    public static let allCases = all(Pages.all)

    /// Returns all headings, given the pages.
    static func all(_ kinds: [any Page.Type]) -> [ActionSection] {
        let before: [ActionSection] = [
            .bookmarks, .find, .web, .organize, .marks, .view, .panes, .move, .sync, .program,
            .filter, .sidebar, .preview,
        ]
        let typedInto = kinds.filter { $0.shape == .fields }.compactMap { $0.section }
        let others = kinds.filter { $0.shape != .fields }.compactMap { $0.section }
        return before + typedInto + [.prompt, .completion] + others
            + [.items, .text, .sort, .question]
    }

    public static let bookmarks = ActionSection("Add, edit, undo")
    public static let find = ActionSection("Find and sort")
    public static let organize = ActionSection("Tags, folders, order")
    public static let marks = ActionSection("Mark several")
    public static let move = ActionSection("Move")
    public static let view = ActionSection("See more")
    public static let web = ActionSection("Open, copy, check")
    public static let sync = ActionSection("Sync")
    public static let program = ActionSection("Program")
    public static let filter = ActionSection("While filtering")
    public static let prompt = ActionSection("At a prompt")
    public static let completion = ActionSection("In a menu of suggestions")
    public static let items = ActionSection("On a page for one bookmark or group")
    public static let text = ActionSection("In a long text")
    public static let sort = ActionSection("Sort by")
    public static let question = ActionSection("At a question")
}

/// The condition for an action.
public enum ActionNeed: Sendable, Hashable {
    case nothing
    /// There is a bookmark in the library, shown or not.
    case bookmarks
    /// There is a bookmark for the action, deleted or not.
    case bookmark
    /// There is a bookmark for the action, or several marked ones, deleted or not.
    case targets
    /// There are bookmarks as for ``targets``, none of them deleted.
    case livingTargets
    /// There is a deleted bookmark for the action, or one among the marked ones.
    case deleted
    /// The page in front decides: see ``Page/reason(against:)``.
    case page
    /// There are bookmarks as for ``livingTargets``, and the list is in manual order.
    case handOrder
    /// Airplane mode must be off.
    case online
}

extension ActionNeed {
    /// Whether the action applies to all marked bookmarks.
    var isOfTargets: Bool { self == .targets || self == .livingTargets }
}
