import ArgumentParser
import BookmarkLibrary
import Bookmarks
import Documents
import FileCoordination

struct Purge: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "purge",
        abstract: "Delete bookmarks and documents in the trash forever, on all devices.",
        discussion: """
            Undo cannot bring them back; only a backup can: cloudy backup --list shows those of \
            this device. Asks on a terminal; in scripts, use --yes. Targets are bookmarks that \
            cloudy trash prints, and documents that cloudy docs --deleted prints. Example: cloudy \
            purge 7k3q --yes
            """)

    @OptionGroup var targets: TargetOptions

    @Flag(help: "Empty the trash.")
    var all = false

    @OptionGroup var sure: SureOptions

    @OptionGroup var format: ChangeFormat

    @OptionGroup var options: HomeOptions

    func validate() throws {
        if targets.isEmpty == all { return }
        throw ValidationError(
            all
                ? "Name the bookmarks to delete forever, or use --all, not both."
                : "Name the bookmarks to delete forever, or use --all.")
    }

    func run() throws {
        try reportingErrors {
            let home = try options.open(makesDevice: false)
            let mirror = try options.openMirror(of: home)
            let ids =
                all
                ? try home.catalog.deletedRows(limit: nil).map(\.id)
                    + home.deletedDocuments().map(\.document.key)
                : try targets.deletedIDs(in: home, orPrint: format.nothing)
            let what = countedBookmarks(andDocuments: ids)
            if !ids.isEmpty, !sure.yes, !Confirmation.canAsk {
                complain(
                    "Nothing was deleted. To delete \(what) forever, type the "
                        + "command again with --yes.")
                throw ExitCode(ExitStatus.usage.rawValue)
            }
            // Even for a single one, because it cannot be restored.
            try sure.ask("Delete \(what) forever?", about: ids.count, limit: 0)
            try editing(ids.count, "Deleting forever", home, mirror) { try $0.deleteForever(ids: ids) }
            try home.forgetOrphanedDocuments()
            format.report(ids, of: targets, "Deleted \(what) forever.")
            finish(home, mirror, isOffline: options.offline)
        }
    }
}
