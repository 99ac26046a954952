import CloudMessages
import Documents
import LocalCloud
import RemoteClouds
import Replication
import ScratchFolder
import TestSupport
import Testing

@testable import CloudServer
@testable import ServerAccounts

/// The calls for chunks, byte by byte.
@Suite(.timeLimit(.minutes(10))) struct ChunkCallsTests {
    private let chunk = Chunk(Array("0123456789".utf8))
    private var path: String { "/v1/chunks/\(chunk.name)" }

    @Test func quotaTellsTheRoomForContents() async throws {
        let fixture = try await ChunkFixture(documentLimit: 1000)
        let cloud = try fixture.server.connect(token: fixture.token)
        let before = try await cloud.quota().value.contents
        #expect(before == Quota.ContentRoom(usedBytes: 0, maximumBytes: 1000))
        try await fixture.store.put([chunk])
        #expect(try await cloud.quota().value.contents?.usedBytes == 10)
    }

    @Test func chunksThatDoNotFitAreRefusedBeforeTheyAreSent() async throws {
        let fixture = try await ChunkFixture(sealing: Longer(), documentLimit: 1000)
        try await fixture.store.put([chunk])
        try await fixture.store.requireSpace(for: [400, 320])
        let error = await #expect(throws: ChunkStoreError.self) {
            try await fixture.store.requireSpace(for: [400, 321])
        }
        #expect(error?.code == .full)
        let words = ": The account has space for 0 MiB more, and the document needs 1 MiB."
        #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
        // Chunks decide if the server does not tell.
        let other = try ChunkFixture.store(fixture.server.port, fixture.token, path: "/nowhere")
        try await other.requireSpace(for: [1 << 40])
    }

    /// A seal of 90 bytes.
    private struct Longer: ChunkSealing {
        func storedName(of name: ChunkName) -> ChunkName { name }
        func sealed(_ chunk: Chunk) -> StoredChunk {
            StoredChunk(
                name: chunk.name, bytes: chunk.content + [UInt8](repeating: 0, count: 90))
        }
        func storedLength(of length: Int) -> Int { length + 90 }
        func opened(_ bytes: [UInt8], named name: ChunkName) -> Chunk? {
            Chunk(Array(bytes.dropLast(90)), named: name)
        }
    }

    @Test(
        arguments: [
            ("bytes=2-4", 206, "234", "bytes 2-4/10"), ("bytes=7-", 206, "789", "bytes 7-9/10"),
            ("bytes=-2", 206, "89", "bytes 8-9/10"),
            ("bytes=-99", 206, "0123456789", "bytes 0-9/10"),
            ("bytes=0-99", 206, "0123456789", "bytes 0-9/10"),
            ("BYTES=0-0", 206, "0", "bytes 0-0/10"),
            ("bytes=10-", 416, nil, "bytes */10"), ("bytes=-0", 416, nil, "bytes */10"),
            ("bytes=4-2", 200, "0123456789", nil), ("bytes=0-1,3-4", 200, "0123456789", nil),
            ("lines=1-2", 200, "0123456789", nil), ("bytes=a-b", 200, "0123456789", nil),
            ("bytes=-", 200, "0123456789", nil), ("bytes=99999999999999999999-", 200, nil, nil),
        ] as [(String, Int, String?, String?)])
    func rangeRequestReturnsThatPartOfTheChunk(
        _ range: String, _ status: Int, _ body: String?, _ part: String?
    )
        async throws
    {
        let fixture = try await ChunkFixture()
        try await fixture.store.put([chunk])
        let exchange = try HTTPExchange(port: fixture.server.port)
        let answer = try #require(
            try await exchange.answer(
                "GET", path, token: fixture.token, headers: "Range: \(range)\r\n"))
        #expect(answer.status == status)
        if let body { #expect(answer.body == body) }
        let field = answer.head.split(separator: "\r\n").first {
            $0.lowercased().hasPrefix("content-range:")
        }
        #expect(field.map { $0.drop { $0 != " " }.dropFirst() } == part?[...])
    }

    @Test func matchingEntityTagSavesTheTransfer() async throws {
        let fixture = try await ChunkFixture()
        try await fixture.store.put([chunk])
        let exchange = try HTTPExchange(port: fixture.server.port)
        func get(_ headers: String) async throws -> HTTPAnswer {
            try #require(
                try await exchange.answer("GET", path, token: fixture.token, headers: headers))
        }
        let tag = "\"\(chunk.name)-10\""
        #expect(try await get("").head.contains(tag))
        #expect(try await get("If-None-Match: \(tag)\r\n").status == 304)
        #expect(try await get("If-None-Match: \"x\", W/\(tag)\r\n").status == 304)
        #expect(try await get("If-None-Match: \"x\"\r\n").body == "0123456789")
        #expect(try await get("Range: bytes=1-1\r\nIf-Range: \(tag)\r\n").body == "1")
        #expect(try await get("Range: bytes=1-1\r\nIf-Range: \"x\"\r\n").body == "0123456789")
    }

    @Test func malformedChunkCallsAreRefused() async throws {
        let fixture = try await ChunkFixture()
        let exchange = try HTTPExchange(port: fixture.server.port)
        let name = chunk.name.description
        let many =
            "[" + [String](repeating: "\"\(name)\"", count: 4097).joined(separator: ",") + "]"
        for (method, target, body, status) in [
            ("PUT", "/v1/chunks/\(name.uppercased())", "a", 400),
            ("PUT", "/v1/chunks/abc", "a", 400), ("GET", "/v1/chunks/..", nil, 400),
            ("GET", "/v1/chunks?after=abc", nil, 400), ("GET", "/v1/chunks?limit=a", nil, 400),
            ("POST", "/v1/chunks/missing", "{}", 400), ("POST", "/v1/chunks/missing", "[1]", 400),
            ("POST", "/v1/chunks/missing", "[\"abc\"]", 400),
            ("POST", "/v1/chunks/missing", many, 413), ("POST", "/v1/chunks/remove", many, 413),
            ("PUT", "/v1/chunks/\(name)", String(repeating: "a", count: 273 << 10), 413),
            ("GET", "/v1/chunks/\(name)", nil, 404), ("DELETE", "/v1/chunks/\(name)", nil, 404),
        ] as [(String, String, String?, Int)] {
            let answer = try await exchange.answer(
                method, target, body: body.map { Array($0.utf8) }, token: fixture.token)
            #expect(answer?.status == status, "\(method) \(target) \(answer?.body ?? "")")
        }
        #expect(try fixture.files.names().isEmpty)
        let most = [UInt8](repeating: 7, count: StoredChunk.longest)
        let taken = try await exchange.answer("PUT", path, body: most, token: fixture.token)
        #expect(taken?.status == 201)
    }

    @Test func chunkNamesAreListedInPages() async throws {
        let fixture = try await ChunkFixture()
        let chunks = (0..<300).map { Chunk(Array("\($0)".utf8)) }
        try await fixture.store.put(chunks)
        let names = chunks.map(\.name).sorted()
        var found: [ChunkName] = []
        repeat {
            found += try fixture.files.names(after: found.last, limit: 7)
        } while found.count < 300
        #expect(found == names)
        #expect(try await fixture.store.names() == names)
    }

    @Test func readOnlyTokenCannotRenewLeases() async throws {
        let fixture = try await ChunkFixture()
        try await fixture.store.put([chunk])
        let token = try fixture.accounts.addToken(account: "tests", name: "r", scope: .read)
        let store = try ChunkFixture.store(fixture.server.port, token)
        #expect(try await store.chunk(chunk.name) == chunk)
        #expect(try await store.names() == [chunk.name])
        for call in [
            { try await store.put([Chunk([1])]) }, { try await store.remove([chunk.name]) },
        ] as [@Sendable () async throws -> Void] {
            let error = await #expect(throws: ChunkStoreError.self) { try await call() }
            #expect(error?.code == .notAllowed)
        }
        fixture.pass(31 * 24 * 3600)
        #expect(try await store.missing(of: [chunk.name]).isEmpty)
        try await fixture.store.remove([chunk.name])
        #expect(try await store.missing(of: [chunk.name]) == [chunk.name])
    }

    /// The token is revoked, or its account removed, between the head of a call and its body.
    @Test(arguments: Ending.allCases)
    func tokenThatEndsDuringAnUploadStoresNoChunk(_ ending: Ending) async throws {
        let fixture = try await ChunkFixture()
        let connection = try RawConnection(port: fixture.server.port)
        try connection.send(
            "PUT \(path) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
                + "Authorization: Bearer \(fixture.token)\r\nContent-Length: 10\r\n\r\n01234")
        // Once the server has answered a later call, it has received the head of this one.
        #expect(try await fixture.store.names().isEmpty)
        try await ending.happen(in: fixture.accounts)
        try connection.send("56789")
        let answer = HTTPAnswer(try await connection.receive { _ in false })
        #expect(answer?.status == 401)
        #expect(fixture.folder.names("data/accounts/tests/chunks").isEmpty)
    }

    /// The token is revoked after it was checked, and before the call locks the folder.
    @Test func tokenRevokedBeforeTheLockChangesNoChunks() async throws {
        let fixture = try await ChunkFixture()
        let first = Chunk([1])
        try await fixture.store.put([first])
        fixture.pass(31 * 24 * 3600)
        let access = try #require(
            try ServerDirectory(fixture.accounts).access(token: fixture.token))
        let contents = try #require(try await access.contents(.own))
        try fixture.accounts.revokeToken(1)
        for call in [
            {
                _ = try await contents.put(StoredChunk(name: chunk.name, bytes: chunk.content))
            }, { _ = try await contents.remove([first.name]) },
            { _ = try await contents.missing(of: [first.name]) },
        ] as [@Sendable () async throws -> Void] {
            await #expect(throws: ServerDirectory.ended) { try await call() }
        }
        #expect(try fixture.files.names() == [first.name])
        let removed = try await fixture.files.remove([first.name])
        #expect(removed.count == 1, "a revoked token must not renew the lease")
    }

    /// The account is removed before the call locks the folder, which must not be created again.
    @Test func accountRemovedBeforeTheLockIsNotCreatedAgain() async throws {
        let fixture = try await ChunkFixture()
        try await fixture.store.put([Chunk([1])])
        let directory = ServerDirectory(fixture.accounts)
        let access = try #require(try directory.access(token: fixture.token))
        try fixture.accounts.removeAccount("tests")
        let contents = try #require(try await access.contents(.own))
        await #expect(throws: ServerDirectory.ended) {
            _ = try await contents.put(StoredChunk(name: chunk.name, bytes: chunk.content))
        }
        #expect(fixture.folder.names("data/accounts").isEmpty)
    }

    @Test func storesOfAnAccountDoNotShareChunks() async throws {
        let fixture = try await ChunkFixture()
        let exchange = try HTTPExchange(port: fixture.server.port)
        let put = try await exchange.answer(
            "PUT", "/v1/stores/other/chunks/\(chunk.name)", body: chunk.content,
            token: fixture.token)
        #expect(put?.status == 201)
        #expect(try await fixture.store.names().isEmpty)
        #expect(try fixture.accounts.accounts().first?.documents == 10)
        try fixture.accounts.removeAccount("tests")
        #expect(fixture.folder.names("data/accounts").isEmpty)
    }
}
