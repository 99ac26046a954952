import Bookmarks
public import DeviceStore
import Glibc
import ReplicaFile
public import Replication
import Synchronization
import WebPages

// If the cloud is behind a network, one process of the device talks to it: its agent. The program
// that needs the agent starts it, and it ends when no program needs it.

/// The stores of a device that its agent syncs, each opened once.
public final class ExchangedStores: Sendable {
    public let home: Home
    private let connect: RemoteCloud.Connector
    private let connectChunks: RemoteCloud.ChunkConnector?
    private let opened = Mutex<[String: DeviceStore]>([:])
    private let containers = Mutex<[String: DocumentContainer]>([:])

    /// - Parameter connectChunks: connects to the contents of documents; without it, none are
    ///   exchanged.
    public init(
        _ home: Home, connect: @escaping RemoteCloud.Connector,
        connectChunks: RemoteCloud.ChunkConnector? = nil
    ) {
        self.home = home
        self.connect = connect
        self.connectChunks = connectChunks
    }

    /// Returns a store of the device; `nil` means the store of the bookmarks.
    public func store(_ identifier: String?) throws -> DeviceStore {
        guard let identifier else { return home.device }
        if identifier == Preferences.storeIdentifier { return try home.preferences.device() }
        return try opened.withLock { opened in
            if let store = opened[identifier] { return store }
            let store = try DeviceStore(
                home.location.store(identifier: identifier), connect: connect)
            opened[identifier] = store
            return store
        }
    }

    /// Returns the container of a store that belongs to a document container; `nil` for a store of
    /// values.
    public func container(_ identifier: String?) throws -> DocumentContainer? {
        guard let identifier, HomeLocation.isContainer(identifier) else { return nil }
        let store = try store(identifier)
        return try containers.withLock { containers in
            if let container = containers[identifier] { return container }
            let container = try DocumentContainer(store, connectChunks: connectChunks)
            containers[identifier] = container
            return container
        }
    }

    /// Whether contents of programs' documents are being sent or fetched, or wait for the cloud.
    private var isExchangingContents: Bool {
        containers.withLock { $0.values.contains { $0.isTransferring || $0.awaitsCloud } }
    }

    /// Opens the stores that programs have made since, except those that cannot be opened. Returns
    /// whether there were any.
    public func openNewStores() -> Bool {
        let known = opened.withLock { Set($0.keys) }.union([Preferences.storeIdentifier])
        let new = home.location.storeIdentifiers.filter { !known.contains($0) }
        return new.count { (try? store($0)) != nil } > 0
    }

    private var all: [DeviceStore] {
        let own = [home.device, try? home.preferences.device()].compactMap(\.self)
        return own + opened.withLock { Array($0.values) }
    }

    /// The latest revision of edits in each store.
    public var revisions: [Int64] {
        all.map { store in (try? store.replica.read { try $0.localRevision() }) ?? -1 }
    }

    /// Returns after a minute without requests, edits or anything to send; at once if the home was
    /// removed.
    ///
    /// - Parameter isWanted: whether a program follows changes, or waits for an answer.
    /// - Returns: the ``revisions`` during that minute.
    public func waitUntilIdle(isWanted: () -> Bool) async -> [Int64] {
        var quiet = 0
        var last: [Int64] = []
        while quiet < 60 && !Task.isCancelled && access(home.location.folder, F_OK) == 0 {
            try? await Task.sleep(for: .seconds(1))
            let revisions = revisions
            let isNeeded =
                revisions != last || isWanted() || all.contains(where: \.waitsForCloud)
                || home.transferProgress != nil || home.awaitsCloud.withLock(\.self)
                || isExchangingContents
            last = revisions
            quiet = isNeeded ? 0 : quiet + 1
        }
        return last
    }

    /// Ends the streams of the stores' states, because their files no longer belong to the device.
    public func endStates() { for store in all { store.endExchangeStates() } }

    /// Connects to a store of the account in the cloud, which need not be on this device.
    public func cloud(_ identifier: String?) throws -> (any Cloud)? {
        try home.location.remote.map { try connect($0, identifier) }
    }
}

extension Home {
    /// Whether something must be synced by an agent, and none is running.
    public var lacksAgent: Bool {
        location.remote?.lostReason == nil && device.lacksAgent
    }

    /// Syncs this home and the stores of other programs on the device, including those made later,
    /// and keeps the property list in step, until the task is cancelled.
    ///
    /// - Parameters:
    ///   - extractor: the program that extracts the text of pages for the text index: see
    ///     `PageExtraction`; `nil` leaves the index to others.
    ///   - report: called once for each store that cannot be synced, with the reason; the others
    ///     are synced.
    public func runAgent(
        _ stores: ExchangedStores, extractor: String? = nil,
        report: @escaping (String) -> Void
    ) async throws {
        let mirror = try openMirror(canLookLater: true)
        let own = [device, try preferences.device()]
        await withTaskGroup(of: Void.self) { group in
            for store in own { group.addTask { await store.runEngine() } }
            group.addTask { await mirror.run() }
            group.addTask { await self.runDocumentExchange() }
            if let extractor {
                group.addTask { await self.runTextIndex(PageExtraction(program: extractor)) }
            }
            group.addTask { await mirror.followReplica() }
            var running: Set = [Preferences.storeIdentifier]
            var reported: Set<String> = []
            while !Task.isCancelled {
                for identifier in location.storeIdentifiers where !running.contains(identifier) {
                    do {
                        let store = try stores.store(identifier)
                        let container = try stores.container(identifier)
                        running.insert(identifier)
                        group.addTask { await store.runEngine() }
                        if let container { group.addTask { await container.run() } }
                    } catch {
                        guard reported.insert(identifier).inserted else { continue }
                        let reason = HomeError(error).message
                        report("The store \(identifier) does not sync: \(reason)")
                    }
                }
                try? await Task.sleep(for: .seconds(5))
            }
        }
    }
}
