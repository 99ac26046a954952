import ArgumentParser
import BookmarkLibrary
import Bookmarks
import BookmarksUI
import Console
import DeviceStore
import Documents
import FileCoordination
import Glibc
import Interchange
import Synchronization
import WebPages

struct Save: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "save",
        abstract: "Save the pages of bookmarks, to read them offline and after the link is dead.",
        discussion: """
            Fetches the page of each named bookmark and keeps it as it came, on all your devices. \
            Saving a page again adds a version, unless the page is unchanged. Saves at most \
            \(Document.longest >> 20) MiB a page. Pages that scripts build are nearly empty when \
            fetched: save those from the browser as one file, such as with SingleFile, and use \
            --file. Airplane mode blocks fetching. One undo reverts all of it. Prints id and size \
            of each. Press Ctrl-C to stop and keep the pages saved so far. Exit status: 0 done, 65 \
            some failed, 69 no network.

            Examples: cloudy save 7k3q; cloudy save --query is:unread; \
            cloudy save 7k3q --file page.html; cloudy save --file ~/Downloads/*.html
            """)

    @OptionGroup var targets: TargetOptions

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Save this file as the page of the bookmark; - is standard input.",
            discussion: """
                Without a bookmark, takes any number of files, each of which must say which URL it \
                is from, as those saved by SingleFile and by browsers do. Adds the bookmarks that \
                you lack.
                """,
            valueName: "path"),
        completion: .file())
    var file: [String] = []

    @Flag(
        help: ArgumentHelp(
            "Print a JSON array of objects, one for each page.",
            discussion: """
                Fields: id, url, bytes (null if nothing was saved), unchanged (whether the saved \
                page was the same before) and error (or null).
                """))
    var json = false

    @OptionGroup var options: HomeOptions

    func validate() throws {
        if !file.isEmpty, targets.isEmpty { return }
        try targets.requireAny()
        if !file.isEmpty, !targets.isSingle || file.count > 1 {
            throw ValidationError(
                "One file is the page of one bookmark: cloudy save ID --file PATH. Files that tell "
                    + "where they are from need no bookmark: cloudy save --file PATH…")
        }
    }

    func run() throws {
        try reportingErrors {
            let home = try options.open(makesDevice: false)
            if file.isEmpty { try options.requireWeb(home, for: "save") }
            let mirror = try options.openMirror(of: home)
            let pages: FetchedPages
            var rows: [BookmarkRow] = []
            var end = LinkChecker.End.finished
            var signal: Int32?
            var problems: [PageFiles.Problem] = []
            if !file.isEmpty, targets.isEmpty {
                pages = FetchedPages(home, mirror, total: file.count)
                (rows, problems) = try PageFiles(file).take(
                    into: pages, home, addingBy: home.makeController(mirror: mirror))
            } else {
                rows = try targets.rows(in: home, json: json)
                if rows.isEmpty { return report([], []) }
                pages = FetchedPages(home, mirror, total: rows.count)
                if let path = file.first, let row = rows.first {
                    var page = try PageFiles.page(at: path)
                    page.url = row.url
                    pages.add(row, page)
                } else if let ended = try pages.fetch(rows) {
                    (end, signal) = ended
                } else {
                    if json { report(rows, []) }
                    complain("Nothing to save: none of them has an http or https address.")
                    throw ExitCode(.badData)
                }
            }
            let results = pages.results
            report(rows, results, end)
            for problem in problems { complain(problem.text) }
            _ = try pages.finish()
            cloudy.finish(home, mirror, isOffline: options.offline)
            pages.reportMissingText(of: rows)
            if let failure = pages.failure { throw failure }
            try finish(results, end, signal, problems, of: rows.count + problems.count)
        }
    }

    private func report(
        _ rows: [BookmarkRow], _ results: [FetchedPages.Result],
        _ end: LinkChecker.End = .finished
    ) {
        let byID = Dictionary(
            results.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let ordered = rows.compactMap { row in byID[row.id].map { (row, $0) } }
        for (row, result) in ordered {
            if let warning = result.warning(about: row, from: file.first) { complain(warning) }
        }
        if json {
            return say(JSON.lines(rows.map { object($0, byID[$0.id], end) }))
        }
        let saved = ordered.compactMap { row, result in
            result.item.map { item in
                let size = byteCount(item.draft.length)
                return [row.id, result.isUnchanged ? size + " (unchanged)" : size, row.title]
            }
        }
        for line in TerminalTable.fitting(saved) { say(line) }
        for (row, result) in ordered {
            if let problem = result.problem { complain("\(harmless(row.url)): \(problem).") }
        }
    }

    /// Returns the outcome for a bookmark as JSON. A bookmark without a result was not tried.
    private func object(
        _ row: BookmarkRow, _ result: FetchedPages.Result?, _ end: LinkChecker.End
    ) -> String {
        var problem = result?.problem
        if result == nil {
            problem =
                switch end {
                case .finished: "it has no http or https address"
                case .offline: "no web server answers"
                case .cancelled: "it was stopped"
                }
        }
        return JSON.object([
            "id": JSON.string(row.id), "url": JSON.string(row.url),
            "bytes": result?.item.map { "\($0.draft.length)" } ?? "null",
            "unchanged": "\(result?.item != nil && result?.isUnchanged == true)",
            "error": problem.map(JSON.string) ?? "null",
        ])
    }

    private func finish(
        _ results: [FetchedPages.Result], _ end: LinkChecker.End, _ signal: Int32?,
        _ problems: [PageFiles.Problem], of total: Int
    ) throws {
        let saved = results.count { $0.item != nil }
        let summary =
            "Saved \(grouped(saved)) of \(grouped(total)) \(total == 1 ? "page" : "pages")"
        switch end {
        case .finished: if total > 1 { complain(summary + ".") }
        case .offline:
            complain("No web server answers. Check the network connection. \(summary).")
            throw ExitCode(.cloudUnreachable)
        case .cancelled:
            complain("Stopped. \(summary).")
            throw ExitCode(128 + (signal ?? SIGINT))
        }
        if saved == total { return }
        let statuses = Set(problems.map(\.status))
        if results.isEmpty, statuses.count == 1, let status = statuses.first {
            throw ExitCode(status)
        }
        // A program that fetches does not say whether the network is the reason.
        let isNetwork =
            try saved == 0 && results.allSatisfy(\.isOutOfReach) && !results.isEmpty
            && options.settings().saveCommand == nil
        throw ExitCode(isNetwork ? .cloudUnreachable : .badData)
    }
}
