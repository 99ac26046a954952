import ArgumentParser
import DeviceStore
import Home
import KeyValueStore

struct Airplane: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "airplane",
        abstract: "Say whether this device exchanges nothing with its cloud, or switch that.",
        discussion: """
            In airplane mode edits wait until it is left, in all terminals of the device. \
            Examples: cloudy airplane on; cloudy airplane off; cloudy airplane
            """)

    enum State: String, ExpressibleByArgument, CaseIterable {
        case on, off
    }

    @Argument(help: ArgumentHelp("on or off; without it, which of them is.", valueName: "state"))
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
