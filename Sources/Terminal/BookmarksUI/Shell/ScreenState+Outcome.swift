import Bookmarks

extension ScreenState {
    /// Reports the result of an effect, and closes the form that requested it.
    mutating func reportOutcome(_ outcome: ActionOutcome, _ list: BookmarkList) -> [Effect] {
        switch outcome {
        case .added(let id, let name): return reportAdded(id, name, list)
        case .edited(let id, let name):
            if shell.form?.isSaving == true { shell.closeForm() }
            listView.remoteChanges[id] = nil
            sayEdited("Saved \(shell.symbols.quoted(name))", id, list)
        case .changed(let what, let ids):
            for id in ids { listView.remoteChanges[id] = nil }
            listView.unmarkHidden(among: ids, list)
            // If several bookmarks were changed, the selection stays.
            sayEdited(what, ids.count == 1 ? ids.first : nil, list, ids: ids)
        case .addedSeveral(let what, let ids):
            reportAdded(what, ids, list)
            let titles = activities.titles.follow(ids, view(list))
            return carryOut(titles, list) + saveAdded(ids, list)
        case .settled(let id, let name):
            sayEdited("Kept \(shell.symbols.quoted(name)), without the other values", id, list)
        case .alreadyThere(_, let name): shell.askToAddAgain(name)
        case .deleted(let id, let name):
            listView.remoteChanges[id] = nil
            shell.say(
                .info, "Deleted \(shell.symbols.quoted(name))", hint: .undo, about: .bookmark(id))
        case .restored(let ids, let name, let duplicates): reportRestored(ids, name, duplicates)
        case .moved(let ids, let name, let isAnything):
            reportMoved(ids, name, isAnything: isAnything)
        case .undone(let what, let id, let ids):
            return reportReversal("Undone: \(what)", id, list, ids: ids, hint: .redo)
        case .redone(let what, let id, let ids):
            return reportReversal("Redone: \(what)", id, list, ids: ids)
        case .titled, .nothingToChange, .searchesChanged, .settingChanged, .deletedForever, .halted,
            .joined, .reversedAlready, .nothingToUndo, .nothingToRedo, .opened, .copiedInstead,
            .copied:
            shell.report(outcome)
        case .failed(let reason):
            shell.form?.isSaving = false
            listView.isMoving = false
            if activities.deletions.giveUp() { shell.undoOffer.uncovered = nil }
            shell.announce(.error, reason)
            return [.bell]
        }
        return []
    }

    private mutating func reportAdded(
        _ id: String, _ name: String, _ list: BookmarkList
    ) -> [Effect] {
        let saved = shell.form?.isSaving == true ? shell.form : nil
        if saved != nil { shell.closeForm() }
        let added = "Added \(shell.symbols.quoted(name))"
        if let saved, activities.titles.isOffered(for: saved, view(list)) {
            offerTitles(added, id, list)
        } else {
            sayEdited(added, id, list)
        }
        let title = activities.titles.follow(id, savedBy: saved, view(list))
        return carryOut(title, list) + saveAdded([id], list)
    }

    /// Selects the first of the added bookmarks, or says that the filter hides them.
    private mutating func reportAdded(_ what: String, _ ids: [String], _ list: BookmarkList) {
        let first = topmost(of: ids, list)
        guard first == nil, list.contains(id: ids.first ?? ""), !list.query.isEmpty,
            shell.screen == nil
        else {
            return activities.titles.isOffered(for: ids, view(list))
                ? offerTitles(what, first, list, ids: ids)
                : sayEdited(what, first, list, ids: ids)
        }
        let hides = ids.count == 1 ? "it" : "them"
        shell.say(
            .info,
            shell.text("\(what), but the filter hides \(hides)", .clear, to: "clear the filter"),
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

    private mutating func reportRestored(_ ids: [String], _ name: String, _ duplicates: Int) {
        // Their marks have served their purpose.
        listView.marks.ids.subtract(ids)
        let words = Targets(ids: ids, name: name).words(shell.symbols)
        let more =
            duplicates == 0
            ? ""
            : ids.count == 1
                ? "; another bookmark has the same page"
                : "; \(grouped(duplicates)) of them have the page of another one"
        shell.say(.info, "Restored \(words)\(more)", hint: .undo, about: .bookmarks(Set(ids)))
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
        let isHidden = !select(id, in: list) && !list.query.isEmpty && shell.screen == nil
        if isHidden, list.contains(id: id) {
            shell.say(
                .info,
                shell.text(
                    text + ", but the filter hides \(ids.count > 1 ? "them" : "it")", .clear,
                    to: "clear the filter"), hint: hint,
                about: .filter)
        } else {
            shell.say(.info, text, hint: hint, about: many ?? .bookmark(id))
        }
    }

    /// Shows that an edit was undone or redone. If the edit renamed the tag or folder that the list
    /// is filtered by, the filter follows the new name.
    private mutating func reportReversal(
        _ text: String, _ id: String?, _ list: BookmarkList, ids: [String], hint: ActionID = .undo
    ) -> [Effect] {
        let other =
            hint == .redo
            ? renames.last { $0.new == list.query }?.old
            : renames.last { $0.old == list.query }?.new
        guard list.count == 0, !list.isPartial, let other, let query = readQuery(other) else {
            // A step has its bookmarks in another order, such as that of an imported file.
            let first = ids.count > 1 ? topmost(of: ids, list) ?? id : id
            sayEdited(text, first, list, ids: ids, hint: hint)
            return []
        }
        shell.say(.info, text, hint: hint)
        return [.filter(query)]
    }
}
