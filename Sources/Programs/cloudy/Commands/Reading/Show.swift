import ArgumentParser
import BookmarkLibrary
import Bookmarks
import BookmarksUI
import Documents
import Glibc

struct Show: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "show",
        abstract: "Print all details of bookmarks.",
        discussion: """
            Prints one field on each line, leaves out empty fields, and separates bookmarks with \
            an empty line. Example: cloudy show 7k3q
            """)

    @OptionGroup var targets: TargetOptions

    @Flag(
        help: ArgumentHelp(
            "Print a JSON array of objects, one for each bookmark.",
            discussion: "Fields: Docs/Reference/JSON.md."))
    var json = false

    @OptionGroup var paging: PagingOptions

    @OptionGroup var options: HomeOptions

    func validate() throws { try targets.requireAny() }

    func run() throws {
        try reportingErrors {
            let home = try options.open(makesDevice: false)
            let ids = try targets.ids(in: home, orPrint: json ? "[]" : nil)
            if json {
                let rows = try home.catalog.rows(ids: ids)
                let found = ids.compactMap { rows[$0] }
                let details = try home.catalog.details(ofIDs: ids)
                let links = try home.linkStates(ofIDs: ids)
                let documents = try documents(of: ids, in: home)
                return write(
                    JSON.array(found, details, links: links, documents: documents),
                    to: STDOUT_FILENO)
            }
            let controller = home.makeController(mirror: NoMirror())
            let here = try home.knownHere(ofIDs: ids)
            let texts = try ids.compactMap { id -> String? in
                guard let bookmark = try controller.bookmark(id: id) else { return nil }
                let shown = ShownBookmark(
                    bookmark, here: here[id] ?? KnownHere(),
                    documents: try home.documentRows(ofBookmark: id))
                return shown.facts {
                    "To keep the current version: cloudy settle \($0.bookmark)"
                } date: {
                    localTime($0, now: 0)
                } quoted: {
                    "“\($0)”"
                }.map(\.lines).joined()
            }
            try paging.print(texts.joined(separator: "\n"), options)
        }
    }

    private func documents(of ids: [String], in home: Home) throws -> [String: [String]] {
        let sent = try home.sentContents()
        let documents = try ids.map { id in
            (id, try home.documents(ofBookmark: id).map { JSON.object($0, in: home, sent: sent) })
        }
        return Dictionary(documents) { first, _ in first }
    }
}

extension BookmarkFact {
    /// The fact's lines, aligned after its label.
    fileprivate var lines: String {
        let parts = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        return parts.enumerated().map { number, part in
            let label = number == 0 ? label : ""
            let gap = String(repeating: " ", count: 10 - label.count)
            let line = label + gap + harmless(String(part))
            // No blanks at the end of a paragraph.
            return (part.isEmpty ? label : line) + "\n"
        }.joined()
    }
}
