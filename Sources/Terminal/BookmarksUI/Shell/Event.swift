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

/// The outcome of an effect.
public enum ActionOutcome: Sendable, Hashable {
    case added(id: String, name: String)
    /// The page already has a bookmark, so nothing was added.
    case alreadyThere(id: String, name: String)
    case edited(id: String, name: String)
    /// A bookmark without a name got the title of its page.
    case titled(id: String, name: String)
    case deleted(id: String, name: String)
    /// Bookmarks were changed; `what` is a sentence without its full stop.
    case changed(what: String, ids: [String])
    /// Several bookmarks were added; `what` is a sentence without its full stop.
    case addedSeveral(what: String, ids: [String])
    /// There was nothing to change; the line gives the reason.
    case nothingToChange(String)
    /// Deleted bookmarks were restored; the name is the only one's, and `duplicates` of them share
    /// their page with another bookmark.
    case restored(ids: [String], name: String, duplicates: Int = 0)
    /// Deleted bookmarks were deleted forever; `documents` of the `count` were documents.
    case deletedForever(count: Int, documents: Int = 0)
    /// The saved searches were changed, and `was` is the query that was lost, if any.
    case searchesChanged(SearchEdit, was: String? = nil)
    /// A setting was changed in the file.
    case settingChanged(SettingChange)
    /// Bookmarks were moved in manual order, or were already in that place.
    case moved(ids: [String], name: String, isAnything: Bool)
    /// The values that lost conflicts were dropped.
    case settled(id: String, name: String)
    /// An edit was undone: `what` completes the sentence “Undone: …”. The bookmark is selected if
    /// it exists. If there are several, `ids` has all of them, and the topmost is selected.
    case undone(what: String, id: String?, ids: [String] = [])
    /// An edit was redone: `what` completes the sentence “Redone: …”.
    case redone(what: String, id: String?, ids: [String] = [])
    /// Undo or redo was interrupted: `what` is a sentence without its full stop. The same action
    /// continues it.
    case halted(what: String, isUndo: Bool)
    /// This device has joined the cloud. If duplicates were merged, undo takes that back.
    case joined(isUndoable: Bool)
    /// Another terminal or device already undid or redid the step; `goesOn` if there is another
    /// step.
    case reversedAlready(what: String, isUndo: Bool, goesOn: Bool)
    /// This list has nothing to undo; whether other terminals have, and whether redo is possible.
    case nothingToUndo(isElsewhere: Bool, canRedo: Bool)
    case nothingToRedo
    case opened(names: [String], isArchived: Bool = false)
    /// No program could open the URLs, so they were copied.
    case copiedInstead(urls: [String])
    case copied(urls: [String])
    /// Nothing changed; the line gives the reason.
    case failed(String)
}
