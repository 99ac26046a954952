import ArgumentParser
import BookmarkLibrary
import Bookmarks

/// The output options of tags and folders. A separate type, because the parser takes a command's
/// options before those of its subcommands, and passes on only shared types.
struct LabelFormat: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            "Print JSON: an array of objects, or the result of a change as an object.",
            discussion: "Fields: Docs/Reference/JSON.md."))
    var json = false
}

struct TagsCommand: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "tags",
        abstract: "Print the tags with the number of bookmarks that have each.",
        discussion: """
            Tab-separated: number, tag. Sorted by name. Archived bookmarks do not count. Examples: \
            cloudy tags; cloudy tags --by-count | head
            """,
        subcommands: [RenameTags.self, DeleteTags.self])

    @Flag(help: "Most used first.")
    var byCount = false

    @OptionGroup var format: LabelFormat
    @OptionGroup var paging: PagingOptions
    @OptionGroup var options: HomeOptions

    func run() throws {
        try reportingErrors {
            let home = try options.open(makesDevice: false)
            var tags = try home.catalog.tagCounts()
            if byCount {
                let order = tags.indices.sorted { (tags[$1].count, $0) < (tags[$0].count, $1) }
                tags = order.map { tags[$0] }
            }
            if format.json {
                say(
                    JSON.array(
                        tags.map {
                            JSON.object([
                                "count": "\($0.count)", "tag": JSON.string($0.name),
                            ])
                        }))
            } else {
                try paging.print(
                    TerminalTable.fitting(tags.map { ["\($0.count)", $0.name] }), options)
                if tags.isEmpty { explainEmpty("There are no tags.") }
            }
        }
    }
}

struct RenameTags: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename",
        abstract: "Rename a tag, or merge several into one.",
        discussion: """
            If the new tag exists, they are merged. One undo reverts all of it. Example: cloudy \
            tags rename js javascript ecmascript
            """)

    @Argument(
        help: ArgumentHelp("The old tags.", valueName: "tag"), completion: Candidates.tags)
    var old: [String]

    @Option(
        name: .customLong("to"),
        help: ArgumentHelp("The new tag. Default: the last argument.", valueName: "tag"),
        completion: Candidates.tags)
    var new: String?

    @OptionGroup var format: LabelFormat
    @OptionGroup var options: HomeOptions

    func validate() throws {
        if new != nil || old.count > 1 { return }
        throw ValidationError("Name the new tag too: cloudy tags rename OLD NEW")
    }

    func run() throws {
        let (gone, name) = new.map { (old, $0) } ?? (Array(old.dropLast()), old[old.count - 1])
        try changeLabels(options, format) { controller in
            try controller.rename(tags: gone.map(bareTag), to: name)
        }
    }
}

struct DeleteTags: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Remove tags from all bookmarks. The bookmarks stay.",
        discussion: "One undo reverts all of it. Example: cloudy tags delete tmp old")

    @Argument(
        help: ArgumentHelp("The tags to remove.", valueName: "tag"), completion: Candidates.tags)
    var tags: [String]

    @OptionGroup var format: LabelFormat
    @OptionGroup var options: HomeOptions

    func run() throws {
        try changeLabels(options, format) { [tags] in try $0.delete(tags: tags.map(bareTag)) }
    }
}

/// Returns a typed tag without the `#`.
private func bareTag(_ tag: String) -> String { String(tag.drop { $0 == "#" }) }

/// Changes tags or folders, and reports what was done.
func changeLabels(
    _ options: HomeOptions, _ format: LabelFormat,
    _ change: @escaping @Sendable (BookmarksController) throws -> (what: String, ids: [String])?
) throws {
    try reportingErrors {
        let home = try options.open(makesDevice: false)
        let mirror = try options.openMirror(of: home)
        let changed = try editing(home.catalog.count(), "Changing", home, mirror) {
            try change($0)
        }
        if format.json {
            say(JSON.changed(changed?.ids ?? []))
        } else {
            complain(
                changed.map { "\($0.what) (\(bookmarks($0.ids.count)))." } ?? "Nothing was changed."
            )
        }
        finish(home, mirror, isOffline: options.offline)
    }
}
