import CloudServer
import RemoteClouds
import Replication
import ScratchFolder
import ServerAccounts
import TestSupport
import Testing

/// One account can't use up the streams of the others.
@Suite(.ownThread, .timeLimit(.minutes(10))) struct OpenStreamsTests {
    private let folder = ScratchFolder()

    private func server(
        _ accounts: AccountsFile, most: Int, retrySeconds: Int = 30
    ) async throws -> RunningServer {
        var limits = ServiceLimits()
        limits.streamsPerAccount = most
        limits.streamRetrySeconds = retrySeconds
        limits.heartbeat = .milliseconds(50)
        return try await RunningServer(ServerDirectory(accounts), limits: limits)
    }

    private func listen(
        _ server: RunningServer, _ token: String, _ path: String = "/v1/events"
    ) throws -> RawConnection {
        let connection = try RawConnection(port: server.port)
        try connection.send(
            "GET \(path) HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(token)\r\n\r\n")
        return connection
    }

    @Test func accountCannotExceedItsStreamLimit() async throws {
        let accounts = try AccountsFile(folder: folder.path("data"))
        let (ada, bob) = (try accounts.addAccount("ada"), try accounts.addAccount("bob"))
        let second = try accounts.addToken(account: "ada", name: "", scope: .read)
        let server = try await server(accounts, most: 2)
        let exchange = try HTTPExchange(port: server.port)
        let first = try listen(server, ada)
        var other: RawConnection? = try listen(server, ada, "/v1/stores/other/events")
        #expect(try await first.receive(until: "event: change"))
        #expect(try await other?.receive(until: "event: change") == true)

        for token in [ada, second] {
            let answer = try await exchange.answer("GET", "/v1/events", token: token)
            #expect(answer?.status == 429 && answer?.body.contains("2 event streams") == true)
            #expect(answer?.head.lowercased().contains("retry-after: 30") == true)
        }
        let quota = try await exchange.answer("GET", "/v1/quota", token: ada)
        #expect(quota?.status == 200, "the stream limit must not affect other calls")
        #expect(try await listen(server, bob).receive(until: "event: change"))

        // A client that leaves makes room, once the server has noticed.
        other = nil
        var late = try listen(server, second)
        while try await !late.receive({ $0.contains("event: change") || $0.contains("429") })
            .contains("event: change")
        {
            try await Task.sleep(for: .milliseconds(20))
            late = try listen(server, second)
        }
        let full = try listen(server, ada)
        #expect(try await full.receive(until: " 429 "))
        withExtendedLifetime((first, late)) {}
    }

    /// A device without a stream still makes calls, and listens as soon as there is room.
    @Test func deviceRetriesARefusedStream() async throws {
        let accounts = try AccountsFile(folder: folder.path("data"))
        let token = try accounts.addAccount("ada")
        let server = try await server(accounts, most: 1, retrySeconds: 5)
        var held: RawConnection? = try listen(server, token)
        #expect(try await held?.receive(until: "event: change") == true)
        let cloud = try server.connect(token: token)
        var hints = cloud.hints().makeAsyncIterator()
        let exchange = try HTTPExchange(port: server.port)
        #expect(try await exchange.answer("GET", "/v1/events", token: token)?.status == 429)
        // Longer than it takes to be refused.
        let clock = ContinuousClock()
        let start = clock.now
        repeat {
            #expect(try await cloud.quota().head == 0)
            try await Task.sleep(for: .milliseconds(20))
        } while clock.now < start + .seconds(3)
        held = nil
        #expect(await hints.next() != nil)
        withExtendedLifetime(cloud) {}
    }
}
