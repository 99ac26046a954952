import Bookmarks
import Screen

/// Renames and deletes tags, folders and saved searches on any page that lists them.
struct LabelCommands {
    var tags: [TagCount]
    var folders: [FolderCount]
    var searches: SavedSearches
    /// Whether there are archived bookmarks, which the counts leave out.
    var hasArchived: Bool

    /// Asks before removing a tag or a folder from several bookmarks, which the person has not
    /// marked one by one, and may not see.
    func deletion(of row: LabelRow, _ symbols: Symbols) -> [PageCommand] {
        switch row {
        case .tag(let tag):
            let edit = OrganizeLabels(.deleteTag(tag.name))
            if tag.count < 2, !hasArchived { return [.edit(edit)] }
            let them = counted(tag.count, "bookmark") + anyArchived
            return [.ask("Remove #\(tag.name) from \(them)?", edit)]
        case .folder(let folder):
            let edit = OrganizeLabels(.deleteFolder(folder.path))
            if folder.total < 2, !hasArchived { return [.edit(edit)] }
            return [.ask("\(fate(in: folder, symbols)). Remove the folder?", edit)]
        case .search(let name, _):
            let users = searches.users(of: [name])
            let loss = users.isEmpty ? "" : "\(Self.sentence(about: users)) without @\(name). "
            return [
                .ask(
                    loss + "Delete the saved search @\(name) on all devices?",
                    ChangeSearches(.delete(name)))
            ]
        }
    }

    /// The list does not know the tags and folders of archived bookmarks.
    private var anyArchived: String { hasArchived ? " and any archived ones" : "" }

    /// Returns what happens to the bookmarks and folders in a removed folder.
    private func fate(in folder: FolderCount, _ symbols: Symbols) -> String {
        let bookmarks = "The \(counted(folder.total, "bookmark"))"
        let place = "in \(symbols.quoted(folder.path))\(anyArchived)"
        let hasFolders = folder.own < folder.total
        let parent = FolderPath.parent(folder.path)
        if !parent.isEmpty {
            let folders = hasFolders ? " and the folders" : ""
            return "\(bookmarks)\(folders) \(place) move to \(symbols.quoted(parent))"
        }
        return "\(bookmarks) \(place) stay, "
            + (hasFolders ? "and the folders in it move to the top" : "without a folder")
    }

    private static func sentence(about users: [String]) -> String {
        let names = users.prefix(3).map { "@" + $0 }.joined(separator: ", ")
        let more = users.count > 3 ? " and \(users.count - 3) more" : ""
        return names + more + (users.count == 1 ? " finds nothing" : " find nothing")
    }

    /// Asks for the new name of a tag, folder or search.
    func promptForName(of row: LabelRow) -> Prompt {
        let purpose: any PromptPurpose
        var words: [String] = []
        switch row {
        case .tag(let tag):
            purpose = RenamingTag(tag: tag.name)
            words = tags.map(\.name)
        case .folder(let folder):
            purpose = RenamingFolder(path: folder.path)
            words = folders.map(\.path)
        case .search(let name, _): purpose = RenamingSearch(name: name)
        }
        let completion =
            words.isEmpty ? nil : Completion(.line, words, behind: row.key, endsAtWords: true)
        return Prompt(purpose, row.key, completion: completion)
    }
}
