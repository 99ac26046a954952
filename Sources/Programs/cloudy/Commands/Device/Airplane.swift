import ArgumentParser
import BookmarkLibrary
import DeviceStore
import KeyValueStore

struct Airplane: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "airplane",
        abstract: "Enter or leave airplane mode, or print which it is.",
        discussion: """
            In airplane mode this device exchanges nothing with its cloud and asks the web for \
            nothing, in all its terminals: edits wait until it is left. \
            Examples: cloudy airplane on; cloudy airplane off; cloudy airplane
            """)

    enum State: String, ExpressibleByArgument, CaseIterable {
        case on, off
    }

    @Argument(help: ArgumentHelp("on or off; without it, print which.", valueName: "state"))
    var wanted: State?

    @Flag(
        help: ArgumentHelp(
            "Print a JSON object: which mode it is now.",
            discussion: "Members: Docs/Reference/JSON.md."))
    var json = false

    @OptionGroup var options: HomeOptions

    func run() throws {
        try reportingErrors {
            let home = try options.open(makesDevice: false)
            if let wanted {
                try home.setOffline(wanted == .on)
                if wanted == .off {
                    finish(home, try options.openMirror(of: home), isOffline: options.offline)
                }
            }
            let state = try home.device.syncState()
            let isOn = state.phase == .offline
            if json {
                say(JSON.object(["isOn": "\(isOn)", "unsent": "\(state.unsent)"]))
            } else if wanted == nil {
                say(isOn ? "on" : "off")
            }
        }
    }
}
