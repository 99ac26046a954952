import LocalCloud
import Replication
import Synchronization

/// A cloud that can be made to fail, and to keep its answers back.
final class FailingCloud: Cloud {
    private let cloud: LocalCloud
    private let error = Mutex<CloudError?>(nil)
    private let contradicts = Mutex(false)
    private let gate = Mutex((isClosed: false, kept: [CheckedContinuation<Void, Never>]()))

    init(_ cloud: LocalCloud) { self.cloud = cloud }

    /// Lets every call fail, or none.
    func fail(_ error: CloudError?) { self.error.withLock { $0 = error } }

    /// Lets every change conflict with nothing that a listing shows.
    func contradict(_ value: Bool) { contradicts.withLock { $0 = value } }

    /// Keeps what is answered from now on to registering and listing, failures too.
    func keepAnswers() { gate.withLock { $0.isClosed = true } }

    /// Whether an answer is kept back.
    var isKeeping: Bool { gate.withLock { !$0.kept.isEmpty } }

    /// Gives all answers that were kept, and keeps none any more.
    func giveAnswers() {
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

    func register(
        _ registration: Registration
    ) async throws(CloudError) -> CloudReply<RegistrationOutcome> {
        try await kept { () throws(CloudError) in try await cloud.register(registration) }
    }

    func list(
        _ position: ListingPosition, limit: Int
    ) async throws(CloudError) -> CloudReply<Listing> {
        try await kept { () throws(CloudError) in
            try await cloud.list(position, limit: limit)
        }
    }

    func compareAndSet(
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

    func acknowledge(
        _ cursor: Int64, from sender: Sender
    ) async throws(CloudError) -> CloudReply<Bool> {
        try check()
        return try await cloud.acknowledge(cursor, from: sender)
    }

    func retire(_ actor: ActorID) async throws(CloudError) -> CloudReply<Void> {
        try await cloud.retire(actor)
    }

    func replicas() async throws(CloudError) -> CloudReply<[RegisteredReplica]> {
        try await cloud.replicas()
    }

    func quota() async throws(CloudError) -> CloudReply<Quota> { try await cloud.quota() }

    func hints() -> AsyncStream<Void> { cloud.hints() }
}
