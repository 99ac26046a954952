public import Bookmarks
public import Documents
public import KeyValueStore
public import Screen

/// An input of the screen. The list that comes with an event already contains the event's change.
public enum Event: Sendable, Hashable {
    case terminal(TerminalEvent)
    /// The list was filtered, sorted, loaded or edited.
    case listChanged
    /// Bookmarks changed in another terminal or on another device.
    case received(ReceivedChanges)
    case sync(SyncState)
    /// An answer to ``Effect/request(_:)``.
    case answer(PageAnswer)
    /// A request failed; a message gives the reason.
    case failed(AnyPageRequest)
    /// The saved searches, at the start and after each change.
    case searches(SavedSearches)
    /// A text from the editor was refused; the reason names the line.
    case textRefused(String)
    /// The notes of the form, as the editor saved them.
    case notesEdited(String)
    /// The answer to an effect that changes, opens or copies something.
    case outcome(ActionOutcome)
    /// A form typed before the program ended, and whether its bookmark was deleted since.
    case restore(UnsavedForm, isGone: Bool)
    /// The list is sorted, but the order could not be saved for the next one; the sentence gives
    /// the reason.
    case notKept(SortOrder, String)
    /// The state of all links that do not simply work, by bookmark id.
    case links([String: LinkState])
    /// The bookmarks with a saved page, a note or a file, and those with a saved page; at the start
    /// and after each change.
    case saved(Set<String>, pages: Set<String> = [])
    /// Documents may have changed, here or elsewhere.
    case documentsChanged
    /// Versions of a document wait for a person.
    case documentConflict(DocumentConflict)
    /// The file of settings was read, with these problems.
    case settingsRead(problems: [String])
    /// The progress of an edit of many bookmarks: see ``ScreenState/begin(_:)``.
    case editing(done: Int, of: Int)
    /// The edit of many bookmarks has ended; later events report the result.
    case edited
    /// A message from the owner of the screen.
    case message(MessageLevel, String)
    /// The time, in seconds since 1970. Due at ``Shell/deadline`` and before every other
    /// event.
    case tick(Double)
}
