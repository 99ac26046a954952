import DeviceStore
import KeyValueStore
import Synchronization

/// A store that is open, with what keeps it in step.
final class OpenStore: Sendable {
    let device: DeviceStore
    private let tasks: [Task<Void, Never>]

    /// - Parameter isSyncing: whether to listen and to sync until this object goes. Otherwise
    ///   somebody else does.
    init(device: DeviceStore, isSyncing: Bool) {
        self.device = device
        tasks =
            isSyncing
            ? [
                Task.detached { await device.store.listen() },
                Task.detached { await device.runEngine() },
            ] : []
    }

    deinit { for task in tasks { task.cancel() } }
}

/// Opens a store when it is first needed, once.
final class StoreOpening: Sendable {
    private let make: @Sendable () throws -> OpenStore
    private let state = Mutex<(store: OpenStore, observation: Observation)?>(nil)

    init(_ make: @escaping @Sendable () throws -> OpenStore) { self.make = make }

    /// The store, opened now if it was not; a failure is not remembered. Whoever opened it hears of
    /// external changes.
    func open(observing: @escaping @Sendable (ExternalChange) -> Void) throws -> OpenStore {
        try state.withLock { state in
            if let state { return state.store }
            let opened = try make()
            state = (opened, opened.device.store.observeExternalChanges(observing))
            return opened
        }
    }
}
