import ArgumentParser
import Bookmarks
import Glibc
import Home

struct Trash: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print the deleted bookmarks that can be restored, the latest deleted first.",
        discussion: "Tab-separated: id, name, URL, tags. cloudy restore brings them back.")

    @Flag(
        help: ArgumentHelp(
            "Print a JSON array of objects, one for each bookmark.",
            discussion: """
                Each has id, name, url, tags (an array), added and deleted (seconds since 1970), \
                and device (which deleted it).
                """))
    var json = false

    @OptionGroup var options: HomeOptions

    func run() throws {
        try reportingErrors {
            let home = try options.open(makesDevice: false)
            let rows = try home.catalog.deletedRows(limit: nil)
            if json {
                say(rows.isEmpty ? "[]" : "[\n" + rows.map(object).joined(separator: ",\n") + "\n]")
            } else {
                write(rows.map { line($0) + "\n" }.joined(), to: STDOUT_FILENO)
            }
        }
    }

    private func object(_ row: DeletedRow) -> String {
        let tags = row.tags.split(separator: " ").map { JSON.string(String($0)) }
        return JSON.object([
            "added": JSON.number(row.added), "deleted": JSON.number(row.deleted),
            "device": JSON.string(row.device), "id": JSON.string(row.id),
            "name": JSON.string(row.name), "tags": JSON.array(tags), "url": JSON.string(row.url),
        ])
    }

    private func line(_ row: DeletedRow) -> String {
        let tags = row.tags.split(separator: " ").map { "#\($0)" }
        return [row.id, row.name, row.url, tags.joined(separator: " ")].map(harmless)
            .joined(separator: "\t")
    }
}
