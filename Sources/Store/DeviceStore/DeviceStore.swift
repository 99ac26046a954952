import FileCoordination
import Glibc
public import KeyValueStore
public import ReplicaFile
public import Replication
import SQLite
public import SimulatedCloud
import Synchronization

/// An open store of one device: its replica, its cloud and the engine between them.
///
/// Several processes of a device may have the same store open; one of them at a time runs the
/// engine.
public final class DeviceStore: Sendable {
    public let location: StoreLocation
    public let store: UbiquitousKeyValueStore
    public let replica: ReplicaFile
    /// The reason why nothing can be saved here; `nil` if edits can be saved.
    let readOnlyError: HomeError?
    let doorbell: Doorbell
    let localCloud: CloudOnDemand
    let cloud: any Cloud
    /// Whether only another process talks to the cloud.
    let isCloudAbsent: Bool
    let signal: ChangeSignal
    /// `nil` if nothing can be saved.
    let engineLock: FileLock?
    private let apart = Atomic(false)
    /// The most keys of its own that the device sends to a new cloud without asking.
    let joinLimit: Int?
    /// Joins without a question if none is needed; see `SyncEngine`.
    let joining: @Sendable (HeldJoin) throws -> Bool
    /// The state of the cloud.
    let exchange = ExchangeNotes()
    /// The engine, while this process runs it and holds the lock.
    let running = Mutex<RunningEngine?>(nil)

    /// Opens a store, and creates it if it does not exist.
    ///
    /// An existing store that cannot be written is opened for reading; edits then throw. The first
    /// call that needs the cloud opens it. Throws ``HomeError``.
    ///
    /// - Parameters:
    ///   - simulation: a bad network to simulate in front of the cloud.
    ///   - connect: connects to a cloud behind a network; if `nil`, another process of the device
    ///     talks to it. See ``RemoteCloud``.
    ///   - joinLimit: the most keys of its own that the device sends without asking to a cloud that
    ///     it sees for the first time; `nil` for any number. See ``join()``.
    ///   - joining: joins the keys held back by `joinLimit` if no question is needed; returns
    ///     whether it did.
    ///   - derivedTables: further tables of the replica's file.
    ///   - process: identifies the author of this store's edits. Stores of a process that share
    ///     this number announce no edits to each other; all others do.
    public convenience init(
        _ location: StoreLocation, limits: StoreLimits = StoreLimits(),
        simulation: CloudSimulation? = nil, connect: RemoteCloud.Connector? = nil,
        joinLimit: Int? = nil,
        joining: @escaping @Sendable (HeldJoin) throws -> Bool = { _ in false },
        derivedTables: [any DerivedTable] = [], process: Int64? = nil
    ) throws {
        try self.init(
            location, limits: limits, simulation: simulation, connect: connect,
            joinLimit: joinLimit, joining: joining, derivedTables: derivedTables, process: process,
            continuing: nil)
    }

    /// - Parameter existing: a store that is to continue with this replica. The caller must call
    ///   `UbiquitousKeyValueStore.changeAccount(to:signal:)`.
    init(
        _ location: StoreLocation, limits: StoreLimits, simulation: CloudSimulation? = nil,
        connect: RemoteCloud.Connector? = nil, joinLimit: Int? = nil,
        joining: @escaping @Sendable (HeldJoin) throws -> Bool = { _ in false },
        derivedTables: [any DerivedTable] = [], process: Int64? = nil,
        continuing existing: UbiquitousKeyValueStore?
    ) throws {
        self.location = location
        self.joinLimit = joinLimit
        self.joining = joining
        let derivedTables = derivedTables + location.documentTables
        do {
            try Self.refuseNetworkFileSystem(location.folder)
            readOnlyError = try Self.makeFolder(location)
            let isReadOnly = readOnlyError != nil
            let doorbell =
                isReadOnly
                ? Doorbell(existing: location.doorbell) : try Doorbell(path: location.doorbell)
            self.doorbell = doorbell
            engineLock = isReadOnly ? nil : try FileLock(path: location.engineLock)
            replica =
                isReadOnly
                ? try Self.openForReading(location, derivedTables)
                : try Self.openReplica(location, derivedTables)
            signal = ChangeSignal(ring: { doorbell.ring() }, rings: { doorbell.rings() })
            store =
                try existing
                ?? UbiquitousKeyValueStore(
                    storage: replica, signal: signal, limits: limits,
                    process: process ?? Int64.random(in: 1 ... .max), now: Self.milliseconds)
            localCloud = CloudOnDemand(path: location.cloud)
            isCloudAbsent =
                location.remote != nil && connect == nil && location.remote?.lostReason == nil
            let real: any Cloud
            if let loss = location.remote?.loss {
                real = UnavailableCloud(loss)
            } else if let remote = location.remote {
                real =
                    try connect?(remote, location.identifier)
                    ?? UnavailableCloud(remote.absence)
            } else {
                real = localCloud
            }
            cloud =
                simulation.map { SimulatedCloud(real, simulation: $0, random: Self.random) } ?? real
        } catch {
            throw HomeError(error)
        }
    }

    private static func refuseNetworkFileSystem(_ folder: String) throws(HomeError) {
        var existing = folder
        while access(existing, F_OK) != 0, let slash = existing.lastIndex(of: "/"),
            slash != existing.startIndex
        {
            existing = String(existing[..<slash])
        }
        guard let kind = FileSystemKind.network(existing) else { return }
        throw HomeError(
            .configuration,
            "\(folder) is on a network file system (\(kind)), where file locks are unreliable. "
                + "Keep the home on a local disk: cloudy --home FOLDER")
    }

    /// The reason why nothing can be saved here, in a sentence for a person; `nil` if edits can be
    /// saved.
    public var readOnlyReason: String? { readOnlyError?.message }

    /// Whether this process exchanges nothing with the cloud, even if other processes do.
    public var isApart: Bool {
        get { apart.load(ordering: .relaxed) }
        set { apart.store(newValue, ordering: .relaxed) }
    }

    /// Returns the time of this machine's clock, in milliseconds since 1970.
    @Sendable public static func milliseconds() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }

    /// Returns 64 random bits.
    @Sendable public static func random() -> UInt64 { RandomNumbers.next() }
}
