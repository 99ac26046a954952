import CloudServer
import RemoteClouds
import Replication

/// A cloud in the etcd of a server, as its clients see it.
///
/// The etcd's messages about itself, its members and its user are for the server's owner and go to
/// the report; clients only learn that the server cannot answer now.
final class ServedCloud: Cloud {
    private let cloud: EtcdCloud
    private let listen: @Sendable () -> AsyncStream<Void>
    private let report: StoreReport
    private let onEnd: @Sendable () -> Void

    /// - Parameter onEnd: called if the caller was refused because its permit has ended.
    init(
        _ cloud: EtcdCloud, hints: @escaping @Sendable () -> AsyncStream<Void>,
        report: StoreReport, onEnd: @escaping @Sendable () -> Void
    ) {
        self.cloud = cloud
        listen = hints
        self.report = report
        self.onEnd = onEnd
    }

    func register(
        _ registration: Registration
    ) async throws(CloudError) -> CloudReply<RegistrationOutcome> {
        try await reported { () throws(CloudError) in try await cloud.register(registration) }
    }

    func list(
        _ position: ListingPosition, limit: Int
    ) async throws(CloudError) -> CloudReply<Listing> {
        try await reported { () throws(CloudError) in
            try await cloud.list(position, limit: limit)
        }
    }

    func compareAndSet(
        _ changes: [ProposedChange], from sender: Sender
    ) async throws(CloudError) -> CloudReply<[ChangeOutcome]> {
        try await reported { () throws(CloudError) in
            try await cloud.compareAndSet(changes, from: sender)
        }
    }

    func acknowledge(
        _ cursor: Int64, from sender: Sender
    ) async throws(CloudError) -> CloudReply<Bool> {
        try await reported { () throws(CloudError) in
            try await cloud.acknowledge(cursor, from: sender)
        }
    }

    func retire(_ actor: ActorID) async throws(CloudError) -> CloudReply<Void> {
        try await reported { () throws(CloudError) in try await cloud.retire(actor) }
    }

    func replicas() async throws(CloudError) -> CloudReply<[RegisteredReplica]> {
        try await reported { () throws(CloudError) in try await cloud.replicas() }
    }

    func quota() async throws(CloudError) -> CloudReply<Quota> {
        try await reported { () throws(CloudError) in try await cloud.quota() }
    }

    func hints() -> AsyncStream<Void> { listen() }

    private func reported<Value>(
        _ call: () async throws(CloudError) -> Value
    ) async throws(CloudError) -> Value {
        do {
            let value = try await call()
            report.note(nil)
            return value
        } catch  where error == ServerDirectory.ended {
            onEnd()
            throw error
        } catch  where error == .manyConflicts {
            // The client's request caused this error, not the state of the etcd.
            report.note(nil)
            throw error
        } catch {
            report.note(error.forServers)
            throw error.forClients
        }
    }
}
