import CloudMessages
import CloudServer
import EtcdProcess
import RemoteClouds
import Replication
import ScratchFolder
import ServerAccounts
import TestSupport
import Testing

/// A read-only token creates nothing, and sees a missing store as empty.
@Suite(.ownThread, .timeLimit(.minutes(10))) struct ReadOnlyTests {
    private let folder = ScratchFolder()
    private let sender = Sender(
        actor: ActorID(rawValue: 7), confirmed: nil, pending: [], next: nil)

    private func put(_ key: String, in cloud: HTTPCloud) async throws -> CloudReply<[ChangeOutcome]>
    {
        let change = ProposedChange(key: key, expectedRevision: 0, record: [1], isTombstone: false)
        return try await cloud.compareAndSet([change], from: sender)
    }

    /// Makes each call that a read-only token may make on a store, and checks the answers.
    private func readAll(_ base: String, _ port: Int, _ token: String) async throws {
        let exchange = try HTTPExchange(port: port)
        for path in ["records", "records?after=3", "replicas", "quota"] {
            let answer = try await exchange.answer("GET", base + path, token: token)
            #expect(answer?.status == 200, "\(answer?.body ?? "")")
            #expect(answer?.body.contains("\"head\":0") == true)
        }
        let actor = base + "replicas/00000000000000a1"
        for (method, path) in [
            ("POST", base + "records"), ("PUT", actor), ("PUT", actor + "/cursor"),
            ("DELETE", actor),
        ] {
            let answer = try await exchange.answer(method, path, body: [], token: token)
            #expect(answer?.status == 403 && answer?.body.contains("readOnly") == true)
        }
    }

    /// The text of a stream of events up to an event of a head.
    private func listen(
        _ connection: RawConnection, untilHead head: Int64
    ) async throws -> String {
        try await connection.receive { $0.contains("\"head\":\(head)}") }
    }

    private func events(
        _ server: RunningServer, _ token: String, _ store: String
    ) throws -> RawConnection {
        let connection = try RawConnection(port: server.port)
        try connection.send(
            "GET /v1/stores/\(store)/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer "
                + "\(token)\r\n\r\n")
        return connection
    }

    @Test func readOnlyTokenCreatesNoStoreInAFolder() async throws {
        let accounts = try AccountsFile(folder: folder.path("data"))
        let writer = try accounts.addAccount("ada")
        let reader = try accounts.addToken(account: "ada", name: "", scope: .read)
        let server = try await RunningServer(ServerDirectory(accounts))
        try await readAll("/v1/", server.port, reader)
        for number in 1...70 {
            let store = try #require(StoreName("store\(number)"))
            #expect(try await server.connect(token: reader, store: store).quota().head == 0)
        }
        try await readAll("/v1/stores/other/", server.port, reader)
        #expect(folder.names("data/accounts").isEmpty)

        let store = try #require(StoreName("other"))
        let stream = try events(server, reader, "other")
        #expect(try await listen(stream, untilHead: 0).contains("\"epoch\":\"none\""))
        let made = try await put("a", in: server.connect(token: writer, store: store))
        #expect(try await listen(stream, untilHead: 1).contains(made.epoch))
        let found = try await server.connect(token: reader, store: store)
            .list(.start, limit: 10)
        #expect(found.value.entries.map(\.key) == ["a"] && found.epoch == made.epoch)
        #expect(folder.names("data/accounts/ada/stores") == ["other"])
    }

    @Test(.enabled(if: Etcd.isInstalled, "etcd is not installed"))
    func readOnlyTokenCreatesNoStoreInAnEtcd() async throws {
        let fixture = try await SharedFixture()
        let (server, accounts) = (fixture.servers[0], fixture.accounts)
        let reader = try await accounts.addToken(account: "tests", name: "", scope: .read)
        try await readAll("/v1/", server.port, reader)
        for number in 1...70 {
            let store = try #require(StoreName("store\(number)"))
            #expect(try await server.connect(token: reader, store: store).quota().head == 0)
        }
        try await readAll("/v1/stores/other/", server.port, reader)
        #expect(try await accounts.accounts().map(\.stores) == [0])

        let store = try #require(StoreName("other"))
        let stream = try events(server, reader, "other")
        #expect(try await listen(stream, untilHead: 0).contains("\"epoch\":\"none\""))
        // The store is created through the other server.
        let made = try await put(
            "a", in: fixture.servers[1].connect(token: fixture.token, store: store))
        #expect(try await listen(stream, untilHead: 1).contains(made.epoch))
        let found = try await server.connect(token: reader, store: store)
            .list(.start, limit: 10)
        #expect(found.value.entries.map(\.key) == ["a"] && found.epoch == made.epoch)
        #expect(try await accounts.accounts().map(\.stores) == [1])
    }
}
