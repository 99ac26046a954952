import ArgumentParser
import DeviceStore
import Home
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

    @OptionGroup var options: HomeOptions

    func run() throws {
        try reportingErrors {
            let home = try options.open(makesDevice: false)
            guard let wanted else {
                return say(try home.device.syncState().phase == .offline ? "on" : "off")
            }
            try home.setOffline(wanted == .on)
            if wanted == .off {
                finish(home, try options.openMirror(of: home), isOffline: options.offline)
            }
        }
    }
}
