import ArgumentParser
import BookmarkLibrary
import Bookmarks
import DeviceStore
import FileCoordination

struct Move: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "move",
        abstract: "Move bookmarks in the order made by hand.",
        discussion: """
            cloudy list --sort manual prints that order, and s p shows it in the list. All of it \
            is one step; they stay together, in the order that they have there. To put bookmarks \
            into a folder: cloudy edit --folder. Examples: cloudy move 7k3q --top; \
            cloudy move --query tag:todo --before 9m2x; \
            cloudy list tag:js --sort name | cloudy move - --bottom --as-named
            """)

    @OptionGroup var targets: TargetOptions

    @Flag(help: "Before the one above them.")
    var up = false

    @Flag(help: "Behind the one below them.")
    var down = false

    @Flag(help: "Before all others.")
    var top = false

    @Flag(help: "Behind all others.")
    var bottom = false

    @Option(
        help: ArgumentHelp(
            "Before this one: an id, the beginning of one, or a URL.", valueName: "target"),
        completion: Candidates.ids)
    var before: String?

    @Option(
        help: ArgumentHelp("Behind this one.", valueName: "target"), completion: Candidates.ids)
    var after: String?

    @Flag(help: "Put them in the order in which they are named; not with --up and --down.")
    var asNamed = false

    @OptionGroup var format: ChangeFormat

    @OptionGroup var options: HomeOptions

    func validate() throws {
        try targets.requireAny()
        let places = [up, down, top, bottom, before != nil, after != nil].count { $0 }
        if places != 1 {
            throw ValidationError(
                "Say where to, one of: --up, --down, --top, --bottom, --before ID or --after ID.")
        }
        if asNamed && (up || down) {
            throw ValidationError(
                "--as-named goes with --top, --bottom, --before and --after.")
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
                complain(ids.count == 1 ? "It is there already." : "They are there already.")
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

    private func place(in home: Home, of ids: [String]) throws -> HandMove {
        guard let named = before ?? after else {
            return up ? .up : down ? .down : top ? .top : .bottom
        }
        let id = try LiveShelf(catalog: home.catalog).id(of: named)
        if ids.contains(id) {
            complain("\(id) is one of those to move, and no place for them. Nothing was moved.")
            throw ExitCode(ExitStatus.usage.rawValue)
        }
        return before != nil ? .before(id) : .after(id)
    }
}
