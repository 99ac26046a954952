import Bookmarks

extension ScreenState {
    /// Reports the result of an effect, and closes the form that requested it.
    mutating func reportOutcome(_ outcome: ActionOutcome, _ list: BookmarkList) -> [Effect] {
        listView.isMoving = false
        switch outcome {
        case .added(let what, let ids): return reportAdded(what, ids, list)
        case .alreadyThere(let name): shell.askToAddAgain(name)
        case .changed(let what, let ids, let next): reportChanged(what, ids, next, list)
        case .reversed(let what, let ids, let isUndo):
            shell.awaitReturn(true)
            sidebar.awaitsReturn = true
            return reportReversal(what, ids, list, isUndo: isUndo)
        case .searchesChanged, .settingChanged, .halted, .reversedAlready, .nothingToUndo,
            .nothingToRedo, .done, .answered:
            shell.report(outcome)
        case .failed(let reason):
            shell.form?.isSaving = false
            if activities.deletions.giveUp() { shell.undoOffer.uncovered = nil }
            shell.announce(.error, reason)
            return [.bell]
        }
        return []
    }

    private mutating func reportChanged(
        _ what: String, _ ids: [String], _ next: ActionOutcome.AfterChange, _ list: BookmarkList
    ) {
        if let form = shell.form, form.isSaving, form.id.map(ids.contains) == true {
            shell.closeForm()
        }
        for id in ids { listView.remoteChanges[id] = nil }
        listView.unmarkHidden(among: ids, list)
        if next == .unmark { listView.marks.ids.subtract(ids) }
        let only = ids.count == 1 ? ids.first : nil
        if next == .select { return sayEdited(what, only, list, ids: ids) }
        shell.say(
            .info, what, hint: .undo, about: only.map { .bookmark($0) } ?? .bookmarks(Set(ids)))
    }

    private mutating func reportAdded(
        _ what: String, _ ids: [String], _ list: BookmarkList
    ) -> [Effect] {
        let saved = shell.form?.isSaving == true ? shell.form : nil
        if saved != nil { shell.closeForm() }
        let view = view(list)
        let isTitleOffered =
            saved.map { activities.titles.isOffered(for: $0, view) }
            ?? activities.titles.isOffered(for: ids, view)
        sayAdded(what, ids, list, isTitleOffered: isTitleOffered)
        let titles =
            ids.count == 1 && saved != nil
            ? activities.titles.follow(ids[0], savedBy: saved, view)
            : activities.titles.follow(ids, view)
        return carryOut(titles, list) + saveAdded(ids, list)
    }

    /// Selects the first of the added bookmarks, or says that the filter hides them.
    private mutating func sayAdded(
        _ what: String, _ ids: [String], _ list: BookmarkList, isTitleOffered: Bool
    ) {
        let first = ids.count == 1 ? ids[0] : topmost(of: ids, list)
        guard first == nil, list.contains(id: ids.first ?? ""), !list.query.isEmpty,
            shell.screen == nil
        else {
            return isTitleOffered
                ? offerTitles(what, first, list, ids: ids)
                : sayEdited(what, first, list, ids: ids)
        }
        shell.say(
            .info, shell.text("\(what), but the filter hides them", .clear, to: "clear the filter"),
            hint: .undo, about: .filter)
    }

    /// Returns the bookmark that the list shows above the others; `nil` if it shows none.
    private func topmost(of ids: [String], _ list: BookmarkList) -> String? {
        let ids = Set(ids)
        return list.ids(at: 0..<list.count).first(where: ids.contains)
    }

    /// Reports an addition, and offers to fetch titles, as long as the message shows.
    private mutating func offerTitles(
        _ added: String, _ id: String?, _ list: BookmarkList, ids: [String] = []
    ) {
        activities.titles.wasOffered = true
        let offer = shell.text(added, .toggleTitles, to: "fetch titles from now on")
        sayEdited(offer, id, list, ids: ids)
        shell.message?.expires = MessageLevel.warning.duration.map { shell.now + $0 }
    }

    /// Reports an edit and selects its bookmark, or says that the filter hides it.
    ///
    /// - Parameter ids: all edited bookmarks, if there are several.
    private mutating func sayEdited(
        _ text: String, _ id: String?, _ list: BookmarkList, ids: [String] = [],
        hint: ActionID = .undo
    ) {
        let many = ids.count > 1 ? Message.Subject.bookmarks(Set(ids)) : nil
        guard let id else { return shell.say(.info, text, hint: hint, about: many) }
        // On a page, the filter is not visible, and the key that clears it goes back.
        // Without a filter, an archived bookmark is hidden too.
        // The list follows the sidebar, which may select another row soon.
        let isInSidebar = shell.modes.isEmpty && shell.focus == .sidebar
        let isHidden =
            !select(id, in: list) && !list.query.isEmpty && shell.screen == nil && !isInSidebar
            && list.row(id: id)?.isArchived != true
        if isHidden, list.contains(id: id) {
            shell.say(
                .info,
                shell.text(
                    text + ", but the filter hides \(ids.count > 1 ? "them" : "it")", .clear,
                    to: "clear the filter"), hint: hint,
                about: .filter)
        } else {
            let subject = isInSidebar ? nil : many ?? .bookmark(id)
            shell.say(.info, text, hint: hint, about: subject)
        }
    }

    /// Shows that an edit was undone or redone. If the edit renamed the tag or folder that the list
    /// is filtered by, the filter follows the new name.
    private mutating func reportReversal(
        _ what: String, _ ids: [String], _ list: BookmarkList, isUndo: Bool
    ) -> [Effect] {
        let (text, hint): (String, ActionID) =
            isUndo ? ("Undone: \(what)", .redo) : ("Redone: \(what)", .undo)
        let other =
            isUndo
            ? renames.last { $0.new == list.query }?.old
            : renames.last { $0.old == list.query }?.new
        guard list.count == 0, !list.isPartial, let other, let query = readQuery(other) else {
            if shell.modes.isEmpty, shell.focus == .sidebar, sidebar.lacksRemovedRows {
                // The list follows the sidebar, which may select another row soon.
                shell.say(.info, text, hint: hint)
                return []
            }
            // A step has its bookmarks in another order, such as that of an imported file.
            let first = ids.count > 1 ? topmost(of: ids, list) ?? ids.first : ids.first
            sayEdited(text, first, list, ids: ids, hint: hint)
            return []
        }
        shell.say(.info, text, hint: hint)
        return [.filter(query)]
    }
}
