public import Replication
import Synchronization

/// Another cloud that can be made to fail, to take its time, and to keep its answers back.
public final class FailingCloud: Cloud {
    private let cloud: any Cloud
    private let error = Mutex<CloudError?>(nil)
    private let contradicts = Mutex(false)
    private let gate = Mutex((isClosed: false, kept: [CheckedContinuation<Void, Never>]()))
    private let delay = Mutex(Duration.zero)

    /// - Parameter cloud: what answers where nothing else was asked for.
    public init(_ cloud: any Cloud) { self.cloud = cloud }

    /// Lets every call fail, or none.
    public func fail(_ error: CloudError?) { self.error.withLock { $0 = error } }

    /// Lets every change conflict with nothing that a listing shows.
    public func contradict(_ value: Bool) { contradicts.withLock { $0 = value } }

    /// Lets every listing take so long, at least.
    public func delayListings(by time: Duration) { delay.withLock { $0 = time } }

    /// Keeps what is answered from now on to registering and listing, failures too.
    public func keepAnswers() { gate.withLock { $0.isClosed = true } }

    /// Whether an answer is kept back.
    public var isKeeping: Bool { gate.withLock { !$0.kept.isEmpty } }

    /// Gives all answers that were kept, and stops keeping them.
    public func giveAnswers() {
        let kept = gate.withLock { gate in
            defer { gate = (false, []) }
            return gate.kept
        }
        for answer in kept { answer.resume() }
    }

    private func passGate() async {
        await withCheckedContinuation { continuation in
            let isOpen = gate.withLock { gate in
                if gate.isClosed { gate.kept.append(continuation) }
                return !gate.isClosed
            }
            if isOpen { continuation.resume() }
        }
    }

    /// The answer of the cloud as it is now, which may come later.
    private func kept<Value>(
        _ call: () async throws(CloudError) -> Value
    ) async throws(CloudError) -> Value {
        do {
            try check()
            let value = try await call()
            await passGate()
            return value
        } catch {
            await passGate()
            throw error
        }
    }

    private func check() throws(CloudError) {
        if let error = error.withLock({ $0 }) { throw error }
    }

    public func register(
        _ registration: Registration
    ) async throws(CloudError) -> CloudReply<RegistrationOutcome> {
        try await kept { () throws(CloudError) in try await cloud.register(registration) }
    }

    public func list(
        _ position: ListingPosition, limit: Int
    ) async throws(CloudError) -> CloudReply<Listing> {
        try await kept { () throws(CloudError) in
            let delay = delay.withLock { $0 }
            if delay > .zero { try? await Task.sleep(for: delay) }
            return try await cloud.list(position, limit: limit)
        }
    }

    public func compareAndSet(
        _ changes: [ProposedChange], from sender: Sender
    ) async throws(CloudError) -> CloudReply<[ChangeOutcome]> {
        try check()
        if contradicts.withLock({ $0 }) {
            let reply = try await cloud.compareAndSet([], from: sender)
            return CloudReply(
                epoch: reply.epoch, head: reply.head, time: reply.time,
                value: changes.map { _ in .conflict(nil) })
        }
        return try await cloud.compareAndSet(changes, from: sender)
    }

    public func acknowledge(
        _ cursor: Int64, from sender: Sender
    ) async throws(CloudError) -> CloudReply<Bool> {
        try check()
        return try await cloud.acknowledge(cursor, from: sender)
    }

    public func retire(_ actor: ActorID) async throws(CloudError) -> CloudReply<Void> {
        try check()
        return try await cloud.retire(actor)
    }

    public func replicas() async throws(CloudError) -> CloudReply<[RegisteredReplica]> {
        try check()
        return try await cloud.replicas()
    }

    public func quota() async throws(CloudError) -> CloudReply<Quota> {
        try check()
        return try await cloud.quota()
    }

    public func hints() -> AsyncStream<Void> { cloud.hints() }
}
