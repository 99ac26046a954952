import BookmarkLibrary
import Bookmarks
import DeviceStore
import Documents
import FileCoordination
import Glibc
import Interchange

/// Pages that a person saved as files.
struct PageFiles {
    let paths: [String]

    init(_ paths: [String]) { self.paths = paths }

    /// The page in a file; its address is empty.
    static func page(at path: String) throws -> SavedPage {
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
        let name = path == "-" ? "Standard input" : harmless(path)
        if content.isEmpty { throw HomeError(.damaged, "\(name) is empty.") }
        if content.count > Document.longest {
            throw HomeError(
                .damaged,
                "Cannot save \(name): it is larger than \(Document.longest >> 20) MiB, the limit "
                    + "of a document.")
        }
        let isPDF = content.starts(with: "%PDF-".utf8)
        let type = isPDF ? "application/pdf" : "text/html"
        let title = isPDF ? "" : PageSummary(readingPage: content, contentType: type).title
        return SavedPage(title: title, mediaType: type, url: "", content: content)
    }

    /// The bookmarks that the pages say they are of, which are added where there are none, and the
    /// problems with pages that cannot be saved.
    func bookmarks(
        in home: Home, addingBy controller: BookmarksController
    ) throws -> (pages: [(row: BookmarkRow, page: SavedPage)], problems: [String]) {
        var pages: [SavedPage] = []
        var problems: [String] = []
        for path in paths {
            do {
                var page = try Self.page(at: path)
                guard let url = PageSource(readingPage: page.content).url else {
                    problems.append(
                        "\(path) does not say where it is from. Name its bookmark: cloudy save ID "
                            + "--file \(path)")
                    continue
                }
                page.url = url
                pages.append(page)
            } catch {
                problems.append(message(for: error))
            }
        }
        let new = try pages.filter { try Self.row(of: $0, home) == nil }
        if !new.isEmpty {
            _ = try controller.add(
                all: new.map { BookmarkDraft(name: $0.title, url: $0.url) }, evenIfThere: false)
        }
        let found = try pages.compactMap { page in
            try Self.row(of: page, home).map { (row: $0, page: page) }
        }
        return (found, problems)
    }

    private static func row(of page: SavedPage, _ home: Home) throws -> BookmarkRow? {
        try home.catalog.rows(pageKey: WebAddress(typed: page.url).pageKey).first
    }
}
