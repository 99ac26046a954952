import ArgumentParser
import BookmarkLibrary
import BrowserFiles
import Browsers
import Console
import DeviceStore
import FileCoordination

struct BrowsersCommand: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "browsers",
        abstract: "List the browser profiles of this machine, and follow their changes.",
        discussion: """
            Without a subcommand, lists the profiles. Examples: cloudy browsers; cloudy browsers \
            watch; cloudy browsers watch --once
            """,
        subcommands: [BrowsersList.self, BrowsersWatch.self],
        defaultSubcommand: BrowsersList.self)
}

struct BrowsersList: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "list",
        abstract: "List the browser profiles of this machine.",
        discussion: """
            Prints browser, profile, state and path of each. The state is watched (cloudy browsers \
            watch looked at it before), floccus (that extension syncs it, so it is not watched) or \
            new. Exit status: 0 there are some, 1 there are none. Example: cloudy browsers list
            """)

    @Flag(
        help: ArgumentHelp(
            "Print a JSON array of objects.", discussion: "Fields: Docs/Reference/JSON.md."))
    var json = false

    @OptionGroup var options: HomeOptions

    func run() throws {
        try reportingErrors {
            let home = try options.open(makesDevice: false)
            let mirror = try options.openMirror(of: home)
            let library = HomeBrowserLibrary(home, home.makeController(mirror: mirror))
            let profiles = try BrowserProfile.ofThisPerson().map { profile in
                (profile, try ProfileLook.isKnown(profile.path, in: library), profile.hasFloccus)
            }
            if json {
                say(
                    JSON.lines(
                        profiles.map { profile, isWatched, hasFloccus in
                            JSON.object([
                                "browser": JSON.string(profile.browser),
                                "name": JSON.string(profile.name),
                                "path": JSON.string(profile.path), "floccus": "\(hasFloccus)",
                                "watched": "\(isWatched && !hasFloccus)",
                            ])
                        }))
            } else {
                let rows = profiles.map { profile, isWatched, hasFloccus in
                    [
                        profile.browser, profile.name,
                        hasFloccus ? "floccus" : isWatched ? "watched" : "new", profile.path,
                    ]
                }
                for line in TerminalTable.lines(["Browser", "Profile", "State", "Path"], rows) {
                    say(line)
                }
            }
            if profiles.isEmpty {
                explainEmpty("There are no browser profiles in the usual places.", json: json)
                throw ExitCode(.nothingFound)
            }
        }
    }
}
