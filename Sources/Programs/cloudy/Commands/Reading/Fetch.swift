import ArgumentParser
import BookmarkLibrary
import Bookmarks
import Console
import DeviceStore
import FileCoordination
import Glibc
import Interchange
import Synchronization
import WebPages

struct Fetch: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "fetch",
        abstract: "Fetch the titles of pages for bookmarks without a name.",
        discussion: """
            Requests the pages of the named bookmarks, or of all but archived ones, if they have \
            no name or only their URL as name. Limits are those of cloudy check, and airplane mode \
            blocks it. The title becomes the name; bookmarks without a description get the page's. \
            One undo reverts all of it. Prints id and name of each. Press Ctrl-C to stop and keep \
            the results so far. Exit status: 0 done, 1 nothing to fetch, 65 some failed, 69 no \
            network.

            Example: cloudy fetch --query tag:imported
            """)

    @OptionGroup var targets: TargetOptions

    @Flag(help: "Also fetch titles for bookmarks with a name, and replace it.")
    var replace = false

    @Flag(
        help: ArgumentHelp(
            "Print a JSON array of objects, one for each page.",
            discussion: """
                Fields: id, url, name (null if nothing changed) and error (a text, or null).
                """))
    var json = false

    @OptionGroup var options: HomeOptions

    func run() throws {
        try reportingErrors {
            let home = try options.open(makesDevice: false)
            try options.requireWeb(home, for: "fetch")
            let mirror = try options.openMirror(of: home)
            let found = try targets.rows(in: home, json: json)
            let rows = found.filter { replace || Self.isMissing($0.name, of: $0.url) }
            let checker = LinkChecker(
                rows.map { LinkChecker.Link(id: $0.id, url: $0.url) }, reading: .summary,
                now: ListSession.now)
            guard checker.count > 0 else {
                complain(
                    found.isEmpty
                        ? "There are no bookmarks to fetch titles for."
                        : rows.isEmpty
                            ? "Nothing to fetch: all these bookmarks have names."
                            : "Nothing to fetch: none of them has an http or https address.")
                if json { say("[]") }
                throw ExitCode(.nothingFound)
            }
            let box = TallyBox(total: checker.count)
            let (end, signal) = try runInterruptibly(box.progress) {
                try await checker.run { results in box.take(results, home) }
            }
            try home.finishLinks()
            let order = Dictionary(
                zip(rows.map(\.id), rows.indices), uniquingKeysWith: { first, _ in first })
            let results = box.tally.results.sorted {
                order[$0.link.id, default: 0] < order[$1.link.id, default: 0]
            }
            let names = try take(results, home.makeController(mirror: mirror))
            report(results, names)
            cloudy.finish(home, mirror, isOffline: options.offline)
            if let problem = box.problem { throw problem }
            try finish(results, names, end, signal, of: checker.count)
        }
    }

    /// Whether a name is missing: some programs use the URL as the name of a page without a title.
    private static func isMissing(_ name: String, of url: String) -> Bool {
        name.isEmpty || name == url
    }

    /// Sets the names of bookmarks in one undo step. Returns the new names by id.
    private func take(
        _ results: [LinkChecker.Result], _ controller: BookmarksController
    ) throws -> [String: String] {
        var edits: [BookmarkEdit] = []
        for result in results {
            // The bookmark may have been edited meanwhile.
            guard let page = result.page, !page.title.isEmpty,
                let bookmark = try controller.bookmark(id: result.link.id),
                bookmark.url == result.link.url,
                replace || Self.isMissing(bookmark.name, of: bookmark.url)
            else { continue }
            let original = bookmark.draft
            var edited = original
            edited.name = page.title
            if edited.description.isEmpty { edited.description = page.description }
            if edited != original {
                edits.append(BookmarkEdit(id: bookmark.id, original: original, edited: edited))
            }
        }
        let title = edits.count == 1 ? "a title" : "the titles of \(grouped(edits.count)) pages"
        let edited = Set(try controller.perform(edits, title: "Fetched \(title)").edited)
        return Dictionary(
            edits.filter { edited.contains($0.id) }.map { ($0.id, $0.edited.name) },
            uniquingKeysWith: { first, _ in first })
    }

    private func report(_ results: [LinkChecker.Result], _ names: [String: String]) {
        if json {
            let objects = results.map { result in
                JSON.object([
                    "id": JSON.string(result.link.id), "url": JSON.string(result.link.url),
                    "name": names[result.link.id].map(JSON.string) ?? "null",
                    "error": error(result).map(JSON.string) ?? "null",
                ])
            }
            return say(JSON.lines(objects))
        }
        let named = results.compactMap { result in
            names[result.link.id].map { [result.link.id, $0] }
        }
        for line in TerminalTable.fitting(named) { say(line) }
        for result in results where names[result.link.id] == nil {
            if let error = error(result) { complain("\(result.link.url): \(error)") }
        }
    }

    /// Returns the reason why a page has no title.
    private func error(_ result: LinkChecker.Result) -> String? {
        guard let page = result.page else { return result.state.finding.detail }
        return page.title.isEmpty ? "the page has no title" : nil
    }

    private func finish(
        _ results: [LinkChecker.Result], _ names: [String: String], _ end: LinkChecker.End,
        _ signal: Int32?, of total: Int
    ) throws {
        let noun = total == 1 ? "title" : "titles"
        let summary = "Fetched \(grouped(names.count)) of \(grouped(total)) \(noun)"
        switch end {
        case .finished: complain(summary + ".")
        case .offline:
            complain("No web server answers. Check the network connection. \(summary).")
            throw ExitCode(.cloudUnreachable)
        case .cancelled:
            complain("Stopped. \(summary).")
            throw ExitCode(128 + (signal ?? SIGINT))
        }
        if results.contains(where: { error($0) != nil }) {
            throw ExitCode(.badData)
        }
    }
}
