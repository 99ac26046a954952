import BookmarkLibrary
import Bookmarks
import DeviceStore
import Documents
import FileCoordination
import Glibc
import Interchange

/// Pages that a person has saved as files.
struct PageFiles {
    let paths: [String]

    /// The reason why a file was not saved.
    struct Problem {
        var text: String
        var status = ExitStatus.badData
    }

    init(_ paths: [String]) { self.paths = paths }

    /// Returns the page in a file, with an empty address.
    static func page(at path: String) throws -> SavedPage {
        let content: [UInt8]
        if path == "-" {
            content = try standardInput(atMost: Document.longest)
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

    /// Gives `saved` the pages of bookmarks named in the files, and adds missing bookmarks. Returns
    /// these bookmarks, and the problems with pages that cannot be saved.
    func take(
        into saved: FetchedPages, _ home: Home, addingBy controller: BookmarksController
    ) throws -> (rows: [BookmarkRow], problems: [Problem]) {
        var files: [File] = []
        var problems: [Problem] = []
        for path in paths {
            do {
                let page = try Self.page(at: path)
                guard let url = PageSource(readingPage: page.content).url,
                    (try? WebAddress(typed: url)) != nil
                else {
                    let text =
                        "\(path) does not say where it is from. Name its bookmark: cloudy save ID "
                        + "--file \(path)"
                    problems.append(Problem(text: text))
                    continue
                }
                files.append(File(path, url, page))
            } catch {
                problems.append(Problem(text: message(for: error), status: ExitStatus(error)))
            }
        }
        let new = try files.filter { try Self.row(of: $0, home) == nil }
        if !new.isEmpty {
            _ = try controller.add(
                all: new.map { BookmarkDraft(name: $0.title, url: $0.url) }, evenIfThere: false)
        }
        var rows: [BookmarkRow] = []
        for file in files {
            guard let row = try Self.row(of: file, home) else { continue }
            do {
                var page = try file.page ?? Self.page(at: file.path)
                page.url = file.url
                saved.add(row, page)
                rows.append(row)
            } catch {
                problems.append(Problem(text: message(for: error), status: ExitStatus(error)))
            }
        }
        return (rows, problems)
    }

    /// A page with a known address. All pages may not fit into memory, so a content is kept only if
    /// it cannot be read again.
    private struct File {
        let path: String
        let url: String
        let title: String
        let page: SavedPage?

        init(_ path: String, _ url: String, _ page: SavedPage) {
            (self.path, self.url, title) = (path, url, page.title)
            var status = stat()
            let isFile = stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
            self.page = isFile && path != "-" ? nil : page
        }
    }

    private static func row(of file: File, _ home: Home) throws -> BookmarkRow? {
        try home.catalog.rows(pageKey: WebAddress(typed: file.url).pageKey).first
    }
}
