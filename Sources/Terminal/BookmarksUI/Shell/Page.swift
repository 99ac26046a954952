import Bookmarks
import KeyValueStore
import Screen

/// A screen in the place of the list that is read or chosen from, and left again.
///
/// A page owns its state, draws itself, names its actions, sends requests, and takes the answers.
/// ``Pages`` lists all of them; nothing else outside a page's folder knows it.
protocol Page: Sendable {
    /// Where a key is pressed while the page is in front.
    static var context: ActionContext { get }
    /// The heading of its actions in help and manual, if it has one of its own.
    static var section: ActionSection? { get }
    /// The rows that it adds to the table of actions: the one that opens it, and its own.
    static var actions: [Action] { get }
    /// Actions of other rows that work here too.
    static var sharedActions: [ActionID] { get }
    /// The page that an action opens, when it is one of this kind.
    static func opened(by action: ActionID, in view: ShellView) -> Self?

    /// Messages that it answers: they go when it opens.
    static var subject: Message.Subject? { get }

    /// The context now, which differs while the page is filtered.
    var context: ActionContext { get }
    /// The line in which it is being filtered, if it is.
    var filterEditor: LineEditor? { get }
    /// The bookmark that it is about, if it is about one: it closes when that is deleted.
    var bookmarkID: String? { get }
    /// The document that its actions are about, if they are about one.
    var documentID: String? { get }
    /// The same page about another bookmark, if it is about one.
    func about(_ id: String) -> (any Page)?
    /// Goes to its next or previous subject; false where that is for the list behind it.
    mutating func goOn(by step: Int, _ view: ShellView) -> Bool
    /// This bookmark, if it shows it whole.
    var bookmark: Bookmark? { get }
    /// Whether it tells how syncing goes, so that the title need not say where that is told.
    var tellsSync: Bool { get }
    /// The parts of its heading: its name, then counts and the filter as it was typed.
    func heading(in view: ShellView) -> [String]
    /// Whether the preview stays beside it and shows the ``previewed`` subject.
    static var hasPreview: Bool { get }
    /// The subject of its selected row, for the preview.
    var previewed: PreviewSubject? { get }
    /// The query of the sidebar's row that shows the same, if there is one.
    var sidebarQuery: String? { get }
    /// The facts it needs: requested when it opens, and again after each change for which
    /// ``isStale(after:)`` is true.
    var requests: [any PageOperation] { get }
    func isStale(after change: LibraryChange) -> Bool
    /// The look of the screen while the page is in front, if it is not the one that is set.
    var previewedTheme: Theme? { get }
    /// Whether undo can take back actions on it.
    var offersUndo: Bool { get }
    /// Follows the list, which is another one now, and says what to ask for.
    mutating func listChanged(_ view: ShellView) -> [any PageOperation]
    /// Follows the size of the screen or of its pane, which is another one now.
    mutating func sizeChanged(_ view: ShellView)
    /// Takes an answer, if it is to a request of its own.
    mutating func receive(_ answer: PageAnswer, _ view: ShellView)
    /// The same for a page that says something about an answer. The page may be covered, so the
    /// commands are ``PageCommand/say(_:_:about:)`` and requests alone.
    mutating func take(_ answer: PageAnswer, _ view: ShellView) -> [PageCommand]
    /// The word for an action in the hint line; `nil` where that would only repeat another.
    func label(of action: ActionID, _ usual: String) -> String?
    /// Why an action with ``ActionNeed/page`` can't be done now; `nil` when it can.
    func reason(against action: ActionID, _ view: ShellView) -> String?
    /// Does one of its own actions; `nil` leaves it to the shell.
    mutating func perform(_ action: ActionID, _ view: ShellView) -> [PageCommand]?
    /// Does an action after a yes to ``PageCommand/askFirst(_:)``.
    mutating func performConfirmed(_ action: ActionID, _ view: ShellView) -> [PageCommand]
}

extension Page {
    static var section: ActionSection? { nil }
    static var actions: [Action] { [] }
    static var sharedActions: [ActionID] { [] }
    static func opened(by action: ActionID, in view: ShellView) -> Self? { nil }
    static var subject: Message.Subject? { nil }
    var context: ActionContext { Self.context }
    var filterEditor: LineEditor? { nil }
    var bookmarkID: String? { nil }
    var documentID: String? { nil }
    var bookmark: Bookmark? { nil }
    func about(_ id: String) -> (any Page)? { nil }
    mutating func goOn(by step: Int, _ view: ShellView) -> Bool { false }
    var tellsSync: Bool { false }
    static var hasPreview: Bool { false }
    var previewed: PreviewSubject? { nil }
    var sidebarQuery: String? { nil }
    var requests: [any PageOperation] { [] }
    func isStale(after change: LibraryChange) -> Bool { false }
    var previewedTheme: Theme? { nil }
    var offersUndo: Bool { true }
    mutating func listChanged(_ view: ShellView) -> [any PageOperation] { [] }
    mutating func sizeChanged(_ view: ShellView) {}
    mutating func receive(_ answer: PageAnswer, _ view: ShellView) {}
    mutating func take(_ answer: PageAnswer, _ view: ShellView) -> [PageCommand] {
        receive(answer, view)
        return []
    }
    func label(of action: ActionID, _ usual: String) -> String? { usual }
    func reason(against action: ActionID, _ view: ShellView) -> String? { nil }
    mutating func perform(_ action: ActionID, _ view: ShellView) -> [PageCommand]? { nil }
    mutating func performConfirmed(_ action: ActionID, _ view: ShellView) -> [PageCommand] { [] }

    /// Whether an action is a row of this page.
    static func owns(_ action: ActionID) -> Bool { actions.contains { $0.id == action } }
}

/// A change that may make a page out of date.
enum LibraryChange: Sendable {
    /// Others changed bookmarks.
    case received(ReceivedChanges)
    /// This list did something.
    case outcome(ActionOutcome)
    /// An edit of many bookmarks has ended, however it did.
    case editEnded
    /// Links were checked.
    case linksChecked
    /// The pages of these bookmarks were saved.
    case pagesSaved(ids: [String])
    /// Documents may have changed, in this list or elsewhere.
    case documentsChanged
    /// Syncing goes in another way than before.
    case sync(SyncState)
    /// The file of settings was read anew, after a change.
    case settingsRead
}

/// The commands of a page or an activity to the shell.
enum PageCommand: Sendable {
    case edit(any PageEdit)
    /// Does the edit if the person says yes to a question.
    case ask(String, any PageEdit)
    /// Lets the page do an action if the person says yes to a question.
    case askFirst(PageQuestion)
    /// Goes back.
    case leave
    /// Shows another page in front.
    case push(any Page)
    /// Shows the bookmark so many rows further on in the list behind the page.
    case walk(Int)
    /// Goes back, and does an action there.
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
    /// Opens an address that is no bookmark's.
    case openAddress(String)
    /// Says something at the page, which may be covered; it is kept among the messages.
    case say(MessageLevel, String, about: Message.Subject? = nil)
    /// Says something wherever the person is by now, and keeps it among the messages.
    case announce(MessageLevel, @Sendable (any KeyHints) -> String)
    /// Ends operations of a type before they are done.
    case stop(any PageOperation.Type)
    /// Lets the pages that a change makes stale ask again.
    case refresh(after: LibraryChange)
    /// Follows a decision about waiting deletions until it is carried out.
    case carryOut(HeldDecision)
    /// Says nothing when these bookmarks are deleted elsewhere.
    case expectDeletions(of: Set<String>)
}

extension PageCommand {
    static func announce(_ level: MessageLevel, _ text: String) -> PageCommand {
        .announce(level) { _ in text }
    }
}
