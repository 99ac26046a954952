import ArgumentParser
import Console
import DeviceStore

/// The options for the device of a command: this machine's by default.
struct DeviceOptions: ParsableArguments {
    @Option(help: "The folder of bookmarks and settings.")
    var home: String?

    @Option(help: "The device's name.")
    var device: String?

    /// Returns the device in its current account.
    func location() throws(HomeError) -> HomeLocation {
        var variables: [String: String] = [:]
        for name in ["CLOUDY_DEVICE", "CLOUDY_HOME", "HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"] {
            variables[name] = environment(name)
        }
        return try HomeLocation(
            home: home, device: device, environment: variables, hostName: HomeLocation.hostName()
        ).inUsedAccount()
    }
}

extension HomeLocation {
    /// Returns the server of the device. Throws ``HomeError`` if there is none.
    func server() throws(HomeError) -> RemoteCloud {
        if let remote { return remote }
        throw HomeError(
            .configuration,
            "\(folder) has no server. To choose one: cloudy cloud use "
                + "URL")
    }
}
