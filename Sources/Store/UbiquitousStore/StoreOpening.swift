import DeviceStore
import KeyValueStore
import Synchronization

/// An open store, with the task that keeps it in sync.
final class OpenStore: Sendable {
    let following: FollowingStore
    private let isSyncing: Bool
    private let report: @Sendable (any Error) -> Void
    private let task = Mutex<Task<Void, Never>?>(nil)
    private let lastExchange: LastExchange?

    /// - Parameters:
    ///   - isSyncing: whether to listen, to sync and to follow the device's account, from
    ///     ``begin()`` until this object is released. Otherwise other code does this.
    ///   - report: called when an account cannot be followed.
    init(
        _ following: FollowingStore, isSyncing: Bool,
        report: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
        self.following = following
        self.isSyncing = isSyncing
        self.report = report
        lastExchange = isSyncing ? LastExchange { await following.device.sendToLocalCloud() } : nil
    }

    /// Begins to listen and to sync. To receive the first changes, add observers before.
    func begin() {
        guard isSyncing else { return }
        let (following, report) = (following, report)
        task.withLock { $0 = Task.detached { await following.run(reporting: report) } }
    }

    deinit { task.withLock { $0 }?.cancel() }
}

/// Opens a store when it is first needed, once.
final class StoreOpening: Sendable {
    private struct State {
        /// Called when the store is opened, so that the program may change its standard until then.
        var configuration: @Sendable () -> StoreConfiguration = { .standard }
        /// A store that other code opened.
        var given: OpenStore?
        var open: (store: OpenStore, observation: Observation)?
    }

    private let state = Mutex(State())
    /// The latest report about an unusable store, until it is usable.
    private let lastFailure = Mutex<String?>(nil)

    /// Returns whether to report an error: each refused value, but repeated failures to use the
    /// store only once.
    func isWorthReporting(_ error: any Error) -> Bool {
        if error is StoreError || error is NotAPropertyList { return true }
        let text = "\(error)"
        return lastFailure.withLock { last in
            defer { last = text }
            return last != text
        }
    }

    /// Reports the next failure, even if it is the same.
    func noteSuccess() { lastFailure.withLock { $0 = nil } }

    var configuration: StoreConfiguration { state.withLock { $0.configuration }() }

    /// Sets how to open the store. Call it before the first use.
    func configure(_ configuration: @escaping @Sendable () -> StoreConfiguration) {
        state.withLock { $0.configuration = configuration }
    }

    /// Takes a store that is already open. Call it before the first use.
    func adopt(_ store: OpenStore) { state.withLock { $0.given = store } }

    /// Returns the store, and opens it if necessary. The next call tries again after a failure. The
    /// call that opens the store adds the observer of external changes.
    func open(
        observing makeObserver: () -> @Sendable (ExternalChange) -> Void
    ) throws -> OpenStore {
        try state.withLock { state in
            if let open = state.open { return open.store }
            let store = try state.given ?? state.configuration().open()
            state.open = (store, store.following.store.observeExternalChanges(makeObserver()))
            state.given = nil
            store.begin()
            return store
        }
    }
}
