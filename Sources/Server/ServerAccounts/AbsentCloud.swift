import Replication

/// A store that does not exist yet, for a read-only token: it is empty, and reading does not create
/// it. Once the store exists, calls go to it.
struct AbsentCloud: Cloud {
    /// The epoch of a missing store. Each existing store has another one.
    static let epoch = "none"

    /// The limits that the store will have.
    var limits: Quota
    /// Returns the store if it exists by now.
    var find: @Sendable () async throws(CloudError) -> (any Cloud)?
    /// Returns a stream with an element whenever the store may exist, and may have changed.
    var listen: @Sendable () -> AsyncStream<Void>

    func list(
        _ position: ListingPosition, limit: Int
    ) async throws(CloudError) -> CloudReply<Listing> {
        if let cloud = try await find() { return try await cloud.list(position, limit: limit) }
        return reply(
            Listing(entries: [], next: 0, hasMore: false, isComplete: true, floor: 0))
    }

    func replicas() async throws(CloudError) -> CloudReply<[RegisteredReplica]> {
        if let cloud = try await find() { return try await cloud.replicas() }
        return reply([])
    }

    func quota() async throws(CloudError) -> CloudReply<Quota> {
        if let cloud = try await find() { return try await cloud.quota() }
        return reply(limits)
    }

    func hints() -> AsyncStream<Void> { listen() }

    func register(
        _ registration: Registration
    ) async throws(CloudError) -> CloudReply<RegistrationOutcome> { throw Self.mayOnlyRead }

    func compareAndSet(
        _ changes: [ProposedChange], from sender: Sender
    ) async throws(CloudError) -> CloudReply<[ChangeOutcome]> { throw Self.mayOnlyRead }

    func acknowledge(
        _ cursor: Int64, from sender: Sender
    ) async throws(CloudError) -> CloudReply<Bool> { throw Self.mayOnlyRead }

    func retire(_ actor: ActorID) async throws(CloudError) -> CloudReply<Void> {
        throw Self.mayOnlyRead
    }

    private func reply<Value>(_ value: Value) -> CloudReply<Value> {
        CloudReply(epoch: Self.epoch, head: 0, time: milliseconds(), value: value)
    }

    private static let mayOnlyRead = CloudError(
        .notAllowed, "This token is read-only: use one that may write.")
}

extension AbsentCloud {
    /// Returns the hints of a store, which is looked for each second until it exists.
    static func hints(
        lookingFor find: @escaping @Sendable () async throws(CloudError) -> (any Cloud)?
    ) -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let task = Task {
            while !Task.isCancelled {
                if let cloud = try? await find() {
                    let hints = cloud.hints()
                    // Earlier changes gave no hint.
                    continuation.yield()
                    for await _ in hints { continuation.yield() }
                    break
                }
                try? await Task.sleep(for: .seconds(1))
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }
}
