import ArgumentParser
import BookmarkLibrary
import Bookmarks
import BookmarksUI
import Console
import DeviceStore
import FileCoordination

struct Add: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "add",
        abstract: "Add a bookmark and print its id.",
        discussion: "Example: cloudy add https://www.swift.org --name Swift --tag lang")

    @Argument(
        help: ArgumentHelp(
            "The URL. Before a host with a dot, such as swift.org, https:// is added.",
            discussion: """
                Hosts on this machine or network get http:// instead: localhost:3000, \
                192.168.1.10, [::1]:80, printer.local. Several URLs are added in one step, without \
                those that you already have.
                """, valueName: "url"))
    var urls: [String]

    @Option(name: .shortAndLong, help: "The bookmark's name; \(TextOption.help)")
    var name = ""

    @Option(
        name: .shortAndLong,
        help: "A tag without spaces, or several separated by commas; repeatable.",
        completion: Candidates.tags)
    var tag: [String] = []

    @Option(
        help: ArgumentHelp("A folder path such as work/swift.", valueName: "path"),
        completion: Candidates.folders)
    var folder = ""

    @Option(help: "Notes; \(TextOption.help)")
    var notes = ""

    @Option(help: "The page's description of itself; \(TextOption.help)")
    var description = ""

    @Flag(help: "Mark it as unread, to be read later.")
    var unread = false

    @Flag(help: "Add it even if you already have the same page.")
    var evenIfThere = false

    @Flag(exclusivity: .chooseLast)
    var fetch: Fetching?

    @Flag(exclusivity: .chooseLast)
    var save: Saving?

    @Flag(
        help: ArgumentHelp(
            "Print the bookmark as a JSON object.",
            discussion: """
                Fields: Docs/Reference/JSON.md. If you already have the page, prints only \
                alreadyThere (its id) and exits with status 65. For several URLs, prints an array.
                """))
    var json = false

    @OptionGroup var options: HomeOptions

    /// Whether to fetch missing fields from the page.
    enum Fetching: EnumerableFlag {
        case fetch, noFetch

        static func help(for value: Fetching) -> ArgumentHelp? {
            switch value {
            case .fetch:
                ArgumentHelp(
                    "Fetch the page's title and description where you give none.",
                    discussion: """
                        If that fails, or in airplane mode, the bookmark is added anyway and the \
                        reason is printed.
                        """)
            case .noFetch:
                ArgumentHelp(
                    "Fetch nothing, whatever the settings say.",
                    discussion: """
                        Without either option, the setting fetch-titles decides whether Cloudy \
                        fetches the title of a bookmark without a name.
                        """)
            }
        }
    }

    /// Whether to save the page.
    enum Saving: EnumerableFlag {
        case save, noSave

        static func help(for value: Saving) -> ArgumentHelp? {
            switch value {
            case .save:
                ArgumentHelp(
                    "Save the page, to read it offline on all devices.",
                    discussion: """
                        If that fails, or in airplane mode, the bookmark is added anyway and the \
                        reason is printed.
                        """)
            case .noSave:
                ArgumentHelp(
                    "Save no page, whatever the settings say.",
                    discussion: "Without either option, the setting save-pages decides.")
            }
        }
    }

    func validate() throws {
        try TextOption.check(["--name": name, "--notes": notes, "--description": description])
        if urls.contains("-") {
            throw ValidationError(
                "add reads no URLs from standard input. To add those of a text, one on each line: "
                    + "cloudy import -; it takes --tag and --folder, too.")
        }
        if urls.count > 1, !(name + notes + description).isEmpty {
            throw ValidationError(
                "--name, --notes and --description are about one bookmark. Leave them out, or add "
                    + "the URLs one by one.")
        }
    }

    func run() throws {
        try reportingErrors {
            let name = try TextOption.text(name, of: "--name") ?? ""
            let notes = try TextOption.text(notes, of: "--notes") ?? ""
            let description = try TextOption.text(description, of: "--description") ?? ""
            let home = try options.open()
            if !options.offline { home.device.prepareToSync() }
            let mirror = try options.openMirror(of: home)
            let controller = home.makeController(mirror: mirror)
            let tags = Tags.unique(try tag.flatMap { try Tags.parsed(argument: $0) })
            var draft = BookmarkDraft(
                name: name, tags: tags, notes: notes, description: description,
                folder: FolderPath.normalized(folder), isUnread: unread)
            let mayAsk = try options.mayAskWeb(home)
            let isWanted = try fetch.map { $0 == .fetch } ?? (mayAsk && fetchesUnasked(name))
            if urls.count > 1 {
                let isAll = try addAll(like: draft, controller, home, mirror, fetching: isWanted)
                finish(home, mirror, isOffline: options.offline)
                if !isAll { throw ExitCode(.badData) }
                return
            }
            do {
                draft.url = try meantURL(urls[0])
                if isWanted {
                    try controller.checkAddition(of: draft, evenIfThere: evenIfThere)
                    draft.fetchWhatIsMissing(mayAsk: mayAsk)
                }
                let id = try controller.add(draft, evenIfThere: evenIfThere)
                try say(json ? object(id, home) : id)
                savePages(ofIDs: [id], home, mirror, mayAsk: mayAsk)
            } catch BookmarkError.duplicate(let row, _) where json {
                say(JSON.object(["alreadyThere": JSON.string(row.id)]))
                throw BookmarkError.duplicate(row)
            }
            finish(home, mirror, isOffline: options.offline)
        }
    }

    /// Saves the pages of added bookmarks, if wanted. Reports failures on standard error: the
    /// bookmarks stay.
    func savePages(
        ofIDs ids: [String], _ home: Home, _ mirror: HomeMirror, mayAsk: Bool
    ) {
        do { try keepPages(ids, home, mirror, mayAsk: mayAsk) } catch {
            complain("The page was not saved: \(cloudy.message(for: error))")
        }
    }

    private func keepPages(
        _ ids: [String], _ home: Home, _ mirror: HomeMirror, mayAsk: Bool
    ) throws {
        guard try save.map({ $0 == .save }) ?? options.settings().savesPages else { return }
        guard mayAsk else {
            return complain("No page was saved: airplane mode and --offline block the web.")
        }
        let rows = try ids.compactMap { try home.catalog.row(id: $0) }
        let pages = FetchedPages(home, mirror, total: rows.count)
        if try pages.fetch(rows) == nil, !rows.isEmpty {
            complain("The page was not saved: it is not an http or https address.")
        }
        for result in pages.results {
            if let problem = result.problem { complain("The page was not saved: \(problem).") }
            if let row = rows.first(where: { $0.id == result.id }),
                let warning = result.warning(about: row)
            {
                complain(warning)
            }
        }
        _ = try pages.finish()
        pages.reportMissingText(of: rows)
    }

    func object(_ id: String, _ home: Home) throws -> String {
        guard let row = try home.catalog.row(id: id) else { throw BookmarkError.notFound(id: id) }
        let details = try home.catalog.details(ofIDs: [id])[id] ?? BookmarkDetails()
        return JSON.object(row, details, nil)
    }

    /// Whether to fetch without an option: the settings say so, and a field is missing.
    private func fetchesUnasked(_ name: String) throws -> Bool {
        guard name.isEmpty else { return false }
        return try options.settings().fetchesTitles
    }
}
