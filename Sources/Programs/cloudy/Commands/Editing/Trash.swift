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
            --format '{id}' | cloudy restore -; cloudy trash --empty --yes
            """)

    @Flag(
        help: ArgumentHelp(
            "Delete everything in the trash forever, documents too, on all devices.",
            discussion: """
                Undo cannot bring it back; a backup has the bookmarks: cloudy backup --list shows \
                those of this device. It asks on a terminal; in scripts, add --yes. With --json, \
                it prints what was deleted as a JSON object.
                """))
    var empty = false

    @Flag(name: .shortAndLong, help: "Don't ask before the trash is emptied.")
    var yes = false

    @OptionGroup var output: RowOutput
    @OptionGroup var options: HomeOptions

    func validate() throws {
        if yes && !empty { throw ValidationError("--yes needs --empty.") }
        if empty && (output.format != nil || output.isNullSeparated || output.limit != nil) {
            throw ValidationError(
                "--empty deletes everything in the trash forever: leave out --format, --limit and "
                    + "-0. To delete some of it: cloudy delete --forever ID…")
        }
    }

    func run() throws {
        try reportingErrors { if empty { try emptyTrash() } else { try printTrash() } }
    }

    private func emptyTrash() throws {
        let home = try options.open(makesDevice: false)
        let mirror = try options.openMirror(of: home)
        let deletion = try DeletionForever(ofAllIn: home)
        try deletion.run(in: home, mirror, isSure: yes)
        if output.json {
            say(JSON.changed(deletion.ids))
        } else {
            complain(deletion.ids.isEmpty ? "The trash is empty." : deletion.report)
        }
        finish(home, mirror, isOffline: options.offline)
    }

    private func printTrash() throws {
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
            let has = deleted.isEmpty ? "has" : "also has"
            complain(
                "The trash \(has) \(counted(documents, "document")). To see "
                    + "\(documents == 1 ? "it" : "them"): cloudy docs --deleted")
        } else if deleted.isEmpty, documents == 0, output.limit != 0 {
            explainEmpty("The trash is empty.")
        }
        // That they are deleted goes without saying here.
        let rows = deleted.map { one in
            var row = one.row
            row.isDeleted = false
            return row
        }
        try output.print(rows, template, options) { _ in details }
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
