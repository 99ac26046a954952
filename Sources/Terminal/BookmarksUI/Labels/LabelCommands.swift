import Bookmarks
import Screen

/// Renames and deletes tags, folders and saved searches, wherever they are listed.
struct LabelCommands {
    var tags: [TagCount]
    var folders: [FolderCount]
    var searches: SavedSearches

    func deletion(of row: LabelRow) -> [PageCommand] {
        switch row {
        case .tag(let tag): return [.edit(OrganizeLabels(.deleteTag(tag.name)))]
        case .folder(let folder): return [.edit(OrganizeLabels(.deleteFolder(folder.path)))]
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

    private static func sentence(about users: [String]) -> String {
        let names = users.prefix(3).map { "@" + $0 }.joined(separator: ", ")
        let more = users.count > 3 ? " and \(users.count - 3) more" : ""
        return names + more + (users.count == 1 ? " finds nothing" : " find nothing")
    }

    /// Asks for the new name of a tag, folder or search.
    func promptForName(of row: LabelRow) -> Prompt {
        let purpose: Prompt.Purpose
        var words: [String] = []
        switch row {
        case .tag(let tag):
            purpose = .renameTag(tag.name)
            words = tags.map(\.name)
        case .folder(let folder):
            purpose = .renameFolder(folder.path)
            words = folders.map(\.path)
        case .search(let name, _): purpose = .renameSearch(name)
        }
        let completion = words.isEmpty ? nil : Completion(.line, words, behind: row.key)
        return Prompt(purpose, row.key, completion: completion)
    }
}
