import FileCoordination
public import KeyValueStore
import Replication
public import SimulatedCloud
import Synchronization

/// A store in the account that its device uses at the time.
///
/// Each account has a ``DeviceStore`` of its own, with its own replica, cloud and engine, so that
/// nothing of one account can reach another. This switches from one to the next, but keeps
/// ``store``, and tells its observers with the reason `accountChange`.
public final class FollowingStore: Sendable {
    /// The store that programs see; it shows the values of the account in use.
    public let store: UbiquitousKeyValueStore
    /// `nil` for a store that stays in its account.
    private let path: Path?
    private let state: Mutex<State>

    private struct Path: Sendable {
        var home: HomeLocation
        var identifier: String
        var limits: StoreLimits
        var simulation: CloudSimulation?
        var process: Int64?

        func open(
            _ location: HomeLocation, continuing store: UbiquitousKeyValueStore?
        ) throws -> DeviceStore {
            try DeviceStore(
                location.store(identifier: identifier), limits: limits, simulation: simulation,
                process: process, continuing: store)
        }
    }

    private struct State {
        var location: HomeLocation?
        var device: DeviceStore
        var lastListener = 0
        var listeners: [Int: AsyncStream<DeviceStore>.Continuation] = [:]
    }

    /// Opens a store of a device in the account that it uses now. Throws ``HomeError``.
    ///
    /// - Parameters:
    ///   - simulation: a bad network to simulate in front of each account's cloud.
    ///   - process: identifies the author of the edits; see ``DeviceStore``.
    public init(
        _ home: HomeLocation, identifier: String, limits: StoreLimits,
        simulation: CloudSimulation? = nil, process: Int64? = nil
    ) throws {
        let path = Path(
            home: home, identifier: identifier, limits: limits, simulation: simulation,
            process: process)
        let location = try home.inUsedAccount()
        let device = try path.open(location, continuing: nil)
        self.path = path
        store = device.store
        state = Mutex(State(location: location, device: device))
    }

    /// Makes a store that stays in the account where it was opened.
    public init(staying device: DeviceStore) {
        path = nil
        store = device.store
        state = Mutex(State(device: device))
    }

    deinit { for listener in state.withLock({ $0.listeners.values }) { listener.finish() } }

    /// The store of the account in use, as its device has it.
    public var device: DeviceStore { state.withLock { $0.device } }

    /// The name of the account.
    public var account: String { device.location.account ?? HomeLocation.defaultAccount }

    /// The accounts of the home; for a store that stays in one account, only its own.
    public var accounts: [String] { path?.home.accounts ?? [account] }

    /// Switches to the account that the device uses now, if it is another one, and tells the
    /// observers. Returns whether it switched. If it throws ``HomeError``, it stays in the old
    /// account.
    @discardableResult
    public func follow() throws -> Bool {
        guard let path, let change = try change(path) else { return false }
        store.announce(change)
        return true
    }

    private func change(_ path: Path) throws -> ExternalChange? {
        try state.withLock { state in
            let location = try path.home.inUsedAccount()
            guard let last = state.location, !location.isSameAccount(as: last) else { return nil }
            do {
                let device = try path.open(location, continuing: store)
                let change = try store.changeAccount(to: device.replica, signal: device.signal)
                state.location = location
                state.device = device
                for listener in state.listeners.values { listener.yield(device) }
                return change
            } catch {
                throw HomeError(error)
            }
        }
    }

    /// Switches the whole device to another account, and creates the account if it does not exist;
    /// see ``HomeLocation/useAccount(_:)``. This store has switched when the call returns. Throws
    /// ``HomeError``.
    public func useAccount(_ name: String) throws {
        guard let path else {
            throw HomeError(
                .usage,
                "This store stays in the account \(account), because it was opened by name. To "
                    + "follow the device, open a store without naming an account.")
        }
        try path.home.useAccount(name)
        try follow()
    }

    /// Listens, syncs, and follows the device from account to account until the task is cancelled.
    ///
    /// - Parameter report: called when an account cannot be opened, which is tried again later.
    public func run(reporting report: @escaping @Sendable (any Error) -> Void) async {
        await withTaskGroup { group in
            group.addTask { await self.keepInStep() }
            group.addTask {
                guard let changes = self.path?.home.accountChanges() else { return }
                for await _ in changes {
                    do { try self.follow() } catch { report(error) }
                }
            }
        }
    }

    private func keepInStep() async {
        var last: (device: DeviceStore, tasks: [Task<Void, Never>])?
        for await device in devices() {
            if let (left, tasks) = last {
                for task in tasks { task.cancel() }
                // Edits made just before are sent, if possible; otherwise they wait in the old
                // account.
                Task {
                    for task in tasks { await task.value }
                    try? await left.syncOnce()
                }
            }
            let tasks = [
                Task { [store] in await store.listen() },
                Task { await device.runEngine() },
            ]
            last = (device, tasks)
        }
        for task in last?.tasks ?? [] { task.cancel() }
    }

    /// Returns the state of syncing, now and after each change, in the account in use. The stream
    /// ends with the task that reads it.
    public func syncStates() -> AsyncStream<SyncState> {
        let (states, continuation) = AsyncStream.makeStream(
            of: SyncState.self, bufferingPolicy: .bufferingNewest(1))
        let devices = devices()
        let task = Task {
            var forwarding: Task<Void, Never>?
            for await device in devices {
                forwarding?.cancel()
                // The last state of the old account must not come after the first of the next.
                await forwarding?.value
                forwarding = Task {
                    for await state in device.syncStates() { continuation.yield(state) }
                }
            }
            forwarding?.cancel()
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        return states
    }

    /// Returns a stream of the open device store: the current one, and each later one.
    private func devices() -> AsyncStream<DeviceStore> {
        let (devices, continuation) = AsyncStream.makeStream(
            of: DeviceStore.self, bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state in
            continuation.yield(state.device)
            state.lastListener += 1
            state.listeners[state.lastListener] = continuation
            return state.lastListener
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0.listeners.removeValue(forKey: number) }
        }
        return devices
    }
}
