import Bookmarks

extension ScreenState {
    /// Reports the result of an effect, and closes the form that requested it.
    mutating func reportOutcome(_ outcome: ActionOutcome, _ list: BookmarkList) -> [Effect] {
        switch outcome {
        case .added(let id, let name): return reportAdded(id, name, list)
        case .edited(let id, let name):
            if form?.isSaving == true { closeForm() }
            remoteChanges[id] = nil
            sayEdited("Saved \(symbols.quoted(name))", id, list)
        case .titled(let id, let name):
            // The title may arrive much later, so the selection stays.
            say(
                .info, "The title came from the page: \(symbols.quoted(name))", hint: .undo,
                about: .bookmark(id))
        case .changed(let what, let ids):
            for id in ids { remoteChanges[id] = nil }
            unmarkHidden(among: ids, list)
            // If several bookmarks were changed, the selection stays.
            sayEdited(what, ids.count == 1 ? ids.first : nil, list, ids: ids)
        case .addedSeveral(let what, let ids):
            reportAdded(what, ids, list)
            let titles = activities.titles.follow(ids, view(list))
            return carryOut(titles, list) + saveAdded(ids, list)
        case .nothingToChange(let reason): reply(reason)
        case .settled(let id, let name):
            sayEdited("Kept \(symbols.quoted(name)), without the other values", id, list)
        case .alreadyThere(_, let name): askToAddAgain(name)
        case .deleted(let id, let name):
            remoteChanges[id] = nil
            say(.info, "Deleted \(symbols.quoted(name))", hint: .undo, about: .bookmark(id))
        case .restored(let ids, let name): reportRestored(ids, name)
        case .searchesChanged(let edit, let old):
            undoOffer.uncovered = .searches
            say(.info, message(for: edit, replacing: old))
        case .settingChanged(let change): report(change)
        case .deletedForever(let count, let documents):
            let words = countedBookmarks(count - documents, documents: documents)
            say(.info, count == 1 ? "Deleted forever" : "Deleted \(words) forever")
        case .moved(let ids, let name, let isAnything):
            reportMoved(ids, name, isAnything: isAnything)
        case .undone(let what, let id, let ids):
            return reportReversal("Undone: \(what)", id, list, ids: ids, hint: .redo)
        case .redone(let what, let id, let ids):
            return reportReversal("Redone: \(what)", id, list, ids: ids)
        case .halted(let what, let isUndo): say(.info, what, hint: isUndo ? .undo : .redo)
        case .joined(let isUndoable):
            say(.info, "Joined the cloud", hint: isUndoable ? .undo : nil)
        case .reversedAlready(let what, let isUndo, let goesOn):
            reply(reversedAlready(what, isUndo: isUndo, goesOn: goesOn))
        case .nothingToUndo(let isElsewhere, let canRedo):
            reply(nothingToUndo(isElsewhere: isElsewhere, canRedo: canRedo))
        case .nothingToRedo:
            reply("Nothing to redo")
        case .opened(let names, let isArchived):
            let copy = isArchived ? "the archived copy of " : ""
            say(.info, "Opened \(copy)\(several(names, "bookmarks"))")
        case .copiedInstead(let urls):
            say(
                .info,
                "Copied \(several(urls, "URLs")): there is no browser over SSH. Paste into "
                    + "a browser on your machine, or choose a text browser in the setting "
                    + "browser")
        case .copied(let urls): say(.info, "Copied \(several(urls, "URLs"))")
        case .failed(let reason):
            form?.isSaving = false
            isMoving = false
            if activities.deletions.giveUp() { undoOffer.uncovered = nil }
            announce(.error, reason)
            return [.bell]
        }
        return []
    }

    private mutating func reportAdded(
        _ id: String, _ name: String, _ list: BookmarkList
    ) -> [Effect] {
        let saved = form?.isSaving == true ? form : nil
        if saved != nil { closeForm() }
        let added = "Added \(symbols.quoted(name))"
        if let saved, activities.titles.isOffered(for: saved, view(list)) {
            offerTitles(added, id, list)
        } else {
            sayEdited(added, id, list)
        }
        let title = activities.titles.follow(id, savedBy: saved, view(list))
        return carryOut(title, list) + saveAdded([id], list)
    }

    /// Selects the first of the added bookmarks, or tells that the filter hides them.
    private mutating func reportAdded(_ what: String, _ ids: [String], _ list: BookmarkList) {
        let added = Set(ids)
        let first = list.ids(at: 0..<list.count).first(where: added.contains)
        guard first == nil, list.contains(id: ids.first ?? ""), !list.query.isEmpty, screen == nil
        else {
            return activities.titles.isOffered(for: ids, view(list))
                ? offerTitles(what, first, list, ids: ids)
                : sayEdited(what, first, list, ids: ids)
        }
        let hides = ids.count == 1 ? "it" : "them"
        say(
            .info, text("\(what), but the filter hides \(hides)", .clear, to: "clear it"),
            hint: .undo, about: .filter)
    }

    /// Reports an addition, and offers to fetch titles, as long as the message shows.
    private mutating func offerTitles(
        _ added: String, _ id: String?, _ list: BookmarkList, ids: [String] = []
    ) {
        activities.titles.wasOffered = true
        let offer = text(added, .toggleTitles, to: "fetch titles from now on")
        sayEdited(offer, id, list, ids: ids)
        message?.expires = MessageLevel.warning.duration.map { now + $0 }
    }

    private mutating func reportRestored(_ ids: [String], _ name: String) {
        // Their marks have served their purpose.
        marks.ids.subtract(ids)
        let words = Targets(ids: ids, name: name).words(symbols)
        say(.info, "Restored \(words)", hint: .undo, about: .bookmarks(Set(ids)))
    }

    private func reversedAlready(_ what: String, isUndo: Bool, goesOn: Bool) -> String {
        let said = "Already \(isUndo ? "undone" : "redone") elsewhere: \(what)"
        if goesOn {
            let next = isUndo ? "undo the step before it" : "redo the step after it"
            return text(said, isUndo ? .undo : .redo, to: next)
        }
        let other = isUndo ? "redo it here" : "undo it here"
        return text(said, isUndo ? .redo : .undo, to: other)
    }

    private func nothingToUndo(isElsewhere: Bool, canRedo: Bool) -> String {
        if isElsewhere {
            return "Nothing more to undo in this list. To undo an edit of another terminal: "
                + "cloudy undo"
        }
        if canRedo { return text("Nothing more to undo", .redo, to: "redo") }
        return text("Nothing to undo yet", .undo, to: "undo the latest edit of this device")
    }

    /// Reports an edit and selects its bookmark, or tells that the filter hides it.
    ///
    /// - Parameter ids: all edited bookmarks, if there are several.
    private mutating func sayEdited(
        _ text: String, _ id: String?, _ list: BookmarkList, ids: [String] = [],
        hint: ActionID = .undo
    ) {
        let many = ids.count > 1 ? Message.Subject.bookmarks(Set(ids)) : nil
        guard let id else { return say(.info, text, hint: hint, about: many) }
        // On a page, the filter is not visible, and the key that clears it goes back.
        let isHidden = !select(id, in: list) && !list.query.isEmpty && screen == nil
        if isHidden, list.contains(id: id) {
            say(
                .info,
                self.text(text + ", but the filter hides it", .clear, to: "clear it"), hint: hint,
                about: .filter)
        } else {
            say(.info, text, hint: hint, about: many ?? .bookmark(id))
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
            sayEdited(text, id, list, ids: ids, hint: hint)
            return []
        }
        say(.info, text, hint: hint)
        return [.filter(query)]
    }

    private func several(_ texts: [String], _ noun: String) -> String {
        texts.count == 1 ? symbols.quoted(texts[0]) : "\(grouped(texts.count)) \(noun)"
    }
}
