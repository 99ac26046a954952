import Bookmarks
import Screen

extension ScreenState {
    /// Asks for the name under which to save the filter of the list.
    mutating func askForSearchName(_ list: BookmarkList) {
        guard !list.search.isEmpty else {
            return reply("There is no filter to save; / filters the list", .warning)
        }
        let names = Completion(.line, searches.names)
        // A completed word ends with a space, which belongs to no query.
        modes.append(.prompt(Prompt(.saveSearch(list.query.trimmed), completion: names)))
    }

    /// Does what a name was asked for. The prompt stays where the name won't do.
    mutating func take(name typed: String, for purpose: Prompt.Purpose) -> [Effect] {
        switch purpose {
        case .renameTag(let tag): return renameTag(tag, typed)
        case .renameFolder(let path): return renameFolder(path, typed)
        case .renameSearch(let name):
            return changeSearches(typed, except: name) { .rename(name, to: $0) }
        case .saveSearch(let text):
            return changeSearches(typed, except: nil) { .save(text, as: $0) }
        default: return []
        }
    }

    private mutating func renameTag(_ tag: String, _ typed: String) -> [Effect] {
        let parsed = Tags.parsed(typed)
        guard parsed.count == 1, let name = parsed.first else {
            reply(LabelError.notOneTag(typed).description.withoutFullStop, .warning)
            return []
        }
        leave()
        let edit = LabelEdit.renameTag(tag, to: name)
        let tags = labelsView?.tags ?? sidebar.facts?.tags ?? []
        let other = tags.first { Tags.isSame($0.name, name) }
        guard let other, !Tags.isSame(tag, name) else { return organize(edit) }
        let count = tags.first { Tags.isSame($0.name, tag) }?.count ?? 0
        modes.append(
            .question(
                .merge(
                    edit, from: "#\(tag) (\(grouped(count)))",
                    into: "#\(other.name) (\(grouped(other.count)))")))
        return []
    }

    private mutating func renameFolder(_ path: String, _ typed: String) -> [Effect] {
        let new = FolderPath.normalized(typed)
        guard !new.isEmpty else {
            reply("Type a path such as work/swift, or leave with Esc; d deletes", .warning)
            return []
        }
        let isSame = FolderPath.isSame(new, path)
        guard isSame || !FolderPath.isWithin(new, path) else {
            reply(LabelError.folderInItself(path).description.withoutFullStop, .warning)
            return []
        }
        leave()
        let edit = LabelEdit.renameFolder(path, to: new)
        let folders = labelsView?.folders ?? sidebar.facts?.folders ?? []
        guard !isSame, let other = folders.first(where: { FolderPath.isSame($0.path, new) }) else {
            return organize(edit)
        }
        let count = folders.first { $0.path == path }?.total ?? 0
        modes.append(
            .question(
                .merge(
                    edit, from: "\(symbols.quoted(path)) (\(grouped(count)))",
                    into: "\(symbols.quoted(other.path)) (\(grouped(other.total)))")))
        return []
    }

    private mutating func changeSearches(
        _ typed: String, except old: String?, _ edit: (String) -> SearchEdit
    ) -> [Effect] {
        let name: String
        do throws(SearchNameError) {
            name = try SavedSearches.checkedName(typed)
        } catch {
            reply(error.description, .warning)
            return []
        }
        let edit = edit(name)
        if let problem = searches.problem(of: edit, at: queryClock) {
            reply(problem.message, .warning)
            return []
        }
        leave()
        guard let other = searches.name(name), other != old else { return change(edit) }
        modes.append(
            .question(.replaceSearch(edit, name: other, text: searches.texts[other] ?? "")))
        return []
    }

    /// Changes a tag or a folder; the selection follows a new name.
    mutating func organize(_ edit: LabelEdit) -> [Effect] {
        switch edit {
        case .renameTag(_, let name), .renameFolder(_, let name): labelsView?.newName = name
        case .deleteTag, .deleteFolder: break
        }
        return [.send(OrganizeLabels(edit))]
    }

    /// The same for saved searches.
    mutating func change(_ edit: SearchEdit) -> [Effect] {
        if case .rename(_, let name) = edit { labelsView?.newName = name }
        return [.send(ChangeSearches(edit))]
    }

    /// After another key, the selection no longer follows the new name.
    mutating func forgetNewName() {
        if labelsView?.newName != nil { labelsView?.newName = nil }
    }

    /// A sentence about a change of the saved searches. It has the replaced query, since undo does
    /// not restore that.
    func said(of edit: SearchEdit, was old: String?) -> String {
        switch (edit, old) {
        case (.save(_, let name), let old?): "Saved as @\(name), replacing: \(old)"
        case (.save(_, let name), nil):
            "Saved as @\(name): t shows all searches, and /@\(name) finds it"
        case (.rename(let name, let new), nil): "Renamed @\(name) to @\(new)"
        case (.rename(let name, let new), let old?):
            "Renamed @\(name) to @\(new), replacing: \(old)"
        case (.delete(let name), nil): "Deleted the saved search @\(name)"
        case (.delete(let name), let old?):
            "Deleted the saved search @\(name), which was: \(old)"
        }
    }
}
