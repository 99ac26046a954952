import Replication
import SimulatedCloud
import Synchronization

/// A cloud that takes everything and notes what it was asked, in order.
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
        reply("list", Listing(entries: [], next: 0, hasMore: false, isComplete: true))
    }

    /// The revision tells which of several deliveries is answered.
    func compareAndSet(
        _ changes: [ProposedChange]
    ) async throws(CloudError) -> CloudReply<[ChangeOutcome]> {
        let reply = reply("compareAndSet", ())
        return CloudReply(
            epoch: reply.epoch, head: reply.head, time: reply.time,
            value: changes.map { _ in .committed(revision: reply.head) })
    }

    func acknowledge(
        _ actor: ActorID, cursor: Int64
    ) async throws(CloudError) -> CloudReply<Void> { reply("acknowledge", ()) }

    func retire(_ actor: ActorID) async throws(CloudError) -> CloudReply<Void> {
        reply("retire", ())
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
    /// Makes one call of each kind and returns what each failed with.
    func tryEveryCall() async -> [CloudError.Code?] {
        let registration = Registration(actor: .one, device: "desk", counter: 0, cursor: 0)
        return [
            await failure { _ = try await register(registration) },
            await failure { _ = try await list(.start, limit: 1) },
            await failure { _ = try await compareAndSet([.example]) },
            await failure { _ = try await acknowledge(.one, cursor: 0) },
            await failure { _ = try await retire(.one) },
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
let everyCall = ["register", "list", "compareAndSet", "acknowledge", "retire", "quota"]

extension ActorID {
    static let one = ActorID(rawValue: 1)
}

extension ProposedChange {
    static let example = ProposedChange(
        key: "a", expectedRevision: 0, record: [1], isTombstone: false, actor: .one, counter: 1)
}
