import Bookmarks
import Screen

/// Asks for a new name of a tag.
struct RenamingTag: PromptPurpose {
    let tag: String
    var verb: String { "rename" }

    func labels(_ symbols: Symbols) -> [String] { ["Rename #\(tag) to: ", "Rename to: ", "# "] }

    func enter(_ typed: String, in screen: inout ScreenState) -> [Effect] {
        let parsed = Tags.parsed(typed)
        guard parsed.count == 1, let name = parsed.first else {
            screen.shell.reply(LabelError.notOneTag(typed).description.withoutFullStop, .warning)
            return []
        }
        screen.shell.leave()
        let edit = LabelEdit.renameTag(tag, to: name)
        let tags = screen.shell.labelsView?.tags ?? screen.sidebar.facts?.tags ?? []
        let other = tags.first { Tags.isSame($0.name, name) }
        guard let other, !Tags.isSame(tag, name) else { return screen.organize(edit) }
        let count = tags.first { Tags.isSame($0.name, tag) }?.count ?? 0
        screen.askToMerge(
            edit, from: "#\(tag) (\(grouped(count)))",
            into: "#\(other.name) (\(grouped(other.count)))")
        return []
    }
}

/// Asks for a new path of a folder.
struct RenamingFolder: PromptPurpose {
    let path: String
    var verb: String { "rename" }

    func labels(_ symbols: Symbols) -> [String] {
        ["Rename or move \(symbols.quoted(path)) to: ", "Rename to: ", "> "]
    }

    func enter(_ typed: String, in screen: inout ScreenState) -> [Effect] {
        let new = FolderPath.normalized(typed)
        guard !new.isEmpty else {
            let deletion = screen.shell.keyName(.cancel).flatMap { cancel in
                screen.shell.keyName(.deleteLabel).map {
                    "To delete the folder: \(cancel), then \($0)"
                }
            }
            let advice = ["Type a path such as work/swift", deletion].compactMap(\.self)
            screen.shell.reply(advice.joined(separator: ". "), .warning)
            return []
        }
        let isSame = FolderPath.isSame(new, path)
        guard isSame || !FolderPath.isWithin(new, path) else {
            screen.shell.reply(
                LabelError.folderInItself(path).description.withoutFullStop, .warning)
            return []
        }
        screen.shell.leave()
        let edit = LabelEdit.renameFolder(path, to: new)
        let folders = screen.shell.labelsView?.folders ?? screen.sidebar.facts?.folders ?? []
        guard !isSame, let other = folders.first(where: { FolderPath.isSame($0.path, new) }) else {
            return screen.organize(edit)
        }
        let count = folders.first { $0.path == path }?.total ?? 0
        screen.askToMerge(
            edit, from: "\(screen.shell.symbols.quoted(path)) (\(grouped(count)))",
            into: "\(screen.shell.symbols.quoted(other.path)) (\(grouped(other.total)))")
        return []
    }
}

/// Asks for a new name of a saved search.
struct RenamingSearch: PromptPurpose {
    let name: String
    var verb: String { "rename" }

    func labels(_ symbols: Symbols) -> [String] { ["Rename @\(name) to: ", "Rename to: ", "@ "] }

    func enter(_ text: String, in screen: inout ScreenState) -> [Effect] {
        screen.changeSearches(text, except: name) { .rename(name, to: $0) }
    }
}

/// Asks for a name under which to save a query.
struct SavingSearch: PromptPurpose {
    let query: String
    var verb: String { "save" }

    func labels(_ symbols: Symbols) -> [String] {
        ["Save \(symbols.quoted(query)) as: ", "Save the filter as: ", "Save as: ", "@ "]
    }

    func enter(_ text: String, in screen: inout ScreenState) -> [Effect] {
        screen.changeSearches(text, except: nil) { .save(query, as: $0) }
    }
}

extension ScreenState {
    /// Asks before a tag or a folder is merged into an existing one.
    fileprivate mutating func askToMerge(_ edit: LabelEdit, from: String, into: String) {
        shell.ask(
            Question("Merge \(from) into the existing \(into)?") { screen, _ in
                screen.organize(edit)
            })
    }
}
