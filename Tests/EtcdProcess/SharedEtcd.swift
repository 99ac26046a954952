import TestSupport

/// The etcd that most tests share: each has a prefix of its own.
public actor SharedEtcd {
    public static let shared = SharedEtcd()
    private var starting: Task<Etcd, any Error>?

    /// The etcd, which runs.
    public func etcd() async throws -> Etcd {
        let task =
            starting
            ?? Task(executorPreference: ThreadForEachJob()) {
                let etcd = try Etcd()
                try Etcd.waitUntilReady([etcd])
                return etcd
            }
        starting = task
        return try await task.value
    }
}
