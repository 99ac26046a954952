import Logging
import Replication
import Synchronization
import TestSupport
import Testing

@testable import CloudServer

/// The stream of events: when it asks the cloud, and what it sends when that fails.
@Suite(.timeLimit(.minutes(10))) struct EventTests {
    private let lines = Collected<String>()

    private var said: [String] { lines.all.filter { $0.contains("stream of events") } }

    private func openStream(of cloud: ForgetfulCloud) async throws -> (
        RawConnection, RunningServer
    ) {
        var limits = ServiceLimits()
        limits.heartbeat = .milliseconds(20)
        let logger = Logger(label: "test") { [lines] _ in CollectingHandler(lines: lines) }
        let server = try await RunningServer(
            OneCloud(cloud: cloud), limits: limits,
            instruments: ServiceInstruments(logger: logger))
        let connection = try RawConnection(port: server.port)
        try connection.send(
            "GET /v1/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer any\r\n\r\n")
        return (connection, server)
    }

    /// The log has the failure once. A listener learns that the server is alive, and later gets the
    /// change.
    @Test func eventStreamLogsEachCloudFailureOnce() async throws {
        let cloud = ForgetfulCloud()
        cloud.answer(.success(1))
        let (connection, server) = try await openStream(of: cloud)
        #expect(try await connection.receive(until: "id: 1 e"))
        cloud.answer(.failure(CloudError(.unusable, "The file is damaged.")))
        for _ in 1...3 { #expect(try await connection.receive(until: ": cannot look now")) }
        #expect(
            said == ["A stream of events cannot check for changes: The file is damaged."])
        cloud.answer(.success(2))
        #expect(try await connection.receive(until: "id: 2 e"))
        cloud.answer(.failure(CloudError(.unusable, "The file is damaged again.")))
        #expect(try await connection.receive(until: ": cannot look now"))
        #expect(said.count == 2, "\(said)")
        await server.stop()
    }

    /// The texts of a stream, until there are enough.
    private func texts(
        of cloud: ForgetfulCloud, until isEnough: @escaping (_ texts: [String]) -> Bool
    ) async throws -> [String] {
        struct Enough: Error {}
        var texts: [String] = []
        let stream = EventStream(cloud: cloud, heartbeat: .milliseconds(1))
        await #expect(throws: Enough.self) {
            try await stream.forEachPiece { text in
                texts.append(text)
                if isEnough(texts) { throw Enough() }
            }
        }
        return texts
    }

    /// Most streams are idle nearly all the time.
    @Test func heartbeatDoesNotAskTheCloud() async throws {
        let cloud = ForgetfulCloud()
        let texts = try await texts(of: cloud) { texts in
            let first = texts.firstIndex { $0.hasPrefix("event: change") }
            return first.map { texts.count > $0 + 5 } ?? false
        }
        #expect(texts.count { $0.hasPrefix("event: change") } == 1)
        #expect(cloud.asked == 1)
    }

    @Test func eventStreamKeepsAHintWhileTheCloudIsUnreachable() async throws {
        let cloud = ForgetfulCloud()
        cloud.answer(.failure(CloudError(.unreachable, "The cloud is away.")))
        let texts = try await texts(of: cloud) { texts in
            if texts.count(where: { $0 == ": cannot look now\n\n" }) == 3 {
                cloud.answer(.success(1), isRung: false)
            }
            return texts.last?.hasPrefix("event: change") == true
        }
        #expect(texts.last?.contains("id: 1 e") == true)
    }
}

private struct OneCloud: AccountDirectory {
    var cloud: ForgetfulCloud

    func access(token: String) -> Access? {
        Access(account: "tests", scope: .read) { [cloud] _ in cloud }
    }
}

/// A cloud whose head a test sets, or whose calls fail.
private final class ForgetfulCloud: Cloud {
    private struct State {
        var head = Result<Int64, CloudError>.success(0)
        var asked = 0
        var listeners: [AsyncStream<Void>.Continuation] = []
    }

    private let state = Mutex(State())

    /// The number of times that the cloud was asked for its head.
    var asked: Int { state.withLock { $0.asked } }

    /// Sets the answer from now on, and gives a hint of it.
    func answer(_ head: Result<Int64, CloudError>, isRung: Bool = true) {
        let listeners = state.withLock { state in
            state.head = head
            return isRung ? state.listeners : []
        }
        for listener in listeners { listener.yield() }
    }

    func quota() async throws(CloudError) -> CloudReply<Quota> {
        let head = state.withLock { state in
            state.asked += 1
            return state.head
        }
        return CloudReply(epoch: "e", head: try head.get(), time: 0, value: Quota())
    }

    func hints() -> AsyncStream<Void> {
        let (hints, continuation) = AsyncStream.makeStream(of: Void.self)
        state.withLock { $0.listeners.append(continuation) }
        return hints
    }

    private var unasked: CloudError { CloudError(.unusable, "Nobody asks that here.") }

    func register(
        _ registration: Registration
    ) async throws(CloudError) -> CloudReply<RegistrationOutcome> { throw unasked }

    func list(
        _ position: ListingPosition, limit: Int
    ) async throws(CloudError) -> CloudReply<Listing> { throw unasked }

    func compareAndSet(
        _ changes: [ProposedChange], from sender: Sender
    ) async throws(CloudError) -> CloudReply<[ChangeOutcome]> { throw unasked }

    func acknowledge(
        _ cursor: Int64, from sender: Sender
    ) async throws(CloudError) -> CloudReply<Bool> { throw unasked }

    func retire(_ actor: ActorID) async throws(CloudError) -> CloudReply<Void> { throw unasked }

    func replicas() async throws(CloudError) -> CloudReply<[RegisteredReplica]> { throw unasked }
}
