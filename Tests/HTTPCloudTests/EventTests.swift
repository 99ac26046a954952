import CloudServer
import Logging
import Replication
import Synchronization
import Testing

/// The stream of events of a cloud that cannot always be asked.
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

    /// Who runs the server learns it once, who listens that it lives, and afterwards what is new.
    @Test func aCloudThatCannotBeAskedIsSaidInTheLog() async throws {
        let cloud = ForgetfulCloud()
        cloud.answer(.success(1))
        let (connection, server) = try await openStream(of: cloud)
        #expect(try await connection.receive(until: "id: 1 e"))
        cloud.answer(.failure(CloudError(.unusable, "The file is damaged.")))
        for _ in 1...3 { #expect(try await connection.receive(until: ": cannot look now")) }
        #expect(
            said == ["A stream of events cannot look for what is new: The file is damaged."])
        cloud.answer(.success(2))
        #expect(try await connection.receive(until: "id: 2 e"))
        cloud.answer(.failure(CloudError(.unusable, "The file is damaged again.")))
        #expect(try await connection.receive(until: ": cannot look now"))
        #expect(said.count == 2, "\(said)")
        await server.stop()
    }
}

private struct OneCloud: AccountDirectory {
    var cloud: ForgetfulCloud

    func access(token: String) -> Access? {
        Access(account: "tests", scope: .read) { [cloud] _ in cloud }
    }
}

/// A cloud that says how far it has come, or that it does not know.
private final class ForgetfulCloud: Cloud {
    private let head = Mutex(Result<Int64, CloudError>.success(0))

    func answer(_ head: Result<Int64, CloudError>) { self.head.withLock { $0 = head } }

    func quota() async throws(CloudError) -> CloudReply<Quota> {
        CloudReply(
            epoch: "e", head: try head.withLock { $0 }.get(), time: 0,
            value: Quota())
    }

    func hints() -> AsyncStream<Void> { AsyncStream { _ in } }

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
