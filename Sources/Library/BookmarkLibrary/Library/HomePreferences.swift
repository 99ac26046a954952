import BookmarkDatabase
public import Bookmarks
public import DeviceStore
import KeyValueStore
import ReplicaFile
import Replication
import SimulatedCloud
import Synchronization

/// The preferences of a device: kept in its defaults, where the list finds them when it opens, and
/// in a store of their own, by which they travel.
///
/// The store is the truth. The defaults are a copy for a fast start, and for people and programs
/// that use the property list.
public final class HomePreferences: Sendable {
    private let location: HomeLocation
    private let simulation: CloudSimulation?
    private let connect: RemoteCloud.Connector?
    private let defaults: ReplicaFile
    private let isReadOnly: Bool
    private let isApart: Bool
    private let opened = Mutex<DeviceStore?>(nil)

    /// - Parameters:
    ///   - simulation: a network through which to see the cloud.
    ///   - connect: see `RemoteCloud`.
    ///   - defaults: where the settings of the property list are noted.
    ///   - isReadOnly: whether nothing can be saved, so that there is nothing to follow.
    ///   - isApart: see `DeviceStore`.
    init(
        _ location: HomeLocation, _ simulation: CloudSimulation?,
        _ connect: RemoteCloud.Connector?, defaults: ReplicaFile, isReadOnly: Bool = false,
        isApart: Bool = false
    ) {
        self.isApart = isApart
        self.isReadOnly = isReadOnly
        self.location = location
        self.simulation = simulation
        self.connect = connect
        self.defaults = defaults
    }

    /// The preferences as they stand in the defaults.
    public func current() throws -> Preferences {
        do { return Preferences(try MirrorTable.settings(defaults)) } catch {
            throw HomeError(error)
        }
    }

    /// Changes preferences here and, through the store, elsewhere. Says `mirror` that the defaults
    /// changed.
    public func change(
        _ mirror: any DefaultsMirror, _ body: (inout Preferences) -> Void
    ) throws {
        let store = try device().store
        let old = try store.dictionaryRepresentation()
        var preferences = Preferences(old)
        body(&preferences)
        let changed = Set(old.keys).union(preferences.values.keys).sorted()
            .filter { old[$0] != preferences.values[$0] }
        try store.set(changed.map { ($0, preferences.values[$0]) })
        try follow(mirror)
    }

    /// Copies the values of the store into the defaults, and returns them.
    @discardableResult
    public func follow(_ mirror: any DefaultsMirror) throws -> Preferences {
        let values = try device().store.dictionaryRepresentation()
        if try MirrorTable.settings(defaults) != values {
            try MirrorTable.setSettings(values, defaults)
            mirror.setNeedsUpdate()
        }
        return Preferences(values)
    }

    /// The store of the preferences, opened when it is first needed.
    public func device() throws -> DeviceStore {
        try opened.withLock { opened in
            if let opened { return opened }
            let device = try DeviceStore(
                location.store(identifier: Preferences.storeIdentifier), limits: .icloud,
                simulation: simulation, connect: connect)
            device.isApart = isApart
            opened = device
            return device
        }
    }

    /// Exchanges preferences with the cloud once, and takes the received ones into the defaults.
    public func exchange(_ mirror: any DefaultsMirror) async throws {
        try await device().syncOnce()
        try follow(mirror)
    }

    /// Keeps the defaults in step with other devices and programs until the task is cancelled.
    ///
    /// - Parameter body: receives the preferences at the start and whenever another device or
    ///   program changed them, with its name.
    public func follow(
        _ mirror: any DefaultsMirror,
        _ body: @escaping @Sendable (Preferences, _ changedOn: String?) -> Void
    ) async throws {
        if isReadOnly { return }
        let device = try device()
        let observation = device.store.observeExternalChanges { [self] change in
            guard let preferences = try? follow(mirror) else { return }
            body(preferences, change.keys.compactMap(\.device).first ?? "another program")
        }
        body(try follow(mirror), nil)
        await withTaskGroup { group in
            group.addTask { await device.store.listen() }
            group.addTask { await device.runEngine() }
        }
        observation.cancel()
    }
}
