public import Replication
import Synchronization

/// A wrapper around another cloud that can fail, be slow, and hold answers back.
public final class FailingCloud: Cloud {
    private let cloud: any Cloud
    private let error = Mutex<CloudError?>(nil)
    private let contradicts = Mutex(false)
    private let gate = Mutex((isClosed: false, kept: [CheckedContinuation<Void, Never>]()))
    private let delay = Mutex(Duration.zero)

    /// - Parameter cloud: answers the calls, unless something else is requested.
    public init(_ cloud: any Cloud) { self.cloud = cloud }

    /// Makes every call fail, or none.
    public func fail(_ error: CloudError?) { self.error.withLock { $0 = error } }

    /// Makes every change conflict with an entry that no listing shows.
    public func contradict(_ value: Bool) { contradicts.withLock { $0 = value } }

    /// Makes every listing take at least this long.
    public func delayListings(by time: Duration) { delay.withLock { $0 = time } }

    /// Holds back the answers to registering and listing from now on, including failures.
    public func keepAnswers() { gate.withLock { $0.isClosed = true } }

    /// Whether an answer is being held back.
    public var isKeeping: Bool { gate.withLock { !$0.kept.isEmpty } }

    /// Releases all answers that were held back, and stops holding them back.
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

    /// The cloud's answer as of now, which may be delivered later.
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
