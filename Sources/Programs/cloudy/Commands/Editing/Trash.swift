import ArgumentParser
import BookmarkLibrary
import Bookmarks

struct Trash: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "trash",
        abstract: "Print the deleted bookmarks that can be restored, latest first.",
        discussion: """
            Tab-separated: id, name, URL, tags. In a template, {modified} is the time of deletion \
            and {device} the device that deleted it. To restore: cloudy restore. Deleted \
            documents: cloudy docs --deleted. Examples: cloudy trash; cloudy trash --limit 1 \
            --format '{id}' | cloudy restore -
            """)

    @OptionGroup var output: RowOutput
    @OptionGroup var options: HomeOptions

    func run() throws {
        try reportingErrors {
            let template = try output.template()
            let home = try options.open(makesDevice: false)
            let deleted = try home.catalog.deletedRows(limit: output.limit)
            let details = try home.catalog.details(ofIDs: deleted.map(\.id))
            if output.json {
                return say(
                    JSON.lines(deleted.map { Self.object($0, details[$0.id] ?? .init()) }))
            }
            let documents = try home.deletedDocuments().count
            if documents > 0, output.format == nil {
                complain(
                    "The trash also has \(counted(documents, "document")). To see "
                        + "\(documents == 1 ? "it" : "them"): cloudy docs --deleted")
            }
            // That they are deleted goes without saying here.
            let rows = deleted.map { one in
                var row = one.row
                row.isDeleted = false
                return row
            }
            try output.print(rows, template, options) { _ in details }
        }
    }

    private static func object(_ deleted: DeletedRow, _ details: BookmarkDetails) -> String {
        let row = deleted.row
        let tags = row.tags.split(separator: " ").map { JSON.string(String($0)) }
        return JSON.object([
            "added": JSON.number(row.added), "deleted": JSON.number(deleted.deleted),
            "device": JSON.string(deleted.device), "folder": JSON.string(details.folder),
            "id": JSON.string(row.id), "name": JSON.string(row.name),
            "notes": JSON.string(details.notes), "tags": JSON.array(tags),
            "url": JSON.string(row.url),
        ])
    }
}
