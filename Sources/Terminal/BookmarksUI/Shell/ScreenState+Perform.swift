import Bookmarks
import Documents
import KeyValueStore
import Screen

extension ScreenState {
    /// Returns the reason why an action is not possible now, in one line; `nil` if it is.
    func reasonAgainst(_ action: Action, _ list: BookmarkList) -> String? {
        if [.open, .copyURL, .details].contains(action.id),
            let reason = reasonAgainstDeletedDocuments(list)
        {
            return reason
        }
        return switch action.need {
        case .nothing: nil
        case .online:
            shell.sync.phase == .offline
                ? shell.text(
                    "Airplane mode is on, so nothing is synced", .airplane, to: "turn it off")
                : nil
        case .deleted:
            hasDeletedTargets(list) ? nil : reasonAgainstRestoring(list)
        case .handOrder: reasonAgainstTargets(list, alive: true) ?? shell.reasonAgainstMoving(list)
        case .page where shell.modes.isEmpty: reasonAgainstInPreview(action.id, list)
        case .page: shell.modes.last?.page?.reason(against: action.id, view(list))
        case .bookmarks:
            list.total + list.archivedCount == 0 ? noBookmark : nil
        case .bookmark
        where action.id == .markHit && (takesOffer || shell.isMenuOpen || asksForMoreNames):
            nil
        case .bookmark where action.id == .markHit && shell.filterMistake != nil:
            "The filter has a mistake, so there is nothing to mark"
        case .bookmark: reasonAgainstTarget(list)
        case .targets: reasonAgainstTargets(list, alive: false)
        case .livingTargets: reasonAgainstTargets(list, alive: true)
        }
    }

    private func reasonAgainstTargets(_ list: BookmarkList, alive: Bool) -> String? {
        let areMarked = shell.shownID == nil && !listView.marks.ids.isEmpty
        if !areMarked, let reason = reasonAgainstTarget(list) { return reason }
        guard alive, list.hasDeleted || shell.holdsDeleted else { return nil }
        if areMarked || shell.shownID == nil && listView.marks.anchor != nil {
            let range = listView.markedRange.map { list.ids(at: $0.lowerBound..<$0.upperBound + 1) }
            let areAlive =
                !listView.marks.ids.contains(where: list.isDeleted)
                && range?.contains(where: list.isDeleted) != true
            return areAlive
                ? nil
                : shell.text(
                    "Some of the marked bookmarks are deleted", .clear, to: "clear the marks")
        }
        guard let id = target(list), isDeleted(id, list) else { return nil }
        return shell.text("This bookmark is deleted", .restore, to: "restore it")
    }

    /// Returns the reason why there is nothing to restore for an action.
    private func reasonAgainstRestoring(_ list: BookmarkList) -> String {
        if let reason = reasonAgainstTarget(list) { return reason }
        let what =
            markedCount(list) > 1
            ? "The marked bookmarks are not deleted" : "This bookmark is not deleted"
        return shell.text(what, .showDeleted, to: "see the deleted ones")
    }

    /// Returns the reason why an action on bookmarks is not possible in the trash: its targets
    /// include documents.
    private func reasonAgainstDeletedDocuments(_ list: BookmarkList) -> String? {
        guard shell.holdsDeleted, let ids = targets(list)?.ids,
            ids.contains(where: { Document.id(ofKey: $0) != nil })
        else { return nil }
        let what =
            ids.count == 1
            ? "This is a deleted document" : "Some of the marked are deleted documents"
        return shell.text(what, .restore, to: ids.count == 1 ? "restore it" : "restore them")
    }

    private func reasonAgainstTarget(_ list: BookmarkList) -> String? {
        if target(list) != nil { return nil }
        if let page = shell.bookmarksPage { return type(of: page).reasonWithoutRows }
        if list.total == 0 { return noBookmark }
        // While picking, no key clears only the filter.
        if picking != nil { return "The filter shows no bookmark" }
        return shell.text("The filter shows no bookmark", .clear, to: "clear it")
    }

    private var noBookmark: String { shell.text("There are no bookmarks", .add, to: "add one") }

    /// Returns the id of the bookmark for an action.
    func target(_ list: BookmarkList) -> String? {
        if let shownID = shell.shownID { return shownID }
        if let bookmarksPage = shell.bookmarksPage { return bookmarksPage.selectedID }
        return list.count > 0 ? listView.selection.id : nil
    }

    mutating func perform(_ action: ActionID, _ list: BookmarkList) -> [Effect] {
        if shell.isAmongBookmarks, !action.keepsRange { listView.endRange(in: list) }
        if shell.frontBookmarks != nil, !action.keepsRange, action != .back {
            shell.bookmarksPage?.endRange()
        }
        if action == .markHit, let effects = acceptOffer() ?? acceptMeantQuery() { return effects }
        // With a menu in sight, Tab is not meant to mark a bookmark.
        if action == .markHit, shell.isMenuOpen || asksForMoreNames {
            return performCompletion(.complete)
        }
        if let effects = performPick(action, list) { return effects }
        if let effects = performOnPanes(action, list) { return effects }
        if action.alwaysMoves {
            move(action, list)
            return []
        }
        if let effects = performOnPages(action, list) { return effects }
        switch action {
        case .scrollDown, .scrollUp:
            move(action, list)
            return []
        case .mark, .markRange, .markAll, .markHit:
            performMark(action, list)
            return []
        case .edit, .delete, .open, .copyURL, .addTags, .removeTags, .setFolder,
            .editText, .toggleUnread, .toggleArchived:
            return performOnTargets(action, list)
        case .checkLinks, .openArchive: return performOnWeb(action, list)
        case .savePage: return savePages(list)
        case .writeNote: return writeNote(list)
        case .toggleTitles:
            return carryOut(activities.titles.toggle(view(list)), list)
        case .importBookmarks: return askForImport(list)
        case .undo: return shell.undo()
        case .redo: return [.redo]
        case .undoSetting, .redoSetting: return shell.reverseSetting(action)
        case .filter, .keepFilter, .clearFilter, .clear:
            return performFilter(action, list)
        case .saveSearch:
            askForSearchName(list)
            return []
        case .sort, .sortByAdded, .sortByModified, .sortByName, .sortByURL,
            .sortByRelevance, .sortByOpened, .sortByFrequency, .sortManually, .closeMenu:
            return performSort(action, list)
        case .moveUp, .moveDown, .moveToTop, .moveToBottom: return performMove(action, list)
        case .nextWord, .previousWord, .complete, .takeChosen, .openCompletion, .closeCompletion:
            return performCompletion(action)
        case .enterPrompt, .leavePrompt: return performPrompt(action)
        case .back:
            if shell.frontBookmarks == nil || shell.bookmarksPage?.forgetMarks() != true {
                shell.leave()
            }
            return []
        case .nextItem: return goToSubject(by: 1, list)
        case .previousItem: return goToSubject(by: -1, list)
        case .sync: return shell.syncNow()
        case .airplane: return [.toggleOffline]
        case .restore, .deleteForever: return performOnDeleted(action, list)
        case .redraw: return [.repaint]
        case .suspend: return [.suspend]
        case .quit, .quitAnywhere: return quit()
        case .yes: return answer(true, list)
        case .no: return answer(false, list)
        default: return []
        }
    }

    /// Quits, after a question if typed text or pages would be lost.
    private mutating func quit() -> [Effect] {
        if shell.hasUnsavedText {
            let answers = TextAnswers(yes: "quit", asking: .quitAnywhere)
            shell.ask(
                Question("Quit and discard your text?", textAnswers: answers) { screen, _ in
                    screen.shell.form = nil
                    return screen.quit()
                })
            return []
        }
        let pages = activities.saving.awaitedPages
        if pages == 0 { return [.quit] }
        shell.ask(Question("Quit without saving \(counted(pages, "page"))?") { _, _ in [.quit] })
        return []
    }
}

extension Shell {
    fileprivate mutating func syncNow() -> [Effect] {
        if case .joining = sync.phase { return [.send(JoinPlanRequest())] }
        reply("Syncing" + symbols.ellipsis)
        return [.syncNow]
    }
}
