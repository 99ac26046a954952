/// A cloud whose calls all fail with the same error, for a process that has no cloud.
public struct UnavailableCloud: Cloud {
    private let error: CloudError

    public init(_ error: CloudError) { self.error = error }

    public func register(
        _ registration: Registration
    ) async throws(CloudError) -> CloudReply<RegistrationOutcome> { throw error }

    public func list(
        _ position: ListingPosition, limit: Int
    ) async throws(CloudError) -> CloudReply<Listing> { throw error }

    public func compareAndSet(
        _ changes: [ProposedChange], from sender: Sender
    ) async throws(CloudError) -> CloudReply<[ChangeOutcome]> { throw error }

    public func acknowledge(
        _ cursor: Int64, from sender: Sender
    ) async throws(CloudError) -> CloudReply<Bool> { throw error }

    public func retire(_ actor: ActorID) async throws(CloudError) -> CloudReply<Void> {
        throw error
    }

    public func replicas() async throws(CloudError) -> CloudReply<[RegisteredReplica]> {
        throw error
    }

    public func quota() async throws(CloudError) -> CloudReply<Quota> { throw error }

    /// Returns a stream that ends at once.
    public func hints() -> AsyncStream<Void> { AsyncStream { $0.finish() } }
}
