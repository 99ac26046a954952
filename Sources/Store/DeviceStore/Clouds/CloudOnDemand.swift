import Glibc
import LocalCloud
import Replication
import Synchronization

/// The local cloud, opened by the first call: a command that only reads the replica never opens it,
/// and a device whose cloud cannot be opened works on its own.
final class CloudOnDemand: Cloud {
    private let path: String
    private let opened = Mutex<LocalCloud?>(nil)

    init(path: String) {
        self.path = path
    }

    private func open() throws(CloudError) -> LocalCloud {
        try opened.withLock { opened throws(CloudError) in
            if let opened { return opened }
            let cloud = try LocalCloud(path: path)
            opened = cloud
            return cloud
        }
    }

    /// Opens an existing cloud on another thread, and returns at once. If it cannot be opened, the
    /// next call throws the failure.
    func openSoon() {
        guard access(path, F_OK) == 0 else { return }
        Task.detached { _ = try? self.open() }
    }

    /// Runs `body` while no call is under way in this process.
    func whileIdle(_ body: () -> Void) {
        guard let cloud = opened.withLock({ $0 }) else { return body() }
        cloud.whileIdle(body)
    }

    func register(
        _ registration: Registration
    ) async throws(CloudError) -> CloudReply<RegistrationOutcome> {
        try await open().register(registration)
    }

    func list(
        _ position: ListingPosition, limit: Int
    ) async throws(CloudError) -> CloudReply<Listing> {
        try await open().list(position, limit: limit)
    }

    func compareAndSet(
        _ changes: [ProposedChange], from sender: Sender
    ) async throws(CloudError) -> CloudReply<[ChangeOutcome]> {
        try await open().compareAndSet(changes, from: sender)
    }

    func acknowledge(
        _ cursor: Int64, from sender: Sender
    ) async throws(CloudError) -> CloudReply<Bool> {
        try await open().acknowledge(cursor, from: sender)
    }

    func retire(_ actor: ActorID) async throws(CloudError) -> CloudReply<Void> {
        try await open().retire(actor)
    }

    func replicas() async throws(CloudError) -> CloudReply<[RegisteredReplica]> {
        try await open().replicas()
    }

    func quota() async throws(CloudError) -> CloudReply<Quota> { try await open().quota() }

    /// Returns the hints of the cloud, once it can be opened.
    func hints() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let task = Task {
            while !Task.isCancelled {
                if let cloud = try? open() {
                    let hints = cloud.hints()
                    // Changes before the first listener gave no hint.
                    continuation.yield()
                    for await _ in hints { continuation.yield() }
                    break
                }
                try? await Task.sleep(for: .seconds(5))
            }
            continuation.finish()
        }
        continuation.onTermination = { @Sendable _ in task.cancel() }
        return stream
    }
}
