import ArgumentParser
import Bookmarks
import BookmarksUI
import Home

struct Add: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "add",
        abstract: "Add a bookmark and print its id.",
        discussion: "Example: cloudy add https://www.swift.org --name Swift --tag lang")

    @Argument(help: "The address, with its scheme.")
    var url: String

    @Option(name: .shortAndLong, help: "What to call it.")
    var name = ""

    @Option(
        name: .shortAndLong,
        help: "A tag, without blanks, or several with commas; may be given several times.",
        completion: Candidates.tags)
    var tag: [String] = []

    @Option(help: "Notes.")
    var notes = ""

    @Flag(help: "Add it even if the same page is there already.")
    var evenIfThere = false

    @Flag(
        inversion: .prefixedNo,
        help: ArgumentHelp(
            "Fetch the page's title and description where none are given, or do not.",
            discussion: """
                Otherwise the setting fetch-titles says so for what has no name. The bookmark is \
                added even if that fails; why is said.
                """))
    var fetch: Bool?

    @OptionGroup var options: HomeOptions

    func run() throws {
        try reportingErrors {
            let home = try options.open()
            let mirror = try options.openMirror(of: home)
            let controller = home.makeController(mirror: mirror)
            let tags = Tags.unique(try tag.flatMap { try Tags.parsed(argument: $0) })
            var draft = BookmarkDraft(name: name, url: url, tags: tags, notes: notes)
            if try fetch ?? fetchesUnasked() {
                try controller.checkAddition(of: draft, evenIfThere: evenIfThere)
                draft.fetchWhatIsMissing()
            }
            let id = try controller.add(draft, evenIfThere: evenIfThere)
            say(id)
            finish(home, mirror, isOffline: options.offline)
        }
    }

    /// Whether nobody has to say it: it is set, and there is something to fetch.
    private func fetchesUnasked() throws -> Bool {
        guard name.isEmpty, !options.offline else { return false }
        return try options.settings().fetchesTitles
    }
}
