import ArgumentParser
import Bookmarks
import Home

struct Trash: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "trash",
        abstract: "Print the deleted bookmarks that can be restored, the latest deleted first.",
        discussion: """
            Tab-separated: id, name, URL, tags. cloudy restore brings them back. In a template, \
            {modified} is when it was deleted, and {device} where.
            """)

    @OptionGroup var output: RowOutput
    @OptionGroup var options: HomeOptions

    func run() throws {
        try reportingErrors {
            let template = try output.template()
            let home = try options.open(makesDevice: false)
            let rows = try home.catalog.deletedRows(limit: output.limit)
            if output.json {
                say(rows.isEmpty ? "[]" : "[\n" + rows.map(object).joined(separator: ",\n") + "\n]")
                return
            }
            try output.print(rows.map { BookmarkRow(deleted: $0) }, template, options) { _ in
                Dictionary(
                    rows.map { ($0.id, BookmarkDetails(device: $0.device)) },
                    uniquingKeysWith: { first, _ in first })
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
}

extension BookmarkRow {
    /// A deleted bookmark as it is printed: that it was deleted is its latest change.
    init(deleted row: DeletedRow) {
        self.init(
            id: row.id, name: row.name, url: row.url, tags: row.tags, added: row.added,
            modified: row.deleted)
    }
}
