import ArgumentParser
import BookmarkLibrary
import Bookmarks
import Console
import DeviceStore
import FileCoordination

struct Move: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "move",
        abstract: "Move bookmarks in the manual order.",
        discussion: """
            To see that order: cloudy list --sort manual, or s p in the list. The bookmarks stay \
            together, in their current order. One undo reverts all of it. To put bookmarks into a \
            folder: cloudy edit --folder. Examples: cloudy move 7k3q --top; cloudy move --query \
            tag:todo --before 9m2x; cloudy list tag:js --sort name | cloudy move - --bottom \
            --as-named
            """)

    @OptionGroup var targets: TargetOptions

    @Flag(help: "Move one place up.")
    var up = false

    @Flag(help: "Move one place down.")
    var down = false

    @Flag(help: "Move to the top.")
    var top = false

    @Flag(help: "Move to the bottom.")
    var bottom = false

    @Option(
        help: ArgumentHelp(
            "Move before this bookmark: an id, an id prefix, or a URL.", valueName: "target"),
        completion: Candidates.ids)
    var before: String?

    @Option(
        help: ArgumentHelp("Move after this bookmark.", valueName: "target"),
        completion: Candidates.ids)
    var after: String?

    @Flag(help: "Arrange them in the order you name them; not with --up and --down.")
    var asNamed = false

    @OptionGroup var format: ChangeFormat

    @OptionGroup var options: HomeOptions

    func validate() throws {
        try targets.requireAny()
        let places = [up, down, top, bottom, before != nil, after != nil].count { $0 }
        if places != 1 {
            throw ValidationError(
                "Say where to move them: --up, --down, --top, --bottom, --before ID or --after ID.")
        }
        if asNamed && (up || down) {
            throw ValidationError(
                "--as-named needs --top, --bottom, --before or --after.")
        }
    }

    func run() throws {
        try reportingErrors {
            let home = try options.open(makesDevice: false)
            let mirror = try options.openMirror(of: home)
            let ids = try targets.ids(in: home, orPrint: format.nothing)
            let move = try place(in: home, of: ids)
            let places = try home.makeController(mirror: mirror)
                .places(amongAll: ids, move, isAsNamed: asNamed)
            if places.isEmpty {
                complain(
                    ids.count == 1
                        ? "The bookmark is already there."
                        : "The bookmarks are already "
                            + "there.")
                if let nothing = format.nothing { say(nothing) }
                return options.sendHandEdits(home, mirror)
            }
            let moved = try editing(ids.count, "Moving", home, mirror) {
                try $0.put(ids, at: places)
            }
            format.report(moved, of: targets, "Moved \(bookmarks(ids.count)).")
            finish(home, mirror, isOffline: options.offline)
        }
    }

    private func place(in home: Home, of ids: [String]) throws -> ManualMove {
        guard let named = before ?? after else {
            return up ? .up : down ? .down : top ? .top : .bottom
        }
        let id = try home.bookmarkID(named: named)
        if ids.contains(id) {
            complain(
                "\(id) is itself being moved: choose another bookmark for --before or --after. "
                    + "Nothing was moved.")
            throw ExitCode(.usage)
        }
        return before != nil ? .before(id) : .after(id)
    }
}
