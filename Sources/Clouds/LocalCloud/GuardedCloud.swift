public import Replication

/// Throws if the caller may no longer change anything.
public typealias Permit = @Sendable () throws(CloudError) -> Void

/// A local cloud that checks for permission in the transaction of each change: a token may be
/// revoked while the body of a call is still arriving.
///
/// If the permission is stored elsewhere, it may end between the check and the commit. So the code
/// that ends it must then take the lock of this cloud once, as `AccountsFile` does: after that, the
/// call is over.
public struct GuardedCloud: Cloud {
    private let cloud: LocalCloud
    private let permit: Permit

    /// - Parameter permit: called before each change, inside its transaction. If it throws, the
    ///   call fails with that error and changes nothing.
    public init(_ cloud: LocalCloud, permit: @escaping Permit) {
        self.cloud = cloud
        self.permit = permit
    }

    public func register(
        _ registration: Registration
    ) async throws(CloudError) -> CloudReply<RegistrationOutcome> {
        try cloud.register(registration, permit: permit)
    }

    public func compareAndSet(
        _ changes: [ProposedChange], from sender: Sender
    ) async throws(CloudError) -> CloudReply<[ChangeOutcome]> {
        try cloud.compareAndSet(changes, from: sender, permit: permit)
    }

    public func acknowledge(
        _ cursor: Int64, from sender: Sender
    ) async throws(CloudError) -> CloudReply<Bool> {
        try cloud.acknowledge(cursor, from: sender, permit: permit)
    }

    public func retire(_ actor: ActorID) async throws(CloudError) -> CloudReply<Void> {
        try cloud.retire(actor, permit: permit)
    }

    public func list(
        _ position: ListingPosition, limit: Int
    ) async throws(CloudError) -> CloudReply<Listing> {
        try await cloud.list(position, limit: limit)
    }

    public func replicas() async throws(CloudError) -> CloudReply<[RegisteredReplica]> {
        try await cloud.replicas()
    }

    public func quota() async throws(CloudError) -> CloudReply<Quota> { try await cloud.quota() }

    public func hints() -> AsyncStream<Void> { cloud.hints() }
}
