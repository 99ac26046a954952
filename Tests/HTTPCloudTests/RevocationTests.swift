import CloudMessages
import EtcdProcess
import Glibc
import Replication
import ScratchFolder
import TestSupport
import Testing

@testable import CloudServer
@testable import RemoteClouds
@testable import ServerAccounts

/// Ways for a token to become invalid while a call is not finished.
enum Ending: CaseIterable {
    case revoked
    case replaced
    case removed
    /// The account was removed, and another one was made with its name.
    case renewed

    func happen(in accounts: some AccountStore) async throws {
        switch self {
        case .revoked: try await accounts.revokeToken(1)
        case .replaced: _ = try await accounts.rotateToken(1)
        case .removed: try await accounts.removeAccount("tests")
        case .renewed:
            try await accounts.removeAccount("tests")
            _ = try await accounts.addAccount("tests")
        }
    }
}

/// A call whose body is sent later than its head.
private struct SlowCall {
    let connection: RawConnection
    let body: String

    private static let sender = #""sender":{"actor":"00000000000000a1","next":"1.2"}"#
    static let all = [
        ("POST", "records", "", "{\(sender),\"changes\":[{\"key\":\"late\",\"record\":\"\"}]}"),
        ("PUT", "records/late", "If-None-Match: *\r\n", "{\(sender),\"record\":\"\"}"),
        ("PUT", "replicas/00000000000000a1", "", "{\(sender),\"device\":\"d\",\"cursor\":0}"),
        ("PUT", "replicas/00000000000000a1/cursor", "", "{\(sender),\"cursor\":0}"),
    ]

    init(
        _ call: (method: String, path: String, headers: String, body: String), base: String,
        _ port: Int, _ token: String
    ) throws {
        connection = try RawConnection(port: port)
        body = call.body
        try connection.send(
            "\(call.method) \(base)\(call.path) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
                + "Authorization: Bearer \(token)\r\n\(call.headers)"
                + "Content-Length: \(body.utf8.count)\r\n\r\n")
    }

    func answer() async throws -> HTTPAnswer? {
        try connection.send(body)
        return HTTPAnswer(try await connection.receive { _ in false })
    }
}

/// Waits until a server has accepted a token.
private func waitForUse(of accounts: some AccountStore) async throws {
    while try await accounts.tokens(account: nil).first?.used == nil {
        try await Task.sleep(for: .milliseconds(5))
    }
}

/// A token is revoked, or an account is removed, while a call or a stream is not finished.
@Suite(.timeLimit(.minutes(10))) struct RevocationTests {
    private let folder = ScratchFolder()

    @Test(arguments: Ending.allCases, ["/v1/", "/v1/stores/other/"])
    func bodySentAfterTheRevocationChangesNothing(
        _ ending: Ending, _ base: String
    ) async throws {
        let accounts = try AccountsFile(folder: folder.path("data"))
        let token = try accounts.addAccount("tests")
        let server = try await RunningServer(ServerDirectory(accounts))
        let calls = try SlowCall.all.map { try SlowCall($0, base: base, server.port, token) }
        try await waitForUse(of: accounts)
        try await ending.happen(in: accounts)
        for call in calls {
            let answer = try await call.answer()
            #expect(answer?.status == 401, "\(call.body): \(answer?.body ?? "")")
            #expect(answer?.body.contains("\"unauthorized\"") == true)
        }
        #expect(
            access(folder.path("data/accounts/tests"), F_OK) != 0,
            "a call with an invalid token must not create data")
    }

    /// The revocation comes just before the commit, when the call was accepted with its whole body.
    @Test(arguments: Ending.allCases) func acceptedCallCannotCommitAfterTheRevocation(
        _ ending: Ending
    ) async throws {
        let accounts = try AccountsFile(folder: folder.path("data"))
        let token = try accounts.addAccount("tests")
        let access = try #require(try ServerDirectory(accounts).access(token: token))
        let cloud = try await access.cloud(.own)
        let sender = Sender(actor: ActorID(rawValue: 1), confirmed: nil, pending: [], next: nil)
        let change = ProposedChange(
            key: "a", expectedRevision: 0, record: [1], isTombstone: false)
        _ = try await cloud.compareAndSet([change], from: sender)
        try await ending.happen(in: accounts)
        for _ in 0..<2 {
            await #expect(throws: CloudError.self) {
                try await cloud.compareAndSet([change], from: sender)
            }
            await #expect(throws: CloudError.self) { try await cloud.acknowledge(0, from: sender) }
            await #expect(throws: CloudError.self) { try await cloud.retire(sender.actor) }
            await #expect(throws: CloudError.self) {
                try await cloud.register(Registration(sender: sender, device: "d", cursor: 0))
            }
        }
        await #expect(throws: CloudError.self) { try await access.cloud(.own) }
        if ending == .removed || ending == .renewed {
            #expect(Glibc.access(folder.path("data/accounts/tests"), F_OK) != 0)
        }
    }

    @Test(arguments: [Access.Scope.read, .write])
    func eventStreamEndsWhenItsAccountIsRemoved(_ scope: Access.Scope) async throws {
        let accounts = try AccountsFile(folder: folder.path("data"))
        let writer = try accounts.addAccount("tests")
        let token = try accounts.addToken(account: "tests", name: "", scope: scope)
        // The stream ends because the server is notified, and not by polling.
        let server = try await RunningServer(ServerDirectory(accounts), limits: .silent)
        _ = try await server.connect(token: writer).quota()
        let stream = try RawConnection(port: server.port)
        try stream.send(
            "GET /v1/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(token)\r\n\r\n")
        #expect(try await stream.receive(until: "event: change"))
        try accounts.removeAccount("tests")
        let more = try await stream.receive { $0.contains("event: change") }
        #expect(!more.contains("event: change"), "\(more)")
        #expect(access(folder.path("data/accounts/tests"), F_OK) != 0)
    }

    /// An idle stream ends at once, and not only at its next sign of life.
    @Test func idleEventStreamEndsWhenItsTokenIsRevoked() async throws {
        let accounts = try AccountsFile(folder: folder.path("data"))
        let token = try accounts.addAccount("tests")
        let server = try await RunningServer(ServerDirectory(accounts), limits: .silent)
        let stream = try RawConnection(port: server.port)
        try stream.send(
            "GET /v1/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(token)\r\n\r\n")
        #expect(try await stream.receive(until: "event: change"))
        try accounts.revokeToken(1)
        #expect(try await stream.receiveEnd())
    }
}

/// The same with servers that share an etcd.
@Suite(
    .ownThread, .timeLimit(.minutes(10)), .enabled(if: Etcd.isInstalled, "etcd is not installed"))
struct SharedRevocationTests {
    /// The keys of the account that was there first.
    private func keys(_ accounts: EtcdAccounts) async throws -> [String] {
        let places = accounts.places
        let states = try await accounts.connection.entries(below: places.states)
        let clouds = try await accounts.connection.entries(below: places.prefix + "clouds/")
        return (states + clouds).map(\.key)
    }

    @Test(arguments: Ending.allCases)
    func bodySentAfterTheRevocationChangesNothing(_ ending: Ending) async throws {
        let fixture = try await SharedFixture()
        let accounts = fixture.accounts
        let calls = try SlowCall.all.map {
            try SlowCall($0, base: "/v1/", fixture.servers[0].port, fixture.token)
        }
        try await waitForUse(of: accounts)
        try await ending.happen(in: accounts)
        for call in calls {
            let answer = try await call.answer()
            #expect([401, 403].contains(answer?.status), "\(call.body): \(answer?.body ?? "")")
            #expect(answer?.body.contains("{\"error\":{\"code\":") == true)
        }
        #expect(
            try await keys(accounts).isEmpty, "a call with an invalid token must not create data")
    }

    @Test(arguments: [Access.Scope.read, .write])
    func eventStreamEndsWhenItsAccountIsRemoved(_ scope: Access.Scope) async throws {
        let fixture = try await SharedFixture(limits: .silent)
        let (accounts, server) = (fixture.accounts, fixture.servers[0])
        let token = try await accounts.addToken(account: "tests", name: "", scope: scope)
        _ = try await server.connect(token: fixture.token).quota()
        let stream = try RawConnection(port: server.port)
        try stream.send(
            "GET /v1/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(token)\r\n\r\n")
        #expect(try await stream.receive(until: "event: change"))
        try await accounts.removeAccount("tests")
        let more = try await stream.receive { $0.contains("event: change") }
        #expect(!more.contains("event: change"), "\(more)")
        #expect(try await keys(accounts).isEmpty)
    }
}
