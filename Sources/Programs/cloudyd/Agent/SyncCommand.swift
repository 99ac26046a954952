import ArgumentParser
import BookmarkLibrary
import CloudMessages
import DeviceStore
import FileCoordination
import Glibc
import Replication

/// The agent of a device: see `Home.runAgent(_:)`.
struct SyncCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync",
        abstract: "Keep the bookmarks of this machine the same as in their cloud.",
        discussion: """
            cloudy starts it by itself when there is something to send, or a list is open, and it \
            ends a minute after there is neither. With --stay it never ends: then the bookmarks \
            are always up to date. Example: cloudyd sync --stay
            """)

    @OptionGroup var options: DeviceOptions

    @Flag(help: "Go on until a signal ends it.")
    var stay = false

    func run() async throws {
        WatchShortage.report { complain($0) }
        try await reporting {
            var isNeeded = try await keepInStep()
            while try stay || (isNeeded && options.location().remote != nil) {
                isNeeded = try await keepInStep()
            }
        }
    }

    /// Until the device uses another account, cloud or key, or its replica is another file, or
    /// nobody needs it any more. Returns whether an agent is still counted on.
    private func keepInStep() async throws -> Bool {
        let location = try options.location()
        if location.remote?.lostReason != nil || location.remote == nil, stay {
            await Self.waitForChange(of: location)
            return true
        }
        _ = try location.server()
        let connect = try Sealing(location, Self.tellingConnector(location)).connector()
        let home = try Home(location, connect: connect)
        // One is enough; it ends by itself when it is needed no more.
        if home.device.isEngineRunningElsewhere && !stay { return false }
        return try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                try await home.runAgent(connect, report: complain)
                return false
            }
            group.addTask {
                await Self.waitForChange(of: location)
                return !Task.isCancelled
            }
            group.addTask {
                await Self.waitForReplacement(of: home.location.store.replica)
                return !Task.isCancelled
            }
            if !stay {
                group.addTask {
                    await home.waitUntilAgentIsNeededNoMore()
                    return false
                }
            }
            let isChanged = try await group.next() ?? false
            group.cancelAll()
            return isChanged
        }
    }

    /// What talks to a cloud behind a network, as it is.
    static func connector(_ location: HomeLocation) -> RemoteCloud.Connector {
        { remote, identifier in try Self.cloud(remote, identifier, of: location) }
    }

    /// As ``connector(_:)``, with what is in the way of it said as of a cloud that is out of reach:
    /// whoever started this process sees that, and nothing of how the process ends.
    private static func tellingConnector(_ location: HomeLocation) -> RemoteCloud.Connector {
        { remote, identifier in
            do { return try cloud(remote, identifier, of: location) } catch {
                let message = (error as? CloudError)?.message ?? "\(error)"
                return UnavailableCloud(CloudError(.unreachable, message))
            }
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

    /// Waits until a file was moved away or replaced: who has it open works for nobody any more.
    private static func waitForReplacement(of path: String) async {
        let first = fileNumber(path)
        while fileNumber(path) == first {
            do { try await Task.sleep(for: .seconds(1)) } catch { return }
        }
        // Whoever moves a database moves the files beside it next.
        try? await Task.sleep(for: .seconds(1))
    }

    private static func fileNumber(_ path: String) -> UInt64? {
        var status = stat()
        return stat(path, &status) == 0 ? UInt64(status.st_ino) : nil
    }

    private static func waitForChange(of location: HomeLocation) async {
        for await _ in location.accountChanges() {
            guard let used = try? location.inUsedAccount() else { continue }
            if !used.isSameAccount(as: location) { return }
        }
    }
}
