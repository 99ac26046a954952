import BookmarkDatabase
public import Bookmarks
public import DeviceStore
import KeyValueStore
import ReplicaFile
import Replication
import SimulatedCloud
import Synchronization

/// The preferences of a device. They are kept in its property list, where the list finds them when
/// it opens, and in a separate store, which syncs them.
///
/// The store decides. The property list has a copy for a fast start, and for people and programs
/// that use it.
public final class HomePreferences: Sendable {
    private let location: HomeLocation
    private let simulation: CloudSimulation?
    private let connect: RemoteCloud.Connector?
    private let defaults: ReplicaFile
    private let isReadOnly: Bool
    private let isApart: Bool
    private let opened = Mutex<DeviceStore?>(nil)

    /// - Parameters:
    ///   - simulation: a simulated bad network in front of the cloud.
    ///   - connect: see `RemoteCloud`.
    ///   - defaults: the replica with the settings of the property list.
    ///   - isReadOnly: whether nothing can be saved or followed.
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

    /// Returns the preferences in the property list.
    public func current() throws -> Preferences {
        do { return Preferences(try MirrorTable.settings(defaults)) } catch {
            throw HomeError(error)
        }
    }

    /// Changes preferences here and, through the store, elsewhere. Tells `mirror` that the property
    /// list changed.
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

    /// Copies the values of the store into the property list, and returns them.
    @discardableResult
    public func follow(_ mirror: any DefaultsMirror) throws -> Preferences {
        let values = try device().store.dictionaryRepresentation()
        if try MirrorTable.settings(defaults) != values {
            try MirrorTable.setSettings(values, defaults)
            mirror.setNeedsUpdate()
        }
        return Preferences(values)
    }

    /// Returns the store of the preferences; opens it when it is first needed.
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

    /// Syncs preferences with the cloud once, and copies the received ones into the property list.
    public func exchange(_ mirror: any DefaultsMirror) async throws {
        try await device().syncOnce()
        try follow(mirror)
    }

    /// Keeps the property list's preferences in step with other devices and programs until the task
    /// is cancelled.
    ///
    /// - Parameter body: receives the preferences at the start and whenever another device or
    ///   program changed them, with the place, such as “on phone”.
    public func follow(
        _ mirror: any DefaultsMirror,
        _ body: @escaping @Sendable (Preferences, _ place: String?) -> Void
    ) async throws {
        if isReadOnly { return }
        let device = try device()
        let observation = device.store.observeExternalChanges { [self] change in
            guard let preferences = try? follow(mirror) else { return }
            let device = change.keys.compactMap(\.device).first
            body(preferences, device.map { "on \($0)" } ?? "in another terminal")
        }
        body(try follow(mirror), nil)
        await withTaskGroup { group in
            group.addTask { await device.store.listen() }
            group.addTask { await device.runEngine() }
        }
        observation.cancel()
    }
}
