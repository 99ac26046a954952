import LocalCloud
import Replication
import ScratchFolder
import Synchronization
import Testing

@testable import CloudServer

/// What a client that listens is told, and when the cloud is looked at for it.
@Suite(.timeLimit(.minutes(10))) struct EventStreamTests {
    private let folder = ScratchFolder()

    /// Tells until a text satisfies `isEnd`, and returns all.
    private func tell(
        _ cloud: WatchedCloud, until isEnd: @escaping (_ texts: [String]) throws -> Bool
    ) async throws -> [String] {
        struct Enough: Error {}
        var texts: [String] = []
        let stream = EventStream(cloud: cloud, heartbeat: .milliseconds(1))
        await #expect(throws: Enough.self) {
            try await stream.tell { text in
                texts.append(text)
                if try isEnd(texts) { throw Enough() }
            }
        }
        return texts
    }

    /// Nearly all who listen wait for what does not happen.
    @Test func aSignOfLifeAsksTheCloudNothing() async throws {
        let cloud = try WatchedCloud(folder)
        let texts = try await tell(cloud) { texts in
            let first = texts.firstIndex { $0.hasPrefix("event: change") }
            return first.map { texts.count > $0 + 5 } ?? false
        }
        #expect(texts.count { $0.hasPrefix("event: change") } == 1)
        #expect(cloud.asked.withLock { $0 } == 1)
    }

    @Test func aHintIsNotForgottenWhileTheCloudDoesNotAnswer() async throws {
        let cloud = try WatchedCloud(folder)
        cloud.failures.withLock { $0 = 3 }
        let texts = try await tell(cloud) { $0.last?.hasPrefix("event: change") == true }
        #expect(texts.dropLast().allSatisfy { $0 == ": nothing new\n\n" })
        #expect(cloud.asked.withLock { $0 } == 4)
    }
}

/// A cloud that counts how often it is asked for its state, and may not answer.
private final class WatchedCloud: Cloud {
    private let inner: LocalCloud
    let asked = Mutex(0)
    let failures = Mutex(0)

    init(_ folder: ScratchFolder) throws {
        inner = try LocalCloud(path: folder.path("cloud.sqlite"))
    }

    func quota() async throws(CloudError) -> CloudReply<Quota> {
        asked.withLock { $0 += 1 }
        let fails = failures.withLock { failures in
            defer { failures -= 1 }
            return failures > 0
        }
        if fails { throw CloudError(.unreachable, "The cloud does not answer.") }
        return try await inner.quota()
    }

    func hints() -> AsyncStream<Void> { inner.hints() }

    func register(
        _ registration: Registration
    ) async throws(CloudError) -> CloudReply<RegistrationOutcome> {
        try await inner.register(registration)
    }

    func list(
        _ position: ListingPosition, limit: Int
    ) async throws(CloudError) -> CloudReply<Listing> {
        try await inner.list(position, limit: limit)
    }

    func compareAndSet(
        _ changes: [ProposedChange], from sender: Sender
    ) async throws(CloudError) -> CloudReply<[ChangeOutcome]> {
        try await inner.compareAndSet(changes, from: sender)
    }

    func acknowledge(
        _ cursor: Int64, from sender: Sender
    ) async throws(CloudError) -> CloudReply<Bool> {
        try await inner.acknowledge(cursor, from: sender)
    }

    func retire(_ actor: ActorID) async throws(CloudError) -> CloudReply<Void> {
        try await inner.retire(actor)
    }

    func replicas() async throws(CloudError) -> CloudReply<[RegisteredReplica]> {
        try await inner.replicas()
    }
}
