import Bookmarks
import KeyValueStore
import Screen

/// A screen that replaces the list, to read or to choose from.
///
/// A page owns its state, draws itself, names its actions, sends requests, and takes the answers.
/// ``Pages`` lists all of them; nothing else outside a page's folder depends on it.
protocol Page: Sendable {
    /// The kind of its content, which decides about the keys that move in it.
    static var shape: PageShape { get }
    /// The context of keys while the page is in front.
    static var context: ActionContext { get }
    /// All contexts of keys: ``context``, and the one of its filter, if it has one.
    static var contexts: [ActionContext] { get }
    /// The heading of its actions in help and manual, if it has its own.
    static var section: ActionSection? { get }
    /// The actions that it adds to the table: the one that opens it, and its own.
    static var actions: [Action] { get }
    /// Other actions that work on this page, too.
    static var sharedActions: [ActionID] { get }
    /// Returns the page that an action opens, if it is of this kind.
    static func opened(by action: ActionID, in view: ShellView) -> Self?

    /// The subject of messages that this page answers, which disappear when it opens.
    static var subject: Message.Subject? { get }

    /// The page itself, with the members of its ``shape``.
    var content: PageContent { get }
    /// The page itself, if it can be filtered.
    var filteredPage: (any FilteredPage)? { get }
    /// The page itself, if its rows are bookmarks.
    var bookmarksPage: (any BookmarksPage)? { get }

    /// The current context, which differs while the page is filtered.
    var context: ActionContext { get }
    /// The line of the filter, if it is open.
    var filterEditor: LineEditor? { get }
    /// The bookmark of the page, if it is about one: it closes when the bookmark is deleted.
    var bookmarkID: String? { get }
    /// The document of the page's actions, if any.
    var documentID: String? { get }
    /// Returns the page for another bookmark, if it is about one.
    func counterpart(for id: String) -> (any Page)?
    /// Goes to the page's next or previous subject; returns `false` to continue in the list behind
    /// it.
    mutating func goToSubject(by step: Int, _ view: ShellView) -> Bool
    /// The page's bookmark, if it shows the whole bookmark.
    var bookmark: Bookmark? { get }
    /// Whether the page shows the state of syncing, so that the title need not refer to it.
    var tellsSync: Bool { get }
    /// Returns the parts of the heading: the name, then counts and the typed filter.
    func heading(in view: ShellView) -> [String]
    /// Whether the preview stays next to the page and shows the ``previewed`` subject.
    static var hasPreview: Bool { get }
    /// The subject of its selected row, for the preview.
    var previewed: PreviewSubject? { get }
    /// The query of the sidebar's row for the same bookmarks, if any.
    var sidebarQuery: String? { get }
    /// The facts it needs: requested when it opens, and again after each change for which
    /// ``isStale(after:)`` is true.
    var requests: [any PageOperation] { get }
    func isStale(after change: LibraryChange) -> Bool
    /// The theme while the page is in front, if it is not the person's.
    var previewedTheme: Theme? { get }
    /// Whether undo covers actions on the page.
    var offersUndo: Bool { get }
    /// Whether an edit was undone or redone since the latest key: the page selects the first row
    /// that this brings back. Pages without such rows ignore it.
    var awaitsReturn: Bool { get set }
    /// Follows a change of the list, and returns requests.
    mutating func listChanged(_ view: ShellView) -> [any PageOperation]
    /// Follows a change of the size of the screen or of its pane.
    mutating func sizeChanged(_ view: ShellView)
    /// Receives an answer to one of its own requests.
    mutating func receive(_ answer: PageAnswer, _ view: ShellView)
    /// Receives an answer, and returns commands. The page may be covered, so it returns none that
    /// opens or leaves a page.
    mutating func respond(to answer: PageAnswer, _ view: ShellView) -> [PageCommand]
    /// Returns the word for an action in the hint line; `nil` if it would repeat another.
    func label(of action: ActionID, _ usual: String) -> String?
    /// Returns the reason why an action with ``ActionNeed/page`` is not possible now; `nil` if it
    /// is.
    func reason(against action: ActionID, _ view: ShellView) -> String?
    /// Performs one of its own actions; returns `nil` to leave it to the shell.
    mutating func perform(_ action: ActionID, _ view: ShellView) -> [PageCommand]?
    /// Performs an action after a yes to ``PageCommand/askFirst(_:)``.
    mutating func performConfirmed(_ action: ActionID, _ view: ShellView) -> [PageCommand]
}

/// What a page has in the middle of the screen.
enum PageShape: Sendable {
    case rows, text, fields
}

/// A page with the members of its shape.
enum PageContent: Sendable {
    case rows(any ChoicePage)
    case text(any TextPage)
    case fields(Form)
}

extension Page {
    static var contexts: [ActionContext] { [context] }
    static var section: ActionSection? { nil }
    static var actions: [Action] { [] }
    static var sharedActions: [ActionID] { [] }
    static func opened(by action: ActionID, in view: ShellView) -> Self? { nil }
    static var subject: Message.Subject? { nil }
    var filteredPage: (any FilteredPage)? { nil }
    var bookmarksPage: (any BookmarksPage)? { nil }
    var context: ActionContext { Self.context }
    var filterEditor: LineEditor? { nil }
    var bookmarkID: String? { nil }
    var documentID: String? { nil }
    var bookmark: Bookmark? { nil }
    func counterpart(for id: String) -> (any Page)? { nil }
    mutating func goToSubject(by step: Int, _ view: ShellView) -> Bool { false }
    var tellsSync: Bool { false }
    static var hasPreview: Bool { false }
    var previewed: PreviewSubject? { nil }
    var sidebarQuery: String? { nil }
    var requests: [any PageOperation] { [] }
    func isStale(after change: LibraryChange) -> Bool { false }
    var previewedTheme: Theme? { nil }
    var offersUndo: Bool { true }
    var awaitsReturn: Bool {
        get { false }
        set {}
    }
    mutating func listChanged(_ view: ShellView) -> [any PageOperation] { [] }
    mutating func sizeChanged(_ view: ShellView) {}
    mutating func receive(_ answer: PageAnswer, _ view: ShellView) {}
    mutating func respond(to answer: PageAnswer, _ view: ShellView) -> [PageCommand] {
        receive(answer, view)
        return []
    }
    func label(of action: ActionID, _ usual: String) -> String? { usual }
    func reason(against action: ActionID, _ view: ShellView) -> String? { nil }
    mutating func perform(_ action: ActionID, _ view: ShellView) -> [PageCommand]? { nil }
    mutating func performConfirmed(_ action: ActionID, _ view: ShellView) -> [PageCommand] { [] }

    /// Whether an action belongs to this page.
    static func owns(_ action: ActionID) -> Bool { actions.contains { $0.id == action } }
}

/// A change that may make a page out of date.
enum LibraryChange: Sendable {
    /// Others changed bookmarks.
    case received(ReceivedChanges)
    /// This list completed an effect.
    case outcome(ActionOutcome)
    /// An edit of many bookmarks has ended, in whatever way.
    case editEnded
    /// Links were checked.
    case linksChecked
    /// The pages of these bookmarks were saved.
    case pagesSaved(ids: [String])
    /// Documents may have changed, in this list or elsewhere.
    case documentsChanged
    /// The state of syncing changed.
    case sync(SyncState)
    /// The settings file was read again after a change.
    case settingsRead
}

/// The commands of a page or an activity to the shell.
enum PageCommand: Sendable {
    case edit(any PageEdit)
    /// Makes the edit if the person says yes to a question.
    case ask(String, any PageEdit)
    /// Lets the page perform an action if the person says yes to a question.
    case askFirst(PageQuestion)
    /// Goes back.
    case leave
    /// Shows another page in front.
    case push(any Page)
    /// Shows the bookmark a number of rows further on in the list behind the page.
    case goToBookmark(by: Int)
    /// Shows the next or the previous bookmark with a saved page in the list behind the page.
    case goToSavedPage(by: Int)
    /// Goes back, and performs an action there.
    case run(ActionID)
    case request(any PageOperation)
    /// Asks for a line of text.
    case prompt(Prompt)
    /// Goes back to the list, which then shows the matches of this query.
    case filter(String)
    /// Begins to filter the list with this text.
    case beginFilter(String)
    /// Answers the key.
    case reply(String, MessageLevel = .info)
    /// Opens a text in the person's editor; the answer is ``Event/notesEdited(_:)``.
    case editNotes(String)
    /// Opens the note of a bookmark in the person's editor.
    case writeNote(bookmark: String)
    /// Opens an address that does not belong to a bookmark.
    case openAddress(String)
    /// Shows a message on the page, which may be covered, and keeps it in the log.
    case say(MessageLevel, String, about: Message.Subject? = nil)
    /// Shows a message wherever the person is by now, and keeps it in the log.
    case announce(MessageLevel, @Sendable (any KeyHints) -> String)
    /// Stops operations of a type.
    case stop(any PageOperation.Type)
    /// Lets the pages that a change makes stale repeat their requests.
    case refresh(after: LibraryChange)
    /// Follows a decision about waiting deletions until it is carried out.
    case carryOut(HeldDecision)
    /// Suppresses messages when these bookmarks are deleted elsewhere.
    case expectDeletions(of: Set<String>)
}

extension PageCommand {
    static func announce(_ level: MessageLevel, _ text: String) -> PageCommand {
        .announce(level) { _ in text }
    }
}

extension Page {
    /// Returns the first row that undo or redo brought back, and then waits for no other; `nil` if
    /// it brought back none, or if the page does not wait for one.
    ///
    /// - Parameter old: the rows before; `nil` if they were not known.
    mutating func takeReturned(among new: [String], since old: [String]?) -> String? {
        guard awaitsReturn, let old else { return nil }
        let known = Set(old)
        let back = new.first { !known.contains($0) }
        if back != nil { awaitsReturn = false }
        return back
    }
}
