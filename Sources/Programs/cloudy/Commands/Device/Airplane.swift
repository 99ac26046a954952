import ArgumentParser
import BookmarkLibrary
import DeviceStore
import KeyValueStore

struct Airplane: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "airplane",
        abstract: "Turn airplane mode on or off, or print its state.",
        discussion: """
            In airplane mode this device does not contact its cloud or the web, in any terminal. \
            Edits wait until you turn it off. Examples: cloudy airplane on; cloudy airplane off; \
            cloudy airplane
            """)

    enum State: String, ExpressibleByArgument, CaseIterable {
        case on, off
    }

    @Argument(help: ArgumentHelp("on or off. Default: print the state.", valueName: "state"))
    var wanted: State?

    @Flag(
        help: ArgumentHelp(
            "Print the state as a JSON object.",
            discussion: "Fields: Docs/Reference/JSON.md."))
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
