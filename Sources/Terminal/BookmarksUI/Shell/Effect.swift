public import Bookmarks

/// A request of the screen to its owner. The screen itself only keeps and draws its state.
public enum Effect: Sendable, Hashable {
    /// Opens bookmarks as text in the person's editor, for edits in one undo step. The answer is an
    /// ``ActionOutcome`` or ``Event/textRefused(_:)``.
    case editText(ids: [String])
    /// Opens the refused text again.
    case editTextAgain
    /// Leaves the refused text in its file.
    case giveTextUp
    /// Opens notes in the person's editor; the answer is ``Event/notesEdited(_:)``.
    case editNotes(String)
    /// Opens the note of a bookmark in the person's editor; the answer is an
    /// ``ActionOutcome``.
    case writeNote(bookmark: String)
    case undo
    case redo
    /// Opens bookmarks, or the Internet Archive's copies of their pages.
    case open(ids: [String], isArchived: Bool = false)
    /// Opens an address that does not belong to a bookmark.
    case openAddress(String)
    /// Ends the list with the bookmarks chosen in it.
    case choose(ids: [String])
    /// Copies the URLs, one per line.
    case copy(ids: [String])
    /// Filters the list; the answer is ``Event/listChanged``.
    case filter(Query)
    /// Sorts the list; the answer is ``Event/listChanged``.
    case sort(SortOrder)
    /// Stops an edit of many bookmarks.
    case stopEditing
    case syncNow
    /// Reads ahead the facts that a query will need; there is no answer.
    case foresee(ForeseenFacts.Kind)
    case toggleOffline
    /// Requests facts for a page, or begins an operation; the answers are ``Event/answer(_:)``.
    case request(AnyPageRequest)
    /// Stops operations: see ``stop(_:)``.
    case cancel(OperationKind)
    /// Makes an edit for a page; the answer is an ``ActionOutcome``.
    case pageEdit(AnyPageEdit)
    case suspend
    /// Draws every cell again, whatever the terminal shows.
    case repaint
    case bell
    case quit
}
