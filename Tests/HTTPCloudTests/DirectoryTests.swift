import CloudMessages
import CloudServer
import Glibc
import LocalCloud
import RemoteClouds
import Replication
import SQLite
import ScratchFolder
import TestSupport
import Testing

@testable import ServerAccounts

/// A server with accounts in a folder, as `cloudyd serve` runs it.
@Suite(.ownThread, .timeLimit(.minutes(10))) struct DirectoryTests {
    private let folder = ScratchFolder()

    private func accounts() throws -> AccountsFile { try AccountsFile(folder: folder.path("data")) }

    private func put(_ key: String, in cloud: HTTPCloud) async throws {
        let sender = Sender(actor: ActorID(rawValue: 7), confirmed: nil, pending: [], next: nil)
        let change = ProposedChange(key: key, expectedRevision: 0, record: [1], isTombstone: false)
        let reply = try await cloud.compareAndSet([change], from: sender)
        #expect(reply.value == [.committed(revision: reply.head)])
    }

    private func keys(in cloud: HTTPCloud) async throws -> [String] {
        try await cloud.list(.start, limit: 100).value.entries.map(\.key)
    }

    @Test func accountsAndStoresAreSeparate() async throws {
        let accounts = try accounts()
        let server = try await RunningServer(ServerDirectory(accounts))
        let (ada, bob) = (try accounts.addAccount("ada"), try accounts.addAccount("bob"))
        let other = try #require(StoreName("com.example.app"))
        try await put("own", in: server.connect(token: ada))
        try await put("other", in: server.connect(token: ada, store: other))
        #expect(try await keys(in: server.connect(token: ada)) == ["own"])
        #expect(try await keys(in: server.connect(token: ada, store: other)) == ["other"])
        #expect(try await keys(in: server.connect(token: bob)).isEmpty)
        #expect(try await keys(in: server.connect(token: bob, store: other)).isEmpty)
    }

    /// Removing an account deletes its rows first; the folder stays if the command is killed then.
    @Test func newAccountDoesNotGetTheRecordsOfARemovedOne() async throws {
        let accounts = try accounts()
        let server = try await RunningServer(ServerDirectory(accounts))
        try await put("secret", in: server.connect(token: try accounts.addAccount("ada")))
        try accounts.database.run("DELETE FROM tokens WHERE account = 'ada'")
        try accounts.database.run("DELETE FROM accounts WHERE name = 'ada'")
        let token = try accounts.addAccount("ada")
        #expect(try await keys(in: server.connect(token: token)).isEmpty)
        // The same for a removal that is repeated.
        try await put("again", in: server.connect(token: token))
        try accounts.database.run("DELETE FROM tokens WHERE account = 'ada'")
        try accounts.database.run("DELETE FROM accounts WHERE name = 'ada'")
        try accounts.removeAccount("ada")
        for name in ["ada", "..", "../..", "", "."] {
            #expect(throws: AccountsError.self) { try accounts.removeAccount(name) }
        }
        #expect(folder.names.contains("data"))
    }

    /// A killed removal leaves the folder of its account under another name.
    @Test func foldersOfInterruptedRemovalsAreRemovedLater() throws {
        _ = try self.accounts().addAccount("ada")
        let left = [".removed-bob-1700000000000", ".removed-a-b.c-7"]
        let others = [
            ".making-5", ".removed-", ".removed-7", ".removed-Bob-7", ".removed-bob-7x",
            ".removed-bob-", ".removed-..-7", "ada", "removed-bob-7",
        ]
        mkdir(folder.path("target"), 0o700)
        folder.write("target/kept", "x".utf8)
        mkdir(folder.path("data/accounts"), 0o700)
        func interrupt() {
            for name in left + others {
                mkdir(folder.path("data/accounts/\(name)"), 0o700)
                mkdir(folder.path("data/accounts/\(name)/stores"), 0o700)
                folder.write("data/accounts/\(name)/stores/file", "x".utf8)
            }
            symlink(folder.path("target"), folder.path("data/accounts/\(left[0])/link"))
            symlink(folder.path("target"), folder.path("data/accounts/.removed-eve-7"))
        }
        interrupt()
        let accounts = try self.accounts()
        #expect(folder.names("data/accounts") == others.sorted())
        interrupt()
        #expect(throws: AccountsError.self) { try accounts.removeAccount("bob") }
        #expect(folder.names("data/accounts") == others.sorted())
        #expect(folder.names("target") == ["kept"])
        for name in others { #expect(folder.names("data/accounts/\(name)") == ["stores"]) }
    }

    /// An open store keeps descriptors, and the place of a removed one on the disk.
    @Test func idleAndRemovedStoresAreClosed() throws {
        let open = OpenStores(idle: .zero) { folder throws(CloudError) in
            try LocalCloud(boundTo: folder + "/cloud.sqlite", isMaking: true)
        }
        weak let first = try open.store(in: folder.path("a")) { true }
        #expect(first != nil, "a store stays open until the next call")
        _ = try open.store(in: folder.path("b")) { true }
        #expect(first == nil)
    }

    @Test func recordsSurviveAServerRestart() async throws {
        let token = try accounts().addAccount("ada")
        do {
            let server = try await RunningServer(ServerDirectory(accounts()))
            try await put("a", in: server.connect(token: token))
        }
        let server = try await RunningServer(ServerDirectory(accounts()))
        #expect(try await keys(in: server.connect(token: token)) == ["a"])
    }

    @Test func revokedTokenIsRefused() async throws {
        let accounts = try accounts()
        let token = try accounts.addAccount("ada")
        let second = try accounts.addToken(account: "ada", name: "laptop", scope: .read)
        let server = try await RunningServer(ServerDirectory(accounts))
        #expect(try await keys(in: server.connect(token: token)).isEmpty)
        let first = try #require(try accounts.tokens().first)
        #expect(first.name == "first" && first.used != nil)
        // The token may be revoked by another process.
        try self.accounts().revokeToken(first.id)
        let error = await #expect(throws: CloudError.self) {
            try await server.connect(token: token).quota()
        }
        #expect(error?.code == .notAllowed)
        #expect(try await keys(in: server.connect(token: second)).isEmpty)
    }

    /// The index finds hashes by their beginning, which is not enough to let a client in.
    @Test func tokenMustMatchTheWholeHash() async throws {
        let accounts = try accounts()
        let token = try accounts.addAccount("ada")
        _ = try accounts.addAccount("bob")
        let bytes = TokenHash(of: token).bytes
        let (first, last) = (bytes.prefix(8), bytes.prefix(8) + Array(repeating: 0xff, count: 24))
        try accounts.database.run(
            "UPDATE tokens SET hash = ? WHERE account = 'bob'",
            .blob(first + Array(repeating: 0, count: 24)))
        let directory = ServerDirectory(accounts)
        #expect(try directory.access(token: token)?.account == "ada")
        try accounts.database.run(
            "UPDATE tokens SET hash = ? WHERE account = 'ada'", .blob(Array(last)))
        #expect(try directory.access(token: token) == nil)
        #expect(!TokenHash(of: token).isSame(asDigits: TokenHash(of: token).hexadecimal.dropLast()))
    }

    @Test func replacedTokenIsRefused() async throws {
        let accounts = try accounts()
        let old = try accounts.addAccount("ada")
        let server = try await RunningServer(ServerDirectory(accounts))
        try await put("a", in: server.connect(token: old))
        let first = try #require(try accounts.tokens().first)
        let new = try accounts.rotateToken(first.id)
        #expect(try await keys(in: server.connect(token: new)) == ["a"])
        await #expect(throws: CloudError.self) { try await server.connect(token: old).quota() }
        let token = try #require(try accounts.tokens().first)
        #expect(token.id == first.id && token.name == first.name && token.scope == first.scope)
        #expect(throws: AccountsError.self) { try accounts.rotateToken(99) }
    }

    @Test func removedAccountIsGoneAndItsNameIsFree() async throws {
        let accounts = try accounts()
        let old = try accounts.addAccount("ada")
        let server = try await RunningServer(ServerDirectory(accounts))
        let store = try #require(StoreName("other"))
        try await put("a", in: server.connect(token: old))
        try await put("b", in: server.connect(token: old, store: store))
        let found = try #require(try accounts.accounts().first)
        #expect(found.stores == 2 && found.bytes > 0 && found.tokens == 1 && found.used != nil)
        // The account may be removed by another process.
        try self.accounts().removeAccount("ada")
        await #expect(throws: CloudError.self) { try await server.connect(token: old).quota() }
        #expect(folder.names("data/accounts").isEmpty)
        let new = try accounts.addAccount("ada")
        #expect(try await keys(in: server.connect(token: new)).isEmpty)
        try await put("c", in: server.connect(token: new))
        #expect(try await keys(in: server.connect(token: new, store: store)).isEmpty)
        #expect(throws: AccountsError.self) { try accounts.removeAccount("bob") }
    }

    private func damage(_ database: String) {
        for name in ["-wal", "-shm"] { folder.remove(database + name) }
        _ = folder.write(database, "no database".utf8)
    }

    /// Clients see no file names of the server, and its owner sees how to repair it.
    @Test func damageIsExplainedToTheOwnerAndNotToClients() async throws {
        let token = try accounts().addAccount("ada")
        do {
            let server = try await RunningServer(ServerDirectory(accounts()))
            try await put("a", in: server.connect(token: token))
            await server.stop()
        }
        damage("data/accounts/ada/cloud.sqlite")
        let server = try await RunningServer(ServerDirectory(accounts()))
        let error = await #expect(throws: CloudError.self) {
            try await server.connect(token: token).quota()
        }
        #expect(error?.message.contains("the log") == true, "\(error?.message ?? "")")
        #expect(error?.message.contains("cloud.sqlite") == false, "\(error?.message ?? "")")

        damage("data/accounts.sqlite")
        let damaged = #expect(throws: AccountsError.self) {
            try AccountsFile(existingIn: folder.path("data"))
        }
        #expect(damaged?.description.contains("cloudyd restore FOLDER --replace") == true)
    }

    /// A health check notices missing data before people do.
    @Test func healthCheckFailsWhenTheDataIsGone() async throws {
        let accounts = try accounts()
        let token = try accounts.addAccount("ada")
        let server = try await RunningServer(ServerDirectory(accounts))
        let connection = try RawConnection(port: server.port)
        try connection.send("GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(try await connection.receive(until: "200 OK"))
        folder.remove("data")
        try connection.send("GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(try await connection.receive(until: "503 Service Unavailable"))
        let error = await #expect(throws: CloudError.self) {
            try await server.connect(token: token).quota()
        }
        #expect(error?.code == .unreachable, "a server without its data must not accept calls")
    }

    /// A client that only listens is cut off without making another call.
    @Test func eventStreamEndsWhenItsTokenIsRevoked() async throws {
        let accounts = try accounts()
        let token = try accounts.addAccount("ada")
        var limits = ServiceLimits()
        limits.heartbeat = .milliseconds(50)
        let server = try await RunningServer(ServerDirectory(accounts), limits: limits)
        let connection = try RawConnection(port: server.port)
        try connection.send(
            "GET /v1/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(token)\r\n\r\n")
        #expect(try await connection.receive(until: "event: change"))
        try accounts.revokeToken(1)
        #expect(try await connection.receiveEnd())
    }

    @Test func accountCannotExceedItsStoreLimit() async throws {
        let accounts = try accounts()
        let server = try await RunningServer(ServerDirectory(accounts))
        let token = try accounts.addAccount("ada")
        for number in 1...64 {
            let store = try #require(StoreName("store\(number)"))
            #expect(try await keys(in: server.connect(token: token, store: store)).isEmpty)
        }
        let store = try #require(StoreName("store65"))
        let error = await #expect(throws: CloudError.self) {
            try await server.connect(token: token, store: store).quota()
        }
        #expect(error?.code == .notAllowed && error?.message.contains("64 stores") == true)
        #expect(try await keys(in: server.connect(token: token)).isEmpty)
    }

    @Test func serverCannotExceedItsAccountLimit() throws {
        let accounts = try AccountsFile(folder: folder.path("data"), maximumAccounts: 2)
        for name in ["ada", "bob"] { _ = try accounts.addAccount(name) }
        let error = #expect(throws: AccountsError.self) { try accounts.addAccount("eve") }
        #expect(error?.description.contains("cloudyd account remove") == true)
        #expect(try accounts.accounts().map(\.name) == ["ada", "bob"])
        try accounts.removeAccount("bob")
        _ = try accounts.addAccount("eve")
    }

    @Test(arguments: [
        "", ".", "..", ".hidden", "a/b", "a b", "é", String(repeating: "a", count: 129),
    ])
    func unsafeStoreNameIsRefused(_ name: String) {
        #expect(StoreName(name) == nil)
    }

    @Test(arguments: ["", "Ada", "a b", "../ada", "-a", ".a", "é"])
    func unsafeAccountNameIsRefused(_ name: String) throws {
        let accounts = try accounts()
        #expect(throws: AccountsError.self) { try accounts.addAccount(name) }
        #expect(try accounts.accounts().isEmpty)
    }

    @Test func noTokenIsWrittenToTheDisk() throws {
        let accounts = try accounts()
        let token = try accounts.addAccount("ada")
        #expect(token.hasPrefix("cloudy_") && token.utf8.count == 71)
        let files = folder.names("data").map { folder.read("data/" + $0) }
        #expect(files.contains { !$0.isEmpty })
        for bytes in files {
            #expect(!String(decoding: bytes, as: UTF8.self).contains(token.dropFirst(7)))
        }
    }
}
