import ArgumentParser
import BookmarkLibrary
import Bookmarks

struct Purge: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "purge",
        abstract: "Forget deleted bookmarks for good, on all devices.",
        discussion: """
            Undo does not bring them back, and of what is kept only a backup does: cloudy backup \
            --list shows those of this device. Targets are those that cloudy trash prints. \
            Example: cloudy purge 7k3q
            """)

    @OptionGroup var targets: TargetOptions

    @Flag(help: "Forget every deleted bookmark.")
    var all = false

    @OptionGroup var sure: SureOptions

    @OptionGroup var format: ChangeFormat

    @OptionGroup var options: HomeOptions

    func validate() throws {
        if targets.isEmpty == all { return }
        throw ValidationError("Name the bookmarks to forget, or say --all, and not both.")
    }

    func run() throws {
        try reportingErrors {
            let home = try options.open(makesDevice: false)
            let mirror = try options.openMirror(of: home)
            let ids =
                all
                ? try home.catalog.deletedRows(limit: nil).map(\.id)
                : try targets.deletedIDs(in: home, orPrint: format.nothing)
            // Of one, too: nothing brings it back.
            try sure.ask("Forget \(bookmarks(ids.count)) for good?", about: ids.count, limit: 0)
            try editing(ids.count, "Forgetting", home, mirror) { try $0.purge(ids: ids) }
            format.report(ids, of: targets, "Forgot \(bookmarks(ids.count)) for good.")
            finish(home, mirror, isOffline: options.offline)
        }
    }
}
