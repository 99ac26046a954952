import BookmarkLibrary
public import DeviceStore
import FileCoordination
import Glibc
import Replication

/// The run of an agent, through all accounts, clouds and keys of its device.
public struct AgentSession: Sendable {
    private let endpoint: AgentEndpoint
    private let server: AgentServer
    private let locate: @Sendable () throws -> HomeLocation
    private let stays: Bool
    private let extractor: String?
    private let report: @Sendable (String) -> Void

    /// - Parameters:
    ///   - stays: whether to keep running when no program needs the agent.
    ///   - extractor: the program that extracts the text of pages: see `Home.runAgent`.
    ///   - locate: finds the device in its current account.
    ///   - report: called for stores that cannot be synced.
    public init(
        _ endpoint: AgentEndpoint, _ network: any AgentNetwork, stays: Bool,
        extractor: String? = nil,
        locate: @escaping @Sendable () throws -> HomeLocation,
        report: @escaping @Sendable (String) -> Void
    ) {
        self.endpoint = endpoint
        self.stays = stays
        self.extractor = extractor
        self.locate = locate
        self.report = report
        server = AgentServer(network, locate: locate)
    }

    /// Works until no program needs the agent, a program asks it to end, or the task is cancelled.
    public func run() async throws {
        try endpoint.open(at: server)
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await server.waitForEnd() }
            group.addTask { await keepSocketInPlace() }
            group.addTask { await ProcessMemory.returnFreedMemory() }
            group.addTask { await work() }
            await group.next()
            group.cancelAll()
        }
        endpoint.close()
        await server.waitForKeys()
        server.close()
    }

    /// Recreates the socket and the note if they were removed: a folder of sockets is removed when
    /// its user logs out. Returns if that fails for ten seconds, or the place is lost.
    private func keepSocketInPlace() async {
        var failures = 0
        while (try? await Task.sleep(for: .seconds(1))) != nil {
            if endpoint.isLost {
                return report("The folder of the device was removed or replaced.")
            }
            if endpoint.isFindable { continue }
            do {
                try endpoint.open(at: server)
                failures = 0
            } catch {
                // The folder may just be disappearing.
                failures += 1
                if failures == 10 { return report(HomeError(error).message) }
            }
        }
    }

    private func work() async {
        while !Task.isCancelled {
            var isNeeded = true
            do {
                try endpoint.openAgain(at: server)
                isNeeded = try await keepInStep()
            } catch is CancellationError {
                return
            } catch {
                await rest(after: error)
                isNeeded = stays || server.isWanted
            }
            if !isNeeded { return }
        }
    }

    /// Accepts no more connections, so a program that edits from now on starts another agent. A
    /// program that found this agent has edited before: returns whether one has.
    private func closeAndRecheck(_ stores: ExchangedStores, _ revisions: [Int64]) throws -> Bool {
        endpoint.close()
        let isNeeded = server.isWanted || stores.openNewStores()
        if !isNeeded, stores.revisions == revisions { return false }
        try endpoint.open(at: server)
        return true
    }

    /// Tells every caller why nothing is synced, until the reason may have ended.
    private func rest(after error: any Error) async {
        let error = HomeError(error)
        report(error.message)
        let location = try? locate()
        server.close(error.failure, cloudIdentity: location?.store.cloudIdentity)
        let end = ContinuousClock.now + .seconds(60)
        await withTaskGroup(of: Void.self) { group in
            if let location { group.addTask { await Self.waitForChange(of: location, locate) } }
            group.addTask {
                // Polling detects the end of problems that give no signal.
                try? await Task.sleep(until: end)
            }
            await group.next()
            group.cancelAll()
        }
    }

    /// Waits until the device uses another account, cloud or key, its replica is replaced, or no
    /// program needs the agent. Returns whether a program still needs it.
    private func keepInStep() async throws -> Bool {
        let location = try locate()
        guard let remote = location.remote, remote.lostReason == nil else {
            server.close()
            if !stays {
                endpoint.close()
                return false
            }
            await Self.waitForChange(of: location, locate)
            return true
        }
        let connect = try server.network.connector(location)
        let connectChunks = try server.network.chunkConnector(location)
        let home = try Home(location, connect: connect, connectChunks: connectChunks)
        let stores = ExchangedStores(home, connect: connect, connectChunks: connectChunks)
        server.begin(stores)
        defer {
            server.close()
            stores.endStates()
        }
        return try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                try await home.runAgent(stores, extractor: extractor, report: report)
                return false
            }
            group.addTask {
                await Self.waitForChange(of: location, locate)
                return !Task.isCancelled
            }
            group.addTask {
                await Self.waitForReplacement(of: home.location.store.replica)
                return !Task.isCancelled
            }
            if !stays {
                group.addTask {
                    let last = await stores.waitUntilIdle { server.isWanted }
                    try Task.checkCancellation()
                    return try closeAndRecheck(stores, last)
                }
            }
            let isChanged = try await group.next() ?? false
            group.cancelAll()
            return isChanged
        }
    }

    /// Waits until a file was moved or replaced: the open one then no longer belongs to the device.
    private static func waitForReplacement(of path: String) async {
        let first = fileNumber(path)
        while fileNumber(path) == first {
            do { try await Task.sleep(for: .seconds(1)) } catch { return }
        }
        // A person who moves a database moves its companion files next.
        try? await Task.sleep(for: .seconds(1))
    }

    private static func fileNumber(_ path: String) -> UInt64? {
        var status = stat()
        return stat(path, &status) == 0 ? UInt64(status.st_ino) : nil
    }

    private static func waitForChange(
        of location: HomeLocation, _ locate: @Sendable () throws -> HomeLocation
    ) async {
        for await _ in location.accountChanges() {
            guard let used = try? locate() else { continue }
            if !used.isSameAccount(as: location) { return }
        }
    }
}
