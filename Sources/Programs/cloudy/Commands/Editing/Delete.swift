import ArgumentParser
import BookmarkLibrary
import Bookmarks

struct Delete: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "delete",
        abstract: "Delete bookmarks.",
        discussion: """
            One undo reverts all of it, and cloudy restore brings bookmarks back. Examples: cloudy \
            delete 7k3q; cloudy delete --query 'in:inbox #tmp'; cloudy list tag:old | cloudy \
            delete -
            """)

    @OptionGroup var targets: TargetOptions

    @OptionGroup var sure: SureOptions

    @OptionGroup var format: ChangeFormat

    @OptionGroup var options: HomeOptions

    func validate() throws { try targets.requireAny() }

    func run() throws {
        try reportingErrors {
            let home = try options.open(makesDevice: false)
            let mirror = try options.openMirror(of: home)
            let ids = try targets.ids(in: home, orPrint: format.nothing)
            try sure.ask("Delete \(bookmarks(ids.count))?", about: ids.count)
            let deleted = try editing(ids.count, "Deleting", home, mirror) {
                try $0.delete(ids: ids).ids
            }
            format.report(deleted, of: targets, "Deleted \(bookmarks(deleted.count)).")
            finish(home, mirror, isOffline: options.offline)
        }
    }
}
