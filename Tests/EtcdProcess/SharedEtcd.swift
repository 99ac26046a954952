import TestSupport

/// The etcd that most tests share. Each test uses a prefix of its own.
public actor SharedEtcd {
    public static let shared = SharedEtcd()
    private var starting: Task<Etcd, any Error>?

    /// The running etcd, which is started when it is first needed.
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
