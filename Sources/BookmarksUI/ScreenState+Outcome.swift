import Bookmarks

extension ScreenState {
    /// Says what came of an effect, and closes the form that asked for it.
    mutating func take(_ outcome: ActionOutcome, _ list: BookmarkList) -> [Effect] {
        switch outcome {
        case .added(let id, let name):
            if form?.isSaving == true { closeForm() }
            say(.info, "Added \(symbols.quoted(name))\(shown(id, list))", hint: "u undo")
        case .edited(let id, let name):
            if form?.isSaving == true { closeForm() }
            marks[id] = nil
            let effects: [Effect] = detail?.id == id ? [.loadDetails(id: id)] : []
            say(.info, "Saved \(symbols.quoted(name))\(shown(id, list))", hint: "u undo")
            return effects
        case .alreadyThere(_, let name): askToAddAgain(name)
        case .deleted(let id, let name):
            marks[id] = nil
            say(.info, "Deleted \(symbols.quoted(name))", hint: "u undo")
        case .undone(let what, let id):
            say(.info, "Undone: \(what)\(shown(id, list))", hint: "Ctrl-R redo")
            return refreshDetail(id, list)
        case .redone(let what, let id):
            say(.info, "Redone: \(what)\(shown(id, list))", hint: "u undo")
            return refreshDetail(id, list)
        case .nothingToUndo: say(.info, "Nothing to undo", isLogged: false)
        case .nothingToRedo: say(.info, "Nothing to redo", isLogged: false)
        case .opened(let name): say(.info, "Opened \(symbols.quoted(name))")
        case .copied(let url): say(.info, "Copied \(symbols.quoted(url))")
        case .failed(let reason):
            form?.isSaving = false
            say(.error, reason)
            return [.bell]
        }
        return []
    }

    /// Selects the bookmark that an edit was about, and says so if the filter hides it.
    private mutating func shown(_ id: String?, _ list: BookmarkList) -> String {
        guard let id, !select(id, in: list) else { return "" }
        return list.query.isEmpty || form != nil ? "" : " (the filter hides it)"
    }

    /// The detail view follows undo and redo, and closes with its bookmark.
    private mutating func refreshDetail(_ id: String?, _ list: BookmarkList) -> [Effect] {
        guard let shown = detail?.id, shown == id else { return [] }
        return [.loadDetails(id: shown)]
    }

    private mutating func closeForm() {
        // A question about the form, such as whether to discard it, has no object any more.
        if case .question = modes.last { leave() }
        form = nil
    }
}
