import ArgumentParser
import Console
import DeviceStore
import Glibc

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
