public import Bookmarks

/// The outcome of an effect. Texts called `what` are sentences without their full stops; a page
/// declares its own sentences in its folder.
public enum ActionOutcome: Sendable, Hashable {
    /// Bookmarks were added.
    case added(what: String, ids: [String])
    /// The page already has a bookmark of this name, so nothing was added.
    case alreadyThere(name: String)
    /// Bookmarks were changed, deleted or restored.
    case changed(what: String, ids: [String], then: AfterChange = .select)
    /// The saved searches were changed, and `was` is the query that was lost, if any.
    case searchesChanged(SearchEdit, was: String? = nil)
    /// A setting was changed in the file.
    case settingChanged(SettingChange)
    /// An edit was undone or redone: `what` completes “Undone: …” or “Redone: …”. The list goes to
    /// the topmost of the bookmarks.
    case reversed(what: String, ids: [String], isUndo: Bool)
    /// Undo or redo was interrupted. The same action continues it.
    case halted(what: String, isUndo: Bool)
    /// Another terminal or device already undid or redid the step; `goesOn` if there is another
    /// step.
    case reversedAlready(what: String, isUndo: Bool, goesOn: Bool)
    /// This list has nothing to undo; whether other terminals have, and whether redo is possible.
    case nothingToUndo(isElsewhere: Bool, canRedo: Bool)
    case nothingToRedo
    /// Something was done that undo does not take back; `change` if undo has to say so.
    case done(what: String, change: UncoveredChange? = nil)
    /// Nothing was changed, or the screen shows the change: an answer to the key, in one line.
    case answered(String)
    /// Nothing changed, because of a failure; the line gives the reason.
    case failed(String)

    /// What the list does after a change.
    public enum AfterChange: Sendable, Hashable {
        /// It selects the bookmark, if there is only one.
        case select
        /// The selection stays.
        case stay
        /// The selection stays. The bookmarks lose their marks, which have served their purpose.
        case unmark
    }
}

extension ActionOutcome {
    /// Returns a name in quotation marks, for a sentence.
    static func quoted(_ name: String) -> String { Symbols.unicode.quoted(name) }

    /// Pages were opened, or their copies in the Internet Archive, which may have none.
    public static func opened(names: [String], isArchived: Bool = false) -> Self {
        .done(
            what: "Opened \(isArchived ? "web.archive.org for " : "")"
                + several(names, "bookmarks"))
    }

    /// URLs were copied.
    public static func copied(urls: [String]) -> Self {
        .done(what: "Copied \(several(urls, "URLs"))")
    }

    /// No program could open the URLs, so they were copied.
    public static func copiedInstead(urls: [String]) -> Self {
        .done(
            what: "Copied \(several(urls, "URLs")): there is no browser over SSH. Paste into a "
                + "browser on your machine, or choose a text browser in the setting browser")
    }

    private static func several(_ texts: [String], _ noun: String) -> String {
        texts.count == 1 ? quoted(texts[0]) : "\(grouped(texts.count)) \(noun)"
    }
}
