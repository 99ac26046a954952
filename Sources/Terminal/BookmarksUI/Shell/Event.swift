public import Bookmarks
public import Documents
public import KeyValueStore
public import Screen

/// An input of the screen. The list that comes with an event already has the change that the event
/// is about.
public enum Event: Sendable, Hashable {
    case terminal(TerminalEvent)
    /// The list was filtered, sorted, loaded or edited.
    case listChanged
    /// Bookmarks changed in another terminal or on another device.
    case received(ReceivedChanges)
    case sync(SyncState)
    /// An answer to ``Effect/request(_:)``.
    case answer(PageAnswer)
    /// The saved searches, at the start and whenever they changed.
    case searches(SavedSearches)
    /// A text from the editor was refused; the reason names the line.
    case textRefused(String)
    /// The notes of the form, as the editor saved them.
    case notesEdited(String)
    /// The answer to an effect that changes, opens or copies something.
    case outcome(ActionOutcome)
    /// A form typed before the program ended, and whether its bookmark was deleted since.
    case restore(UnsavedForm, isGone: Bool)
    /// The list is sorted, and that could not be kept for the next one, for the reason given as a
    /// sentence.
    case notKept(SortOrder, String)
    /// The state of all links that do not simply work, by the ids of their bookmarks.
    case links([String: LinkState])
    /// The bookmarks of which something is saved, at the start and whenever that changed.
    /// Of these, some have a saved page.
    case saved(Set<String>, pages: Set<String> = [])
    /// Documents may have changed, here or elsewhere.
    case documentsChanged
    /// Versions of a document wait for a person to settle them.
    case documentConflict(DocumentConflict)
    /// The file of settings was read, with these problems.
    case settingsRead(problems: [String])
    /// How far an edit of many bookmarks is; see ``ScreenState/begin(_:)``.
    case editing(done: Int, of: Int)
    /// It has ended; the events after it tell the result.
    case edited
    /// Something the owner has to say.
    case message(MessageLevel, String)
    /// The time, in seconds since 1970. Due at ``ScreenState/deadline`` and before every other
    /// event.
    case tick(Double)
}

/// The outcome of an effect.
public enum ActionOutcome: Sendable, Hashable {
    case added(id: String, name: String)
    /// The same page is there already, so nothing was added.
    case alreadyThere(id: String, name: String)
    case edited(id: String, name: String)
    /// A bookmark without a name got the title of its page.
    case titled(id: String, name: String)
    case deleted(id: String, name: String)
    /// Bookmarks were changed alike: `what` is a sentence without its full stop.
    case changed(what: String, ids: [String])
    /// Several bookmarks were added at once: `what` is a sentence without its full stop.
    case addedSeveral(what: String, ids: [String])
    /// There was nothing to change, for the reason given in one line.
    case nothingToChange(String)
    /// Deleted bookmarks came back; the name is that of the only one.
    case restored(ids: [String], name: String)
    /// Deleted bookmarks were deleted forever.
    /// So many were deleted forever, and some of them are documents.
    case purged(count: Int, documents: Int = 0)
    /// The saved searches were changed, and perhaps a query was lost by that.
    case searchesChanged(SearchEdit, was: String? = nil)
    /// A setting was changed in the file.
    case settingChanged(SettingChange)
    /// Bookmarks were moved in manual order, or stood there already.
    case moved(ids: [String], name: String, isAnything: Bool)
    /// The values that lost conflicts were dropped.
    case settled(id: String, name: String)
    /// An edit was taken back: `what` completes the sentence “Undone: …”. The bookmark is selected
    /// if it is there; `ids` are all that it was about, where those are several.
    case undone(what: String, id: String?, ids: [String] = [])
    /// An edit was made again: `what` completes the sentence “Redone: …”.
    case redone(what: String, id: String?, ids: [String] = [])
    /// Undo or redo ended in the middle: `what` is a sentence without its full stop. The same
    /// action goes on.
    case halted(what: String, isUndo: Bool)
    /// This device has joined the cloud: whether bookmarks became one by that, which undo takes
    /// back.
    case joined(isUndoable: Bool)
    /// Another terminal or device already undid or redid the step; whether there is another step
    /// behind it.
    case reversedAlready(what: String, isUndo: Bool, goesOn: Bool)
    /// This list has nothing to take back: whether other terminals have, and whether something can
    /// be done again.
    case nothingToUndo(isElsewhere: Bool, canRedo: Bool)
    case nothingToRedo
    case opened(names: [String], isArchived: Bool = false)
    /// There was nothing to open them with, so they were copied.
    case copiedInstead(urls: [String])
    case copied(urls: [String])
    /// Nothing changed, for the reason given in one line.
    case failed(String)
}
