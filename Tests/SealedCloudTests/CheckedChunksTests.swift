import Documents
import LocalCloud
import ScratchFolder
import SealedCloud
import Testing

/// Contents are sent only if the account is sealed in the way that the device expects.
@Suite(.timeLimit(.minutes(10))) struct CheckedChunksTests {
    private let folder = ScratchFolder()
    private let chunk = Chunk(Array("swordfish".utf8))
    private var inner: ChunkFolder { ChunkFolder(path: folder.path("chunks")) }

    private func chunks(
        _ fixture: SealedFixture, _ secret: SealingSecret?, _ memory: TestMemory = TestMemory()
    ) throws -> CheckedChunks {
        CheckedChunks(inner, account: try fixture.account(memory), secret: secret)
    }

    /// The error code of each call, `nil` where it succeeds. The first calls are those with which
    /// transfers begin.
    private func codes(_ chunks: CheckedChunks) async -> [ChunkStoreError.Code?] {
        var codes: [ChunkStoreError.Code?] = []
        for call in [
            { _ = try await chunks.missing(of: [chunk.name]) }, { try await chunks.put([chunk]) },
            { _ = try await chunks.chunk(chunk.name) },
            { _ = try await chunks.chunks([chunk.name]) },
            { try await chunks.requireSpace(for: [1]) },
            { _ = try await chunks.names() }, { try await chunks.remove([chunk.name]) },
        ] as [() async throws -> Void] {
            do {
                try await call()
                codes.append(nil)
            } catch {
                codes.append((error as? ChunkStoreError)?.code)
            }
        }
        return codes
    }

    private let allWell = [ChunkStoreError.Code?](repeating: nil, count: 7)

    @Test func deviceWithTheKeyMayMakeEveryCall() async throws {
        let fixture = try await SealedFixture()
        #expect(try await codes(chunks(fixture, fixture.secrets.current)) == allWell)
    }

    @Test func deviceWithoutAKeyMayMakeEveryCallInAnUnsealedAccount() async throws {
        let fixture = try await SealedFixture(isSealed: false)
        #expect(try await codes(chunks(fixture, nil)) == allWell)
    }

    @Test func deviceWithoutAKeySendsNoChunksToASealedAccount() async throws {
        let fixture = try await SealedFixture(isSealed: false)
        let chunks = try chunks(fixture, nil)
        #expect(await codes(chunks) == allWell)
        try inner.drop([chunk.name])
        // Another device seals it; the next transfer finds that.
        try await fixture.account().create(fixture.secrets)
        #expect(await codes(chunks).allSatisfy { $0 == .notAllowed })
        #expect(try inner.names().isEmpty)
    }

    @Test func deviceWithAnotherKeyIsRefused() async throws {
        let fixture = try await SealedFixture()
        #expect(try await codes(chunks(fixture, SealingSecret())).allSatisfy { $0 == .notAllowed })
        #expect(try inner.names().isEmpty)
    }

    /// The server was emptied, or claims to be.
    @Test func deviceWithAKeySendsNoChunksToAnUnsealedAccount() async throws {
        let fixture = try await SealedFixture(isSealed: false)
        let secret = fixture.secrets.current
        #expect(try await codes(chunks(fixture, secret)).allSatisfy { $0 == .unreachable })
        #expect(try inner.names().isEmpty)
    }
}
