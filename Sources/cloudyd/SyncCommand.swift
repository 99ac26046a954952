import ArgumentParser
import CloudMessages
import DeviceStore
import Glibc
import Home
import Replication

/// The agent of a device: see `Home.runAgent(_:)`.
struct SyncCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync",
        abstract: "Keep the bookmarks of this machine the same as in their cloud.",
        discussion: """
            cloudy starts it by itself when there is something to send, or a list is open, and it \
            ends a minute after there is neither. With --stay it never ends: then the bookmarks \
            are always up to date.
            """)

    @Option(help: "The home of cloudy.")
    var home: String?

    @Option(help: "The device's name.")
    var device: String?

    @Flag(help: "Go on until a signal ends it.")
    var stay = false

    func run() async throws {
        do {
            repeat { try await keepInStep() } while stay
        } catch let error as HomeError {
            complain(error.message)
            throw ExitCode(error.code == .cannotWrite ? 74 : 78)
        }
    }

    /// Until the device uses another account or cloud, or nobody needs it any more.
    private func keepInStep() async throws {
        let device = try HomeLocation(
            home: home, device: device, environment: Self.environment(),
            hostName: HomeLocation.hostName())
        let location = try device.inUsedAccount()
        if location.remote == nil {
            if stay { return await Self.waitForChange(of: location) }
            complain("\(device.folder) has no server: cloudy cloud use URL")
            throw ExitCode(78)
        }
        let connect: RemoteCloud.Connector = { cloud, identifier in
            try Self.cloud(cloud, identifier, of: location)
        }
        let home = try Home(location, connect: connect)
        // One is enough; it ends by itself when it is needed no more.
        if home.device.isEngineRunningElsewhere && !stay { return }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await home.runAgent(connect, report: complain) }
            group.addTask { await Self.waitForChange(of: location) }
            if !stay { group.addTask { await home.waitUntilAgentIsNeededNoMore() } }
            try await group.next()
            group.cancelAll()
        }
    }

    /// A store at the server of a device.
    static func cloud(
        _ remote: RemoteCloud, _ identifier: String?, of location: HomeLocation
    ) throws -> any Cloud {
        guard let store = identifier.map({ StoreName($0) }) ?? .own else {
            throw HomeError(
                .configuration,
                "The store identifier “\(identifier ?? "")” cannot be one on a server.")
        }
        return try remote.connected(to: store, letInBy: location.cloudToken())
    }

    private static func waitForChange(of location: HomeLocation) async {
        for await _ in location.accountChanges() {
            guard let used = try? location.inUsedAccount() else { continue }
            if !used.isSameAccount(as: location) { return }
        }
    }

    static func environment() -> [String: String] {
        var variables: [String: String] = [:]
        for name in ["CLOUDY_DEVICE", "CLOUDY_HOME", "HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"] {
            if let value = getenv(name) { variables[name] = String(cString: value) }
        }
        return variables
    }
}
