import ArgumentParser
import BookmarkLibrary
import Bookmarks
import BookmarksUI
import Console
import DeviceStore
import FileCoordination
import Glibc
import Replication

struct List: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "list",
        abstract: "Print bookmarks, newest first.",
        discussion: """
            Every word of the query must be in the name, the URL or a tag. Queries can also have: \
            "two words", -word, one or other, (brackets), #tag, tag:whole, name:word, url:word, \
            note:word, description:word, site:swift.org, in:wo, folder:work, after:2026-11, \
            before:7d, text:word, has:page, has:note, has:file, file:pdf, is:unread, is:archived, \
            is:unopened, is:conflict, is:duplicate, is:broken, is:saved, is:remote, is:unsent, \
            is:deleted, /regular expression/, ~letters, @saved-search. Archived bookmarks show \
            only if the query has is:archived. Put the query in single quotes, and -- before one \
            that begins with a minus.

            Tab-separated: id, name, URL, tags; on a terminal, columns cut to its width. With \
            text:word, a terminal shows the text around the word below each bookmark. Examples: \
            cloudy list 'swift -server'; cloudy list --sort name --limit 20; cloudy list tag:todo \
            --format '{url}\\n'
            """)

    @Argument(help: "The query.", completion: Candidates.query)
    var query: [String] = []

    @Option(
        name: .shortAndLong,
        help: "Print only bookmarks with this tag, as tag:NAME in a query does; repeatable.",
        completion: Candidates.tags)
    var tag: [String] = []

    @Flag(
        help: """
            Print only the waiting deletions: bookmarks that other devices or browsers deleted, \
            and that need your decision.
            """)
    var held = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The order: \(SortOrder.Field.allCases.map(\.rawValue).joined(separator: ", ")).",
            discussion: """
                Like s in the list: added, modified, opened and frequency put the latest or most \
                used first, name and url start at A, relevance puts the best match first. A minus \
                before it reverses the order.
                """,
            valueName: "order"),
        completion: .list(SortOrder.Field.allCases.flatMap { [$0.rawValue, "-" + $0.rawValue] }),
        transform: { try List.order($0) })
    var sort: SortOrder?

    @Flag(
        help: """
            With text:word, print the text around the word as the last column, also in a pipe.
            """)
    var snippets = false

    @OptionGroup var output: RowOutput
    @OptionGroup var options: HomeOptions

    func run() throws {
        try reportingErrors {
            let template = try output.template()
            let words = self.query + tag.map { QueryText.tag($0) }
            let query = try readQuery(words, options.savedSearches())
            let home = try options.open(makesDevice: false)
            let mirror = try options.openMirror(of: home)
            let found = try findingInText(home, query) { try rows(home, query) }
            let phrases = query.textPhrases
            try output.print(
                found, template, options, details: home.catalog.details(ofIDs:),
                links: home.linkStates(ofIDs:),
                snippets: phrases.isEmpty
                    ? nil : Snippets(home, phrases, isColumn: snippets))
            if try found.isEmpty && home.catalog.count() == 0 && !home.device.hasListedCloud() {
                let device = home.location.device
                complain(
                    home.location.devices.count > 1
                        ? "The device \(device) is new and has not synced: cloudy sync"
                        : "There are no bookmarks yet. To add some: cloudy add URL, or cloudy "
                            + "import FILE")
            }
            options.sendHandEdits(home, mirror)
            if found.isEmpty && (held || !query.isEmpty) {
                sayIfID(home)
                // A script uses the exit status.
                if isatty(STDOUT_FILENO) != 0 {
                    complain(held ? "No deletions are waiting." : "No bookmark matches.")
                    advise(home, query)
                }
                throw ExitCode(.nothingFound)
            }
        }
    }

    /// Tells a person how else to search.
    private func advise(_ home: Home, _ query: Query) {
        if query.hintOfUnknownField == nil, let advice = query.adviceWithoutHits() {
            complain(advice)
        }
        if let text = query.askingText, let saved = try? home.savedBookmarks(), !saved.isEmpty {
            complain("To search saved pages, notes and files: cloudy list \(text)")
        }
    }

    /// Tells how to show a bookmark whose id was taken for a word.
    private func sayIfID(_ home: Home) {
        guard query.count == 1, query[0].utf8.count > 3,
            let id = try? home.catalog.id(matching: query[0])
        else { return }
        complain("No bookmark contains this word, but it is an id: cloudy show \(id)")
    }

    private func rows(_ home: Home, _ query: Query) throws -> [BookmarkRow] {
        let order = sort ?? .standard
        if query.isEmpty && !held && sort == nil, let limit = output.limit {
            return try home.catalog.listedRows(sortedBy: order, limit: limit)
        }
        var found = try home.catalog.rows(matching: query, sortedBy: order)
        if sort != nil && query.isEmpty {
            // The list sorts names and URLs by all letters; the database does not.
            let list = BookmarkList(rows: found, sortedBy: order)
            found = (0..<list.count).map { list[$0] }
        }
        if held {
            let ids = Set(try home.heldIDs() + home.browserDeletions().rows.map(\.id))
            found.removeAll { !ids.contains($0.id) }
        }
        return found
    }

    private static func order(_ text: String) throws -> SortOrder {
        if let order = SortOrder(named: text) { return order }
        let known = SortOrder.Field.allCases.map(\.rawValue).joined(separator: ", ")
        throw ValidationError(
            "There is no order “\(text)”. Orders: \(known); a minus before one reverses it.")
    }
}
