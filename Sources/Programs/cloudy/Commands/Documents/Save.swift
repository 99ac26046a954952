import ArgumentParser
import BookmarkLibrary
import Bookmarks
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
            A page that was saved before gets another version; an unchanged page stays as it is. \
            Saves at most \(Document.longest >> 20) MiB a page. Pages that scripts build are \
            nearly empty as they come: save those from the browser as one file, and use --file. \
            Airplane mode blocks what asks the web. One undo reverts all of it. Prints id and size \
            of each. Ctrl-C stops and keeps the pages that have come. Exit status: 0 done, 65 some \
            failed, 69 no network.

            Examples: cloudy save 7k3q; cloudy save --query is:unread; \
            cloudy save 7k3q --file page.html
            """)

    @OptionGroup var targets: TargetOptions

    @Option(
        help: ArgumentHelp(
            "Save this file as the page of the one bookmark; - is standard input.",
            valueName: "path"),
        completion: .file())
    var file: String?

    @Flag(
        help: ArgumentHelp(
            "Print a JSON array of objects, one for each page.",
            discussion: "Fields: id, url, bytes (null if nothing was saved) and error (or null)."))
    var json = false

    @OptionGroup var options: HomeOptions

    func validate() throws {
        try targets.requireAny()
        if file != nil, !targets.isOne {
            throw ValidationError("A file is the page of one bookmark: cloudy save ID --file PATH")
        }
    }

    func run() throws {
        try reportingErrors {
            let home = try options.open(makesDevice: false)
            if file == nil { try options.requireWeb(home, for: "save") }
            let mirror = try options.openMirror(of: home)
            let rows = try targets.rows(in: home, json: json)
            let pages = FetchedPages(home)
            var end = LinkChecker.End.finished
            var signal: Int32?
            if let file, let row = rows.first {
                pages.take(row, try Self.page(at: file, of: row.url))
            } else {
                (end, signal) = try fetch(rows, pages)
            }
            let results = pages.results
            try home.makeController(mirror: mirror).documents.keep(results.compactMap(\.item))
            report(rows, results)
            cloudy.finish(home, mirror, isOffline: options.offline)
            updateTextIndex(home)
            try finish(results, end, signal, of: rows.count)
        }
    }

    private func fetch(
        _ rows: [BookmarkRow], _ pages: FetchedPages
    ) throws -> (LinkChecker.End, Int32?) {
        let checker = LinkChecker(
            rows.map { LinkChecker.Link(id: $0.id, url: $0.url) },
            reading: .whole(Document.longest), now: ListSession.now)
        guard checker.count > 0 else {
            complain("Nothing to save: none of them has an http or https address.")
            throw ExitCode(ExitStatus.badData.rawValue)
        }
        let progress = ProgressLine()
        return try runInterruptibly(progress) {
            try await checker.run { results in
                for result in results { pages.take(result) }
                progress.show("Saved \(grouped(pages.count)) of \(grouped(checker.count))")
            }
        }
    }

    /// A page that a person saved.
    private static func page(at path: String, of url: String) throws -> SavedPage {
        let content: [UInt8]
        if path == "-" {
            do throws(ReadingError) {
                content = try readAll(STDIN_FILENO) { $0.count > Document.longest }
            } catch {
                throw HomeError(.damaged, "Cannot read standard input: \(error).")
            }
        } else {
            content = try GivenPath.read(path, atMost: Document.longest + 1)
        }
        let type = "text/html"
        let title = PageSummary(readingPage: content, contentType: type).title
        return SavedPage(title: title, mediaType: type, url: url, content: content)
    }

    private func report(_ rows: [BookmarkRow], _ results: [FetchedPages.Result]) {
        let byID = Dictionary(
            results.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let ordered = rows.compactMap { row in byID[row.id].map { (row, $0) } }
        if json {
            return say(
                JSON.lines(
                    ordered.map { row, result in
                        JSON.object([
                            "id": JSON.string(row.id), "url": JSON.string(row.url),
                            "bytes": result.item.map { "\($0.draft.length)" } ?? "null",
                            "error": result.problem.map(JSON.string) ?? "null",
                        ])
                    }))
        }
        let saved = ordered.compactMap { row, result in
            result.item.map { [row.id, byteCount($0.draft.length), row.title] }
        }
        for line in TerminalTable.fitting(saved) { say(line) }
        for (row, result) in ordered {
            if let problem = result.problem { complain("\(harmless(row.url)): \(problem).") }
        }
    }

    private func finish(
        _ results: [FetchedPages.Result], _ end: LinkChecker.End, _ signal: Int32?, of total: Int
    ) throws {
        let saved = results.count { $0.item != nil }
        let summary =
            "Saved \(grouped(saved)) of \(grouped(total)) \(total == 1 ? "page" : "pages")"
        switch end {
        case .finished: if total > 1 { complain(summary + ".") }
        case .offline:
            complain("Nothing is reachable: is there a network? \(summary).")
            throw ExitCode(ExitStatus.cloudUnreachable.rawValue)
        case .cancelled:
            complain("Stopped. \(summary).")
            throw ExitCode(128 + (signal ?? SIGINT))
        }
        if saved < total { throw ExitCode(ExitStatus.badData.rawValue) }
    }
}
