import ArgumentParser
import BookmarkLibrary
import Bookmarks

struct FoldersCommand: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "folders",
        abstract: "Print the folders and how many bookmarks are in each and below it.",
        discussion: """
            Tab-separated: how many, and the path. Examples: cloudy folders; \
            cloudy folders --json | jq -r '.[].folder'
            """,
        subcommands: [RenameFolder.self, DeleteFolder.self])

    @OptionGroup var format: LabelFormat
    @OptionGroup var paging: PagingOptions
    @OptionGroup var options: HomeOptions

    func run() throws {
        try reportingErrors {
            let home = try options.open(makesDevice: false)
            let folders = FolderCount.tree(try home.catalog.folders())
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
                    folders.map { "\($0.total)\t\(harmless($0.path))" }, options)
            }
        }
    }
}

struct RenameFolder: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename",
        abstract: "Give a folder, with all below it, another path.",
        discussion: """
            Where that folder is there already, both become one. One step. Example: \
            cloudy folders rename inbox work/inbox
            """)

    @Argument(
        help: ArgumentHelp("The folder's path.", valueName: "path"), completion: Candidates.folders)
    var old: String

    @Argument(
        help: ArgumentHelp("The path that it gets.", valueName: "new-path"),
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
        abstract: "Take a folder away; what is in it goes to the one above.",
        discussion: "No bookmark is deleted. One step. Example: cloudy folders delete inbox")

    @Argument(
        help: ArgumentHelp("The folder's path.", valueName: "path"), completion: Candidates.folders)
    var folder: String

    @OptionGroup var format: LabelFormat
    @OptionGroup var options: HomeOptions

    func run() throws {
        try changeLabels(options, format) { [folder] in try $0.delete(folder: folder) }
    }
}
