import ArgumentParser
import BookmarkLibrary
import Bookmarks

struct Delete: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "delete",
        abstract: "Delete bookmarks; with --forever, those in the trash.",
        discussion: """
            One undo reverts all of it, and cloudy restore brings bookmarks back. With --forever, \
            targets are bookmarks that cloudy trash prints, and documents that cloudy docs \
            --deleted prints. Undo cannot bring these back; a backup has the bookmarks: cloudy \
            backup --list shows those of this device. It asks on a terminal; in scripts, add \
            --yes. Examples: cloudy delete 7k3q; cloudy delete --query 'in:inbox #tmp'; cloudy \
            list tag:old | cloudy delete -; cloudy delete --forever 7k3q --yes
            """)

    @OptionGroup var targets: TargetOptions

    @Flag(help: "Delete bookmarks and documents in the trash forever, on all devices.")
    var forever = false

    @OptionGroup var sure: SureOptions

    @OptionGroup var format: ChangeFormat

    @OptionGroup var options: HomeOptions

    func validate() throws { try targets.requireAny() }

    func run() throws {
        try reportingErrors {
            let home = try options.open(makesDevice: false)
            let mirror = try options.openMirror(of: home)
            if forever {
                try deleteForever(home, mirror)
            } else {
                try moveToTrash(home, mirror)
            }
            finish(home, mirror, isOffline: options.offline)
        }
    }

    private func moveToTrash(_ home: Home, _ mirror: HomeMirror) throws {
        let ids = try targets.ids(in: home, orPrint: format.nothing)
        try sure.ask("Delete \(bookmarks(ids.count))?", about: ids.count)
        let deleted = try editing(ids.count, "Deleting", home, mirror) {
            try $0.delete(ids: ids).ids
        }
        format.report(deleted, of: targets, "Deleted \(bookmarks(deleted.count)).")
    }

    private func deleteForever(_ home: Home, _ mirror: HomeMirror) throws {
        let deletion = try DeletionForever(of: targets, in: home, orPrint: format.nothing)
        try deletion.run(in: home, mirror, isSure: sure.yes)
        format.report(deletion.ids, of: targets, deletion.report)
    }
}
