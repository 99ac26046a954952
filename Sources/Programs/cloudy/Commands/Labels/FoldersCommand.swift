import ArgumentParser
import BookmarkLibrary
import Bookmarks

struct FoldersCommand: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "folders",
        abstract: "Print the folders with the number of bookmarks in and below each.",
        discussion: """
            Tab-separated: number, path. Archived bookmarks do not count. Examples: cloudy \
            folders; cloudy folders --json | jq -r '.[].folder'
            """,
        subcommands: [RenameFolder.self, DeleteFolder.self])

    @OptionGroup var format: LabelFormat
    @OptionGroup var paging: PagingOptions
    @OptionGroup var options: HomeOptions

    func run() throws {
        try reportingErrors {
            let home = try options.open(makesDevice: false)
            let folders = FolderCount.tree(try home.catalog.folders(withArchived: false))
            if format.json {
                say(
                    JSON.array(
                        folders.map {
                            JSON.object([
                                "folder": JSON.string($0.path), "own": "\($0.own)",
                                "total": "\($0.total)",
                            ])
                        }))
            } else {
                try paging.print(
                    TerminalTable.fitting(folders.map { ["\($0.total)", $0.path] }), options)
                if folders.isEmpty { explainEmpty("There are no folders.") }
            }
        }
    }
}

struct RenameFolder: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename",
        abstract: "Rename a folder or move it, with everything in it.",
        discussion: """
            If the new path exists, the folders are merged. One undo reverts all of it. Example: \
            cloudy folders rename inbox work/inbox
            """)

    @Argument(
        help: ArgumentHelp("The folder's path.", valueName: "path"), completion: Candidates.folders)
    var old: String

    @Argument(
        help: ArgumentHelp("The new path.", valueName: "new-path"),
        completion: Candidates.folders)
    var new: String

    @OptionGroup var format: LabelFormat
    @OptionGroup var options: HomeOptions

    func run() throws {
        try changeLabels(options, format) { [old, new] in try $0.rename(folder: old, to: new) }
    }
}

struct DeleteFolder: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Remove a folder; its contents move up.",
        discussion: "Deletes no bookmark. One undo reverts all of it. Example: cloudy folders "
            + "delete inbox")

    @Argument(
        help: ArgumentHelp("The folder's path.", valueName: "path"), completion: Candidates.folders)
    var folder: String

    @OptionGroup var format: LabelFormat
    @OptionGroup var options: HomeOptions

    func run() throws {
        try changeLabels(options, format) { [folder] in try $0.delete(folder: folder) }
    }
}
