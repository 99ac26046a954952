import CloudMessages
import CloudServer
import EtcdProcess
import Replication
import ScratchFolder
import TestSupport
import Testing

@testable import RemoteClouds
@testable import ServerAccounts

/// Accounts and tokens that are stored in an etcd.
@Suite(
    .ownThread, .timeLimit(.minutes(10)), .enabled(if: Etcd.isInstalled, "etcd is not installed"))
struct SharedAccountsTests {
    private let sender = Sender(
        actor: ActorID(rawValue: 1), confirmed: nil, pending: [], next: nil)

    private func put(_ key: String, in cloud: HTTPCloud) async throws {
        let change = ProposedChange(key: key, expectedRevision: 0, record: [1], isTombstone: false)
        let reply = try await cloud.compareAndSet([change], from: sender)
        #expect(reply.value == [.committed(revision: reply.head)])
    }

    private func keys(in cloud: HTTPCloud) async throws -> [String] {
        try await cloud.list(.start, limit: 100).value.entries.map(\.key)
    }

    @Test func accountsAndStoresAreSeparate() async throws {
        let fixture = try await SharedFixture()
        let (server, ada) = (fixture.servers[0], fixture.token)
        let bob = try await fixture.accounts.addAccount("tests-b")
        let other = try #require(StoreName("com.example.app"))
        try await put("own", in: server.connect(token: ada))
        try await put("other", in: server.connect(token: ada, store: other))
        #expect(try await keys(in: server.connect(token: ada)) == ["own"])
        #expect(try await keys(in: server.connect(token: ada, store: other)) == ["other"])
        #expect(try await keys(in: server.connect(token: bob)).isEmpty)
        #expect(try await keys(in: server.connect(token: bob, store: other)).isEmpty)
        await #expect(throws: CloudError.self) {
            try await server.connect(token: "cloudy_0").quota()
        }
        let found = try await fixture.accounts.accounts()
        #expect(found.map(\.name) == ["tests", "tests-b"])
        #expect(found.map(\.stores) == [2, 2] && found[0].bytes > 0 && found[1].bytes == 0)
        #expect(found.allSatisfy { $0.tokens == 1 && $0.used != nil })
    }

    /// Tokens are found by the beginning of their hash, which is not enough to let a client in.
    @Test func tokenMustMatchTheWholeHash() async throws {
        let fixture = try await SharedFixture()
        let accounts = fixture.accounts
        let hash = TokenHash(of: fixture.token)
        let entry = try #require(
            try await accounts.connection.entries([accounts.places.token(hash)])[0])
        let similar =
            accounts.places.tokens + hash.hexadecimalIndexed
            + String(repeating: "0", count: 48)
        var change = EtcdChange()
        change.put(similar, entry.value)
        _ = try await accounts.connection.make(change)
        _ = try await fixture.servers[0].connect(token: fixture.token).quota()
        change = EtcdChange()
        change.remove(entry.key)
        _ = try await accounts.connection.make(change)
        await #expect(throws: CloudError.self) {
            try await fixture.servers[1].connect(token: fixture.token).quota()
        }
    }

    @Test func removedAccountIsGoneAndItsNameIsFree() async throws {
        let etcd = try await SharedEtcd.shared.etcd()
        let fixture = try await SharedFixture()
        let (accounts, server) = (fixture.accounts, fixture.servers[0])
        let store = try #require(StoreName("other"))
        try await put("a", in: server.connect(token: fixture.token))
        try await put("b", in: server.connect(token: fixture.token, store: store))
        let second = try await accounts.addToken(account: "tests", name: "", scope: .read)
        try await accounts.removeAccount("tests")
        for token in [fixture.token, second] {
            let error = await #expect(throws: CloudError.self) {
                try await fixture.servers[1].connect(token: token).quota()
            }
            #expect(error?.code == .notAllowed)
        }
        let rest = try etcd.control("get", accounts.places.prefix, "--prefix", "--keys-only")
        #expect(
            rest.split(separator: "\n").map(String.init) == [accounts.places.state],
            "only the number of the last token may remain")
        let new = try await accounts.addAccount("tests")
        #expect(try await keys(in: server.connect(token: new)).isEmpty)
        #expect(try await keys(in: server.connect(token: new, store: store)).isEmpty)
        #expect(
            try await accounts.tokens(account: nil).map(\.id) == [3],
            "a token's number must not be used again")
        await #expect(throws: AccountsError.self) { try await accounts.removeAccount("bob") }
    }

    @Test func laterRemovalCleansUpAnUnfinishedRemoval() async throws {
        let etcd = try await SharedEtcd.shared.etcd()
        let fixture = try await SharedFixture()
        let places = fixture.accounts.places
        try await put("a", in: fixture.servers[0].connect(token: fixture.token))
        try etcd.control("del", places.account("tests"))
        _ = try await fixture.accounts.addAccount("other")
        #expect(try await fixture.accounts.accounts().map(\.tokens) == [1])
        try await fixture.accounts.removeAccount("other")
        let rest = try etcd.control("get", places.prefix, "--prefix", "--keys-only")
        #expect(rest.split(separator: "\n").map(String.init) == [places.state])
    }

    @Test func tokensCreatedAtOnceHaveDifferentNumbers() async throws {
        let accounts = try await SharedFixture().accounts
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    _ = try await accounts.addToken(account: "tests", name: "", scope: .read)
                }
            }
            try await group.waitForAll()
        }
        #expect(try await accounts.tokens(account: "tests").map(\.id) == Array(1...21))
        await #expect(throws: AccountsError.self) { try await accounts.addAccount("tests") }
        await #expect(throws: AccountsError.self) { try await accounts.addAccount("../ada") }
        await #expect(throws: AccountsError.self) {
            try await accounts.addToken(account: "bob", name: "", scope: .read)
        }
    }

    @Test func accountCannotExceedItsStoreLimit() async throws {
        let fixture = try await SharedFixture()
        for number in 1...64 {
            let store = try #require(StoreName("store\(number)"))
            let server = fixture.servers[number % 2]
            _ = try await server.connect(token: fixture.token, store: store).quota()
        }
        let store = try #require(StoreName("store65"))
        for server in fixture.servers {
            let error = await #expect(throws: CloudError.self) {
                try await server.connect(token: fixture.token, store: store).quota()
            }
            #expect(error?.code == .notAllowed && error?.message.contains("64 stores") == true)
            #expect(try await keys(in: server.connect(token: fixture.token)).isEmpty)
        }
    }

    @Test func serverCannotExceedItsAccountLimit() async throws {
        let fixture = try await SharedFixture().accounts
        let accounts = EtcdAccounts(
            fixture.connection, prefix: fixture.places.prefix, maximumAccounts: 2)
        _ = try await accounts.addAccount("bob")
        let error = await #expect(throws: AccountsError.self) {
            try await accounts.addAccount("eve")
        }
        #expect(error?.description.contains("cloudyd account remove") == true)
        #expect(try await accounts.accounts().map(\.name) == ["bob", "tests"])
    }

    @Test func noTokenIsWrittenToTheEtcd() async throws {
        let etcd = try await SharedEtcd.shared.etcd()
        let fixture = try await SharedFixture()
        try await put("a", in: fixture.servers[0].connect(token: fixture.token))
        let all = try etcd.control("get", fixture.accounts.places.prefix, "--prefix")
        #expect(all.contains("tests") && fixture.token.hasPrefix("cloudy_"))
        #expect(!all.contains(fixture.token.dropFirst(7)))
    }

    @Test func accountsOfANewerFormatAreRefused() async throws {
        let etcd = try await SharedEtcd.shared.etcd()
        let accounts = try await SharedFixture().accounts
        try etcd.control("put", accounts.places.state, "{\"format\":2,\"last\":1}")
        let error = await #expect(throws: AccountsError.self) { try await accounts.check() }
        #expect(error?.description.contains("newer") == true)
        await #expect(throws: AccountsError.self) { try await accounts.addAccount("b") }
    }

    /// Reading and revoking need no room in the etcd.
    @Test func fullEtcdStillAllowsReadingAndRevoking() async throws {
        var setup = Etcd.Setup()
        setup.options = ["--quota-backend-bytes", "\(2 << 20)"]
        let etcd = try Etcd(setup)
        try Etcd.waitUntilReady([etcd])
        let fixture = try await SharedFixture(etcd: etcd)
        let second = try await fixture.accounts.addToken(
            account: "tests", name: "unused", scope: .read)
        let cloud = try fixture.servers[0].connect(token: fixture.token)
        var failure: CloudError?
        for number in 0..<60 where failure == nil {
            let change = ProposedChange(
                key: "\(number)", expectedRevision: 0,
                record: Array(repeating: 7, count: 100_000), isTombstone: false)
            do throws(CloudError) {
                _ = try await cloud.compareAndSet([change], from: sender)
            } catch { failure = error }
        }
        #expect(failure?.code == .unreachable || failure?.code == .unknownOutcome)
        let port = try #require(etcd.url.split(separator: ":").last)
        #expect(
            failure?.message.contains(port) == false,
            "clients must not learn the address of the etcd")
        let reader = try fixture.servers[1].connect(token: second)
        #expect(try await keys(in: reader).count > 3)
        try await fixture.accounts.revokeToken(2)
        while (try? await reader.quota()) != nil { try await Task.sleep(for: .milliseconds(50)) }
        let token = await #expect(throws: CloudError.self) {
            try await fixture.accounts.addToken(account: "tests", name: "", scope: .read)
        }
        #expect(token?.message.contains("NOSPACE") == true, "\(token?.message ?? "")")
    }
}
