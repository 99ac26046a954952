import ArgumentParser
import Bookmarks
import BookmarksUI
import DeviceStore
import Glibc
import Home

struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print bookmarks, newest first.",
        discussion: """
            Every word of the query must be in the name, the URL or a tag. More can be asked: \
            "two words", -word, one or other, (brackets), #tag, name:word, url:word, note:word, \
            site:swift.org, in:folder, after:2026-11, before:7d, is:conflict, \
            is:duplicate, is:broken, /regular expression/, ~letters, @name of a saved search. Put \
            the query between single quotes, and -- before one that begins with a minus.
            """)

    @Argument(help: "What to look for.")
    var query: [String] = []

    @Flag(
        help: ArgumentHelp(
            "Print a JSON array of objects, one for each bookmark.",
            discussion: """
                Each has id, name, url, tags (an array), notes, device (which changed it last), \
                added and modified (seconds since 1970), and conflicts: the fields that two \
                devices changed at the same time, until one of the values is chosen in the list; \
                and link: null, or what cloudy check found of it here: state (ok, moved, broken \
                or unsure), detail and checked (seconds since 1970).
                """))
    var json = false

    @Flag(help: "Only what other devices deleted and the mass-change brake holds back.")
    var held = false

    @Flag(help: "The best answers first, not the newest.")
    var rank = false

    @OptionGroup var options: HomeOptions

    func run() throws {
        try reportingErrors {
            let query = try readQuery(self.query, options.savedSearches())
            let home = try options.open(makesDevice: false)
            let mirror = try options.openMirror(of: home)
            var found = try home.catalog.rows(
                matching: query, sortedBy: .standard)
            if rank { found = ranked(found, by: query) }
            if held {
                let ids = Set(try home.heldRows().map(\.id))
                found.removeAll { !ids.contains($0.id) }
            }
            if json {
                let details = try home.catalog.details(ofIDs: found.map(\.id))
                let links = try home.linkStates(ofIDs: found.map(\.id))
                say(JSON.array(found, details, links: links))
            } else {
                Pager(setting: try options.settings().pager, environment: environment())
                    .print(found.map { line($0) + "\n" }.joined())
            }
            if try found.isEmpty && home.catalog.count() == 0 && !home.device.hasListedCloud() {
                complain(
                    "The device \(home.location.device) is new and has not synced: cloudy sync")
            }
            options.sendHandEdits(home, mirror)
            if found.isEmpty && (held || !query.isEmpty) {
                throw ExitCode(ExitStatus.nothingFound.rawValue)
            }
        }
    }

    /// The best first; of equal ones, the newest.
    private func ranked(_ rows: [BookmarkRow], by query: Query) -> [BookmarkRow] {
        let ranks = rows.map(query.rank(of:))
        let order = rows.indices.sorted { (ranks[$1], $0) < (ranks[$0], $1) }
        return order.map { rows[$0] }
    }

    private func line(_ row: BookmarkRow) -> String {
        let tags = row.tags.split(separator: " ").map { "#\($0)" }
        let fields = [row.id, row.name, row.url, tags.joined(separator: " ")]
        return fields.map(harmless).joined(separator: "\t")
    }
}
