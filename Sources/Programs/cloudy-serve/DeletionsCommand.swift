import ArgumentParser
import BookmarkLibrary
import Bookmarks
import Console
import DeviceStore
import ServerCommand

struct DeletionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "deletions",
        abstract: "Confirm or undo a browser's deletion of many bookmarks.",
        discussion: """
            If a browser deletes more than ten bookmarks, and more than a fifth of all it has, \
            Cloudy keeps them until you decide: here, or with R in an open list. Without an \
            option, lists them: id and name. Examples: cloudy serve deletions; cloudy serve \
            deletions --accept
            """)

    @OptionGroup var device: DeviceOptions
    @Flag(help: "Move these bookmarks to the trash.")
    var accept = false
    @Flag(help: "Keep these bookmarks.")
    var keep = false

    func validate() throws {
        if accept && keep { throw ValidationError("Give --accept or --keep, not both.") }
    }

    func run() throws {
        try reporting {
            let home = try Home(device.location().inUsedAccount())
            if accept || keep {
                let mirror = try home.openMirror()
                let count = try home.answerBrowserDeletions(
                    deleting: accept, with: home.makeController(mirror: mirror)
                ).count
                mirror.flushBeforeExit()
                let what = count == 0 ? "No deletions are waiting" : counted(count, "bookmark")
                print(count == 0 ? what : (accept ? "Deleted " : "Kept ") + what)
            } else {
                printTable(
                    ["Id", "Name"],
                    try home.browserDeletions().rows.sorted { $0.id < $1.id }
                        .map { [$0.id, $0.title] })
            }
        }
    }
}
