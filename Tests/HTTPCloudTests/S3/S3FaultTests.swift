import Documents
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import RemoteClouds

/// The errors that callers see when an object store refuses or is something else.
@Suite(.ownThread, .timeLimit(.minutes(10))) struct S3FaultTests {
    private typealias Fixture = S3ChunkStoreTests.Fixture
    private let chunk = Chunk(Array("a chunk".utf8))

    private typealias Call = @Sendable (S3ChunkStore) async throws -> Void

    private var calls: [Call] {
        let chunk = chunk
        return [
            { try await $0.put([Chunk([4])]) }, { _ = try await $0.chunk(chunk.name) },
            { _ = try await $0.names() },
        ]
    }

    /// The error of each call. All must have the same code.
    private func errors(
        _ bucket: S3Bucket, _ code: ChunkStoreError.Code,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> [String] {
        var texts: [String] = []
        for call in calls {
            let error = await #expect(
                throws: ChunkStoreError.self, sourceLocation: sourceLocation
            ) { try await call(S3ChunkStore(bucket)) }
            #expect(error?.code == code, "\(error as Any)", sourceLocation: sourceLocation)
            texts.append(error?.description ?? "")
        }
        return texts
    }

    @Test func errorsForWrongCredentialsSayWhatToCorrect() async throws {
        let double = try await S3Double()
        for credentials in [
            S3Credentials(key: "other", secret: "a secret"),
            S3Credentials(key: "tests", secret: "another"),
        ] {
            let texts = try await errors(double.bucket(credentials), .notAllowed)
            #expect(texts.last?.contains("AWS_SECRET_ACCESS_KEY") == true)
            #expect(
                !texts.contains { $0.contains(credentials.secret) },
                "an error must not contain the secret")
        }
        let elsewhere = try await errors(double.bucket(region: "elsewhere-1"), .notAllowed)
        #expect(elsewhere.last?.contains("AWS_REGION") == true)
        let missing = try await errors(double.bucket(bucket: "others"), .notAllowed)
        #expect(missing.last?.contains("s3cmd mb s3://others") == true)
        double.answer { _, _ in .fault(403, "RequestTimeTooSkewed") }
        #expect(
            try await errors(double.bucket(), .notAllowed).last?.contains("clock") == true)
        double.answer { _, _ in .fault(403, "AccessDenied") }
        #expect(
            try await errors(double.bucket(), .notAllowed).last?.contains("permission") == true)
    }

    @Test(arguments: [
        (507, "InsufficientStorage"), (403, "QuotaExceeded"), (413, "EntityTooLarge"),
        (507, "XMinioStorageFull"),
    ])
    func fullObjectStoreIsReportedAsFull(_ status: Int, _ code: String) async throws {
        let fixture = try await Fixture()
        fixture.double.answer { kind, _ in kind == "PUT" ? .fault(status, code) : .through }
        let error = await #expect(throws: ChunkStoreError.self) {
            try await fixture.store.put([chunk])
        }
        #expect(error?.code == .full)
        #expect(error?.description.contains("has no space") == true)
        #expect(fixture.double.calls("PUT") == 1, "a full store must not be asked again")
    }

    /// The client asks a few times, and then gives up.
    @Test(arguments: [
        S3Double.Answer.fault(500, "InternalError"), .fault(503, "SlowDown"), .page(502), .end,
    ])
    func failingObjectStoreIsUnreachable(_ answer: S3Double.Answer) async throws {
        let double = try await S3Double()
        double.answer { _, _ in answer }
        _ = try await errors(double.bucket(), .unreachable)
        let attempts = S3Bucket.Patience.ofTests.attempts
        // The client itself repeats, once, a call whose connection was closed.
        #expect((calls.count * attempts..<2 * calls.count * attempts).contains(double.calls()))
    }

    @Test(arguments: [
        S3Double.Answer.page(200), .page(302), .page(404), .json, .fault(404, ""),
    ])
    func otherServerIsNotTakenForAnObjectStore(_ answer: S3Double.Answer) async throws {
        let double = try await S3Double()
        double.answer { kind, _ in kind == "HEAD" ? .fault(404, "") : answer }
        let store = S3ChunkStore(double.bucket())
        for call in calls {
            let error = await #expect(throws: ChunkStoreError.self) { try await call(store) }
            #expect(error.map { [.unreachable, .damaged].contains($0.code) } == true)
        }
        #expect(double.core.state.withLock { $0.objects.isEmpty })
    }

    @Test func missingObjectStoreIsUnreachable() async throws {
        let double = try await S3Double()
        var place = double.place
        // No program listens on this loopback port.
        place.address = "http://127.0.0.1:1"
        let bucket = S3Bucket(place, credentials: S3Double.credentials)
        let texts = try await errors(bucket, .unreachable)
        #expect(texts.allSatisfy { $0.contains("is unreachable: Connection refused") })
    }

    /// The advice is for the owner of the server, who has no device there.
    @Test func errorNamesAnotherProgramAtThePort() async throws {
        let junk = try JunkServer(saying: Array("SSH-2.0-OpenSSH\r\n".utf8))
        let place = try #require(S3Place("s3:http://127.0.0.1:\(junk.port)/marks"))
        let bucket = S3Bucket(
            place, credentials: S3Double.credentials, patience: .ofTests)
        for text in try await errors(bucket, .unreachable) {
            #expect(text.contains("another program uses that port"))
            #expect(text.contains("the right address: --documents"))
            #expect(!text.contains("cloudy cloud use"))
        }
    }

    @Test func silentObjectStoreTimesOut() async throws {
        let listener = try SilentServer()
        var patience = S3Bucket.Patience()
        patience.answering = .milliseconds(200)
        let place = try #require(S3Place("s3:http://127.0.0.1:\(listener.port)/marks"))
        let bucket = S3Bucket(place, credentials: S3Double.credentials, patience: patience)
        let texts = try await errors(bucket, .unreachable)
        #expect(texts.allSatisfy { $0.contains("did not answer in time") })
    }

    /// An object that is longer than any chunk is not read to its end.
    @Test func oversizedObjectIsADamagedChunk() async throws {
        let fixture = try await Fixture()
        fixture.double.core.state.withLock {
            $0.objects[fixture.key(chunk.name)] = .init(
                bytes: [UInt8](repeating: 1, count: 3 << 20), renewed: nil, modified: 0)
        }
        let error = await #expect(throws: ChunkStoreError.self) {
            try await fixture.store.chunk(chunk.name)
        }
        #expect(error?.code == .damaged)
    }

    @Test func truncatedObjectIsUploadedAgain() async throws {
        let fixture = try await Fixture()
        let chunk = Chunk([UInt8](repeating: 7, count: 5000))
        try await fixture.store.put([chunk])
        fixture.tear(chunk.name)
        try await fixture.other.put([chunk])
        #expect(try await fixture.store.chunk(chunk.name) == chunk)
    }

    /// If the answer to a write is lost, the write is repeated, and no chunk is there twice.
    @Test func writeIsRepeatedAfterALostAnswer() async throws {
        let fixture = try await Fixture()
        fixture.double.answer { kind, attempt in
            kind == "PUT" && attempt == 0 ? .lateFault(500, "InternalError") : .through
        }
        try await fixture.store.put([chunk])
        #expect(fixture.double.calls("PUT") == 2)
        #expect(try await fixture.store.names() == [chunk.name])
    }
}

/// A server that accepts connections, and sends nothing.
private final class SilentServer: Sendable {
    let port: Int
    private let listener: Int32

    init() throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(listener, pointer, length) == 0 && listen(listener, 16) == 0
                    && getsockname(listener, pointer, &length) == 0
            }
        }
        guard isListening else { throw RawConnection.Failure() }
        port = Int(UInt16(bigEndian: address.sin_port))
        self.listener = listener
    }

    deinit { close(listener) }
}
