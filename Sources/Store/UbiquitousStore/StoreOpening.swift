import DeviceStore
import KeyValueStore
import Synchronization

/// A store that is open, with the parts that keep it in step.
final class OpenStore: Sendable {
    let following: FollowingStore
    private let isSyncing: Bool
    private let report: @Sendable (any Error) -> Void
    private let task = Mutex<Task<Void, Never>?>(nil)

    /// - Parameters:
    ///   - isSyncing: whether to listen, to sync and to follow the device's account, from
    ///     ``begin()`` until this object goes. Otherwise other code does.
    ///   - report: is told when an account cannot be followed.
    init(
        _ following: FollowingStore, isSyncing: Bool,
        report: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
        self.following = following
        self.isSyncing = isSyncing
        self.report = report
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
        /// Asked when the store is opened, so that the program may set its standard until then.
        var configuration: @Sendable () -> StoreConfiguration = { .standard }
        /// A store that other code opened.
        var given: OpenStore?
        var open: (store: OpenStore, observation: Observation)?
    }

    private let state = Mutex(State())
    /// The latest report about an unusable store, until it is usable.
    private let lastFailure = Mutex<String?>(nil)

    /// Whether to report an error: each refused value, and of a store that cannot be used one call
    /// of many.
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

    /// Says how to open the store, before it is used.
    func configure(_ configuration: @escaping @Sendable () -> StoreConfiguration) {
        state.withLock { $0.configuration = configuration }
    }

    /// Takes a store that is open already, before another is used.
    func adopt(_ store: OpenStore) { state.withLock { $0.given = store } }

    /// The store, opened now if it was not; a failure is not remembered. The code that opened it
    /// receives external changes.
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
