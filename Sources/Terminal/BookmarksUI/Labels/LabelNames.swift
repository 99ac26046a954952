import Bookmarks
import Screen

/// A tag or folder that was renamed while the list was filtered by it: the queries for both names.
struct FollowedRename: Sendable {
    var old: String
    var new: String
}

extension ScreenState {
    /// Asks for the name under which to save the filter of the list.
    mutating func askForSearchName(_ list: BookmarkList) {
        guard !list.search.isEmpty else {
            return shell.reply(
                shell.text("There is no filter to save", .filter, to: "filter the list"), .warning)
        }
        let names = Completion(.line, searches.names, endsAtWords: true)
        // A completed word ends with a space, which does not belong to the query.
        shell.modes.append(
            .prompt(Prompt(SavingSearch(query: list.query.trimmed), completion: names)))
    }

    /// Checks a typed name for a saved search, and makes the edit.
    mutating func changeSearches(
        _ typed: String, except old: String?, _ edit: (String) -> SearchEdit
    ) -> [Effect] {
        let name: String
        do throws(SearchNameError) {
            name = try SavedSearches.checkedName(typed)
        } catch {
            shell.reply(error.description, .warning)
            return []
        }
        let edit = edit(name)
        if let problem = searches.problem(of: edit, at: shell.queryClock) {
            shell.reply(problem.message, .warning)
            return []
        }
        shell.leave()
        guard let other = searches.name(name), other != old else { return change(edit) }
        let found = shell.symbols.quoted(searches.texts[other] ?? "")
        shell.ask(
            Question("@\(other) exists and finds \(found). Replace it?") { screen, _ in
                screen.change(edit)
            })
        return []
    }

    /// Changes a tag or a folder. First, the list and the selection follow a new name, so that the
    /// changed bookmarks are visible.
    mutating func organize(_ edit: LabelEdit) -> [Effect] {
        if ongoing != nil {
            refuseWhileOngoing()
            return []
        }
        let sent = Effect.send(OrganizeLabels(edit))
        switch edit {
        case .renameTag(let tag, let name):
            shell.labelsView?.follow(renaming: tag, to: name)
            return follow([.tag, .sign], from: tag, to: name) + [sent]
        case .renameFolder(let path, let new):
            shell.labelsView?.follow(renaming: path, to: new)
            sidebar.keepOpen(path, as: FolderPath.normalized(new))
            return follow([.folder, .beginning], from: path, to: new) + [sent]
        case .deleteTag, .deleteFolder: return [sent]
        }
    }

    /// Changes saved searches in the same way.
    mutating func change(_ edit: SearchEdit) -> [Effect] {
        if case .rename(let old, let name) = edit {
            shell.labelsView?.follow(renaming: old, to: name)
        }
        return [.send(ChangeSearches(edit))]
    }

    /// Filters the list by the new name if it was filtered by the old one alone. A filter for a
    /// beginning follows, too; other names with that beginning leave the list.
    private mutating func follow(
        _ notations: [QueryText.Notation], from old: String, to new: String
    ) -> [Effect] {
        let present = SearchText.folded(listView.query.trimmed)
        guard
            let notation = notations.first(where: {
                SearchText.folded($0.text(naming: old)) == present
            })
        else { return [] }
        let text = notation.text(naming: new)
        guard let query = readQuery(text) else { return [] }
        renames.append(FollowedRename(old: listView.query, new: text))
        return [.filter(query)]
    }
}

extension Shell {
    /// Forgets the new name: after another key, the selection no longer follows it.
    mutating func forgetNewName() {
        if labelsView?.newName != nil { labelsView?.forgetNewName() }
    }

    /// Returns a sentence about a change of the saved searches. It contains the replaced query,
    /// since undo does not restore it.
    func message(for edit: SearchEdit, replacing old: String?) -> String {
        switch (edit, old) {
        case (.save(_, let name), let old?): "Saved as @\(name), replacing: \(old)"
        case (.save(_, let name), nil):
            text("Saved as @\(name)", .showLabels, to: "see all searches")
                + (keyName(.filter).map { ", \($0) and @\(name) to use it" } ?? "")
        case (.rename(let name, let new), nil): "Renamed @\(name) to @\(new)"
        case (.rename(let name, let new), let old?):
            "Renamed @\(name) to @\(new), replacing: \(old)"
        case (.delete(let name), nil): "Deleted the saved search @\(name)"
        case (.delete(let name), let old?):
            "Deleted the saved search @\(name), which was: \(old)"
        }
    }
}
