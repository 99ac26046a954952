import Replication
import SimulatedCloud
import Synchronization

/// A cloud that accepts everything, and records its calls in order.
final class RecordingCloud: Cloud {
    private let made = Mutex<[String]>([])
    private let hinting: AsyncStream<Void>
    private let hinted: AsyncStream<Void>.Continuation

    init() { (hinting, hinted) = AsyncStream.makeStream(of: Void.self) }

    var calls: [String] { made.withLock { $0 } }

    func hint() { hinted.yield() }
    func endHints() { hinted.finish() }

    func register(
        _ registration: Registration
    ) async throws(CloudError) -> CloudReply<RegistrationOutcome> {
        reply("register", .accepted)
    }

    func list(
        _ position: ListingPosition, limit: Int
    ) async throws(CloudError) -> CloudReply<Listing> {
        reply("list", Listing(entries: [], next: 0, hasMore: false, isComplete: true, floor: 0))
    }

    /// The revision shows which of several deliveries was answered.
    func compareAndSet(
        _ changes: [ProposedChange], from sender: Sender
    ) async throws(CloudError) -> CloudReply<[ChangeOutcome]> {
        let reply = reply("compareAndSet", ())
        return CloudReply(
            epoch: reply.epoch, head: reply.head, time: reply.time,
            value: changes.map { _ in .committed(revision: reply.head) })
    }

    func acknowledge(
        _ cursor: Int64, from sender: Sender
    ) async throws(CloudError) -> CloudReply<Bool> { reply("acknowledge", true) }

    func retire(_ actor: ActorID) async throws(CloudError) -> CloudReply<Void> {
        reply("retire", ())
    }

    func replicas() async throws(CloudError) -> CloudReply<[RegisteredReplica]> {
        reply("replicas", [])
    }

    func quota() async throws(CloudError) -> CloudReply<Quota> { reply("quota", Quota()) }

    func hints() -> AsyncStream<Void> { hinting }

    private func reply<Value: Sendable>(_ call: String, _ value: Value) -> CloudReply<Value> {
        let count = made.withLock { made in
            made.append(call)
            return made.count
        }
        return CloudReply(epoch: "1", head: Int64(count), time: 0, value: value)
    }
}

extension SimulatedCloud {
    /// Makes one call of each kind; returns the error of each, or `nil`.
    func tryEveryCall() async -> [CloudError.Code?] {
        let registration = Registration(sender: .one, device: "desk", cursor: 0)
        return [
            await failure { _ = try await register(registration) },
            await failure { _ = try await list(.start, limit: 1) },
            await failure { _ = try await compareAndSet([.example]) },
            await failure { _ = try await acknowledge(0, from: .one) },
            await failure { _ = try await retire(.one) },
            await failure { _ = try await replicas() },
            await failure { _ = try await quota() },
        ]
    }

    private func failure(_ call: () async throws -> Void) async -> CloudError.Code? {
        do {
            try await call()
            return nil
        } catch {
            return (error as? CloudError)?.code
        }
    }
}

/// The names under which ``RecordingCloud`` notes the calls of ``SimulatedCloud/tryEveryCall()``.
let everyCall = ["register", "list", "compareAndSet", "acknowledge", "retire", "replicas", "quota"]

extension ActorID {
    static let one = ActorID(rawValue: 1)
}

extension Sender {
    /// Always leaves the same mark, so that a repeated call is recognized.
    static let one = Sender(
        actor: .one, confirmed: nil, pending: [], next: SendMark(number: 1, nonce: 1))
}

extension Cloud {
    func compareAndSet(
        _ changes: [ProposedChange]
    ) async throws(CloudError) -> CloudReply<[ChangeOutcome]> {
        try await compareAndSet(changes, from: .one)
    }
}

extension ProposedChange {
    static let example = ProposedChange(
        key: "a", expectedRevision: 0, record: [1], isTombstone: false)
}
