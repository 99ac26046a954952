import ArgumentParser
import Console
import DeviceStore
import FileCoordination
import Glibc
import ServerCommand

/// The device whose bookmarks are served.
struct DeviceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The folder of bookmarks and settings.",
            discussion: "Default: $CLOUDY_HOME, $XDG_DATA_HOME/cloudy or ~/.local/share/cloudy.",
            valueName: "folder"))
    var home: String?

    @Option(
        help: ArgumentHelp(
            "The device's name.", discussion: "Default: $CLOUDY_DEVICE or the host name.",
            valueName: "name"))
    var device: String?

    /// Returns the device, without its account. Ends with a status if there is none.
    func location() throws -> HomeLocation {
        try reporting {
            let names = [
                "CLOUDY_DEVICE", "CLOUDY_HOME", "HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME",
            ]
            let variables = names.compactMap { name in environment(name).map { (name, $0) } }
            let location = try HomeLocation(
                home: home, device: device,
                environment: Dictionary(uniqueKeysWithValues: variables),
                hostName: HomeLocation.hostName(), currentFolder: currentFolder())
            try location.requireKnownDevice()
            return location
        }
    }
}

/// Runs `body`; prints an error on standard error, and ends with its status.
func reporting<Value>(_ body: () throws -> Value) throws -> Value {
    do { return try body() } catch let error as HomeError {
        complain(error.message)
        throw ExitCode(ExitStatus(error.code))
    }
}
