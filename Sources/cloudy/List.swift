import ArgumentParser
import Bookmarks
import DeviceStore
import Home

struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print bookmarks, newest first.",
        discussion: "Every word of the query must be in the name, the URL or a tag.")

    @Argument(help: "Words to look for.")
    var query: [String] = []

    @Flag(help: "Print a JSON array of objects with id, name, url, tags, added and modified.")
    var json = false

    @OptionGroup var options: HomeOptions

    func run() throws {
        try reportingErrors {
            let home = try options.open()
            _ = try options.openMirror(of: home)
            let rows = try home.catalog.rows(sortedBy: .standard, limit: nil)
            var list = BookmarkList(rows: rows, sortedBy: .standard)
            list.filter(query.joined(separator: " "))
            let found = (0..<list.count).map { list[$0] }
            if json {
                say(try JSON.text(found.map(JSON.Row.init)))
            } else {
                for row in found { say(line(row)) }
            }
            if try rows.isEmpty && !home.device.hasListedCloud() {
                complain(
                    "The device \(home.location.device) is new and has not synced: cloudy sync")
            }
            if found.isEmpty && !query.isEmpty { throw ExitCode(ExitStatus.nothingFound.rawValue) }
        }
    }

    private func line(_ row: BookmarkRow) -> String {
        let tags = row.tags.split(separator: " ").map { "#\($0)" }
        let fields = [row.id, row.name, row.url, tags.joined(separator: " ")]
        return fields.map(harmless).joined(separator: "\t")
    }
}
