public import Bookmarks

/// A request of the screen to its owner. The screen itself only keeps and draws its state.
public enum Effect: Sendable, Hashable {
    case delete(ids: [String])
    /// Changes bookmarks alike, in one step; the answer is an ``ActionOutcome``.
    case change(BulkEdit, ids: [String])
    /// Opens bookmarks as a text in the person's editor, for one step of edits. The answer is an
    /// ``ActionOutcome`` or ``Event/textRefused(_:)``.
    case editText(ids: [String])
    /// Opens the refused text again.
    case editTextAgain
    /// Leaves the text that was refused in its file.
    case giveTextUp
    /// Opens notes in the person's editor; the answer is ``Event/notesEdited(_:)``.
    case editNotes(String)
    /// Opens the note of a bookmark in the person's editor; the answer is an
    /// ``ActionOutcome``.
    case writeNote(bookmark: String)
    case undo
    case redo
    /// Opens bookmarks, or the copies of their pages that the archive of the web has.
    case open(ids: [String], isArchived: Bool = false)
    /// Opens an address that is no bookmark's.
    case openAddress(String)
    /// Ends the list with the bookmarks chosen in it.
    case choose(ids: [String])
    /// Copies the URLs, a line for each.
    case copy(ids: [String])
    /// Filters the list; the answer is ``Event/listChanged``.
    case filter(Query)
    /// Sorts the list; the answer is ``Event/listChanged``.
    case sort(SortOrder)
    /// Ends an edit of many bookmarks before it is done.
    case stopEditing
    case syncNow
    /// Reads ahead the facts that a query will need; there is no answer.
    case foresee(ForeseenFacts.Kind)
    /// Moves bookmarks in manual order.
    case move([String], ManualMove)
    case toggleOffline
    /// Asks for the facts that a page needs, or begins an operation; the answers are
    /// ``Event/answer(_:)``.
    case request(AnyPageRequest)
    /// Ends operations before they are done; see ``stop(_:)``.
    case cancel(OperationKind)
    /// Does an edit that a page asks for; the answer is an ``ActionOutcome``.
    case pageEdit(AnyPageEdit)
    case suspend
    /// Draws every cell again, whatever the terminal is thought to show.
    case repaint
    case bell
    case quit
}
