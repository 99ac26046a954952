import ArgumentParser
import BookmarkLibrary
import Bookmarks
import Console
import DeviceStore
import Documents
import FileCoordination
import Glibc
import ReadableText
import WebPages

struct Read: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "read",
        abstract: "Print the text of a page, without menus and advertisements.",
        discussion: """
            Uses the page that cloudy save has kept, or else fetches it, and prints its article: \
            headings, paragraphs, lists, code, tables, and the addresses of its links. On a \
            terminal, lines are wrapped, and links are numbered; in a pipe, a paragraph is one \
            line. Pages that scripts build have no text of their own: save such a page from the \
            browser as one file, and use --file. The id of a document prints that page or text \
            file, or the text of a PDF, if pdftotext is installed; for a note: cloudy note ID \
            --print. Airplane mode blocks fetching. Exit status: 0 done, 65 no text or no page, 69 \
            no network.

            Examples: cloudy read 7k3q; cloudy read https://www.swift.org/about/ | grep -i open
            """)

    @Argument(
        help: """
            The id of a bookmark or a document, its beginning, a URL, or the name of a document; - \
            is a page in standard input. With --file, where the page is from.
            """,
        completion: .default)
    var page: String?

    @Option(
        help: ArgumentHelp(
            "Read this file instead of fetching the page; - is standard input.",
            valueName: "path"),
        completion: .file())
    var file: String?

    @Flag(help: "Fetch the page even if it is saved.")
    var fresh = false

    @Flag(
        help: ArgumentHelp(
            "Print a JSON object.",
            discussion: "Fields: Docs/Reference/JSON.md."))
    var json = false

    @OptionGroup var paging: PagingOptions

    @OptionGroup var options: HomeOptions

    func validate() throws {
        if page == nil, file == nil {
            throw ValidationError("Name a bookmark, a URL or a file: cloudy read ID")
        }
        if fresh, file != nil {
            throw ValidationError("--fresh fetches the page, and --file reads a file. Choose one.")
        }
    }

    func run() throws {
        try reportingErrors {
            let page = try readablePage()
            if json {
                return write(page.json + [UInt8(ascii: "\n")], to: STDOUT_FILENO)
            }
            guard let size = TerminalSize.ofStandardOutput else {
                // This text has no numbers of links, so their addresses have none either.
                let links = page.links.isEmpty ? "" : "\n" + page.links.map { $0 + "\n" }.joined()
                return write(harmlessLines(page.text + links), to: STDOUT_FILENO)
            }
            try paging.print(page.wrapped(to: min(size.columns, Self.widest)), options)
        }
    }

    /// The maximum width; longer lines are hard to read.
    private static let widest = 80

    /// Returns the page from a file, from the saved copy of the bookmark, or from the web.
    private func readablePage() throws -> ReadablePage {
        guard let page, page != "-" || file != nil else {
            return try text(of: saved(file ?? "-", from: ""))
        }
        let isURL = ImportSource.isURL(page)
        if isURL, let file { return try text(of: saved(file, from: page)) }
        let home = try options.open(makesDevice: false, isApart: options.offline)
        let found: BookmarkRow?
        if isURL {
            found = try home.catalog.rows(pageKey: WebAddress(stored: page).pageKey).first
        } else if file != nil {
            found = try home.catalog.row(id: home.bookmarkID(named: page))
        } else {
            switch try home.bookmarkOrDocument(named: page) {
            case .bookmark(let id): found = try home.catalog.row(id: id)
            case .document(let document): return try text(of: document, home)
            }
        }
        guard let row = found else { return try text(of: fetched(page)) }
        if let file { return try text(of: saved(file, from: row.url)) }
        if !fresh, let document = try home.savedPage(ofBookmark: row.id) {
            return try text(of: document, home)
        }
        return try text(of: fetched(isURL ? page : row.url))
    }

    /// Returns the text of a named document, or of a bookmark's saved page.
    private func text(of document: Document, _ home: Home) throws -> ReadablePage {
        let source = document.source
        let url = try source.isEmpty ? home.catalog.row(id: document.bookmark)?.url ?? "" : source
        if fresh {
            guard document.kind == .page else {
                throw HomeError(
                    .usage,
                    "--fresh fetches pages, and \(document.id) is a \(document.kind.rawValue). "
                        + "Leave it out.")
            }
            return try text(of: fetched(url))
        }
        let isPage = document.kind == .page && !document.mediaType.contains("pdf")
        guard isPage || document.mediaType.contains("html") else {
            return try plainText(of: document, home)
        }
        if let page = home.indexedPage(of: document) { return page }
        let page = try text(
            of: WebAnswer(
                status: 200, url: url, contentType: document.mediaType,
                body: home.contentNow(of: document)), saved: document)
        home.index(page, of: document)
        return page
    }

    /// Returns the text of a note, a text file or a PDF, with its title only for other programs.
    private func plainText(of document: Document, _ home: Home) throws -> ReadablePage {
        let content = try home.contentNow(of: document)
        do {
            let text = try runInterruptibly(ProgressLine()) {
                try await PageExtraction.text(
                    ofFile: content, mediaType: document.mediaType, name: document.name)
            }.0
            return ReadablePage(plainText: text, title: json ? document.title : "")
        } catch let none as NoText {
            throw HomeError(
                .damaged,
                "“\(document.title)” has no text: \(none.reason). To open it: cloudy docs open "
                    + document.id)
        }
    }

    /// - Parameter document: the document of the page, if it is saved.
    private func text(
        of answer: WebAnswer, saved document: Document? = nil
    ) throws -> ReadablePage {
        do {
            return try runInterruptibly(ProgressLine()) {
                try await PageExtraction().page(
                    html: answer.body, url: answer.url, charset: answer.contentType)
            }.0
        } catch let failure as ExtractionFailure {
            let help =
                document.map {
                    " To open the saved page in the browser: cloudy docs open \($0.id). To see its "
                        + "source: cloudy docs get \($0.id)"
                } ?? ""
            throw HomeError(.damaged, "There is no text to read: \(failure).\(help)")
        }
    }

    private func saved(_ path: String, from url: String) throws -> WebAnswer {
        let most = ReadableText.maximumBytes + 1
        let bytes: [UInt8]
        if path == "-" {
            do throws(ReadingError) {
                bytes = try readAll(STDIN_FILENO) { $0.count > most }
            } catch {
                throw HomeError(.damaged, "Cannot read standard input: \(error).")
            }
        } else {
            bytes = try GivenPath.read(path, atMost: most)
        }
        return WebAnswer(status: 200, url: url, body: bytes)
    }

    private func fetched(_ url: String) throws -> WebAnswer {
        try options.requireWeb(try options.open(makesDevice: false), for: "read")
        let progress = ProgressLine()
        progress.show("Fetching \(harmless(url))")
        let answer: WebAnswer
        do {
            answer = try runInterruptibly(progress) {
                try await WebFetcher().fetch(
                    WebTarget(url), .beginning(ReadableText.maximumBytes + 1),
                    seconds: Self.seconds)
            }.0
        } catch let failure as WebFailure {
            complain("\(harmless(url)): \(failure).")
            throw ExitCode(.cloudUnreachable)
        }
        guard answer.isSuccess else {
            throw HomeError(
                .damaged, "\(harmless(url)): the server answered \(answer.statusText).")
        }
        return answer
    }

    /// The maximum time for a page, in seconds.
    private static let seconds = 60
}

extension ReadablePage {
    /// Returns the page for a terminal: its title, its text, and the addresses of its links.
    fileprivate func wrapped(to width: Int) -> String {
        let about = [byline, site].filter { !$0.isEmpty }.joined(separator: " · ")
        let heading = [title, about].filter { !$0.isEmpty }.map { $0 + "\n" }.joined()
        let body = lines(width: width).map { $0.text + "\n" }.joined()
        let addresses = links.enumerated().map { "[\($0 + 1)] \($1)\n" }.joined()
        return harmlessLines(
            [heading, body, addresses].filter { !$0.isEmpty }.joined(separator: "\n"))
    }
}
