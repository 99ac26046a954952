import Bookmarks

extension ScreenState {
    /// Performs an action on its bookmark, or on all marked ones.
    mutating func performOnTargets(_ action: ActionID, _ list: BookmarkList) -> [Effect] {
        // The menu waited for this key.
        if case .editMenu = shell.modes.last { shell.leave() }
        guard let targets = targets(list) else { return [] }
        switch action {
        case .delete: return delete(targets, list)
        case .open:
            if let effects = readInsteadOfOpening(targets) { return effects }
            guard targets.ids.count > Self.openLimit else { return [.open(ids: targets.ids)] }
            shell.ask(
                Question("Open \(targets.words(shell.symbols)) at once?") { _, _ in
                    [.open(ids: targets.ids)]
                })
        case .copyURL: return [.copy(ids: targets.ids)]
        case .edit: return edit(targets, list)
        case .editText: return [.editText(ids: targets.ids)]
        case .addTags:
            shell.prompt(AddingTags(targets: targets))
            return [.send(TagsRequest())]
        case .toggleUnread:
            let isUnread = !allRows(of: targets, list, are: \.isUnread)
            return [.send(ChangeBookmarks(.setUnread(isUnread), ids: targets.ids))]
        case .toggleArchived:
            let isArchived = !allRows(of: targets, list, are: \.isArchived)
            if isArchived, let shownID = shell.shownID { shell.closePages(about: shownID) }
            return [.send(ChangeBookmarks(.setArchived(isArchived), ids: targets.ids))]
        case .removeTags:
            let tags = Completion(.word, list.tagNames(of: targets.ids))
            shell.prompt(RemovingTags(targets: targets), tags)
        case .setFolder:
            shell.prompt(MovingToFolder(targets: targets))
            return [.send(FoldersRequest())]
        default: break
        }
        return []
    }

    /// Shows the saved page if the link is broken; in the reader, opens the link.
    private mutating func readInsteadOfOpening(_ targets: Targets) -> [Effect]? {
        guard let id = targets.ids.first, targets.ids.count == 1, activities.links.isBroken(id),
            listView.savedPages.contains(id), !shell.holdsDeleted,
            !(shell.modes.last?.page is Reader)
        else { return nil }
        let effects = shell.open(Reader(id: id))
        shell.reply(
            shell.text("The link is broken, so this is the saved page", .open, to: "open the link"))
        return effects
    }

    private func allRows(
        of targets: Targets, _ list: BookmarkList, are state: (BookmarkRow) -> Bool
    ) -> Bool {
        targets.ids.allSatisfy { list.row(id: $0).map(state) ?? false }
    }

    /// The number of bookmarks that are opened without a question.
    private static let openLimit = 5

    /// Deletes without a question, since undo restores them, unless some are hidden.
    private mutating func delete(_ targets: Targets, _ list: BookmarkList) -> [Effect] {
        guard targets.hidden > 0 else {
            if let shownID = shell.shownID { shell.closePages(about: shownID) }
            return deleteAll(targets, list)
        }
        let hidden = targets.hiddenWords.map { ", " + $0 } ?? ""
        shell.ask(
            Question("Delete \(targets.words(shell.symbols))\(hidden)?") {
                $0.deleteAll(targets, $1)
            })
        return []
    }

    /// Deletes bookmarks and selects the next one that stays.
    mutating func deleteAll(_ targets: Targets, _ list: BookmarkList) -> [Effect] {
        let gone = Set(targets.ids)
        let below = list.ids(at: min(listView.selection.index, list.count)..<list.count)
        if gone.count > 1, let next = below.first(where: { !gone.contains($0) }) {
            select(next, in: list)
        }
        return [.send(DeleteBookmarks(ids: targets.ids))]
    }

    private mutating func edit(_ targets: Targets, _ list: BookmarkList) -> [Effect] {
        guard targets.ids.count == 1, let id = targets.ids.first else {
            shell.modes.append(.editMenu)
            return []
        }
        guard let form = formToEdit(id, list) else { return [] }
        return shell.open(form)
    }

    /// Returns the form that edits a bookmark. It opens at once with the fields of the row, so that
    /// no key typed for it can start an action of the list; the notes follow when they are loaded.
    private func formToEdit(_ id: String, _ list: BookmarkList) -> Form? {
        if let bookmark = shell.shownBookmark { return Form(editing: bookmark) }
        return list.row(id: id).map { Form(editing: $0) }
    }

    /// Returns the menu, from the longest to the shortest texts.
    func editMenus() -> [[MenuEntry]] {
        func menu(_ texts: String...) -> [MenuEntry] {
            let actions: [ActionID] = [.addTags, .removeTags, .setFolder, .editText]
            return zip(texts, actions).map { MenuEntry($0, .start($1)) }
        }
        let what = MenuEntry("Edit \(grouped(listView.marks.ids.count)) bookmarks:")
        return [
            [what] + menu("(+) add tags", "(-) remove tags", "(m)ove", "(E)dit as text"),
            menu("(+)", "(-) tags", "(m)ove", "(E)dit as text"),
            menu("(+)", "(-)", "(m)ove", "(E)"),
        ]
    }
}
