import AsyncHTTPClient
import CloudServer
import Glibc
import HTTPService
import Hummingbird
import Logging
import NIOCore
import RemoteClouds
import Replication
import ScratchFolder
import TestSupport
import Testing

/// A server with a certificate of a private authority.
@Suite(.timeLimit(.minutes(10))) struct TLSTests {
    private let folder = ScratchFolder()

    private func write(_ certificate: String, _ key: String) {
        folder.write("server.pem", certificate.utf8)
        folder.write("server.key", key.utf8)
        folder.write("authority.pem", TestCertificates.authority.utf8)
    }

    private func start() async throws -> RunningServer {
        try await RunningServer(
            NoAccounts(),
            certificate: ServerCertificate(
                certificate: folder.path("server.pem"), key: folder.path("server.key")))
    }

    /// The error of a call to a server that knows no token.
    private func failure(_ server: RunningServer, trusting: Bool = true) async throws -> CloudError?
    {
        let cloud = try HTTPCloud(
            url: "https://localhost:\(server.port)", token: "any",
            authority: trusting ? folder.path("authority.pem") : nil, patience: .ofTests)
        return await #expect(throws: CloudError.self) { try await cloud.quota() }
    }

    @Test func clientThatTrustsTheAuthorityConnects() async throws {
        write(TestCertificates.server, TestCertificates.serverKey)
        let server = try await start()
        #expect(try await failure(server)?.code == .notAllowed, "the server must ask for a token")
        let error = try await failure(server, trusting: false)
        #expect(error?.code == .unreachable)
        #expect(error?.message.contains("“Cloudy tests”") == true, "\(error?.message ?? "")")
    }

    @Test func clientWithoutTLSIsToldToUseHTTPS() async throws {
        write(TestCertificates.server, TestCertificates.serverKey)
        let server = try await start()
        let cloud = try server.connect(token: "any")
        let error = await #expect(throws: CloudError.self) { try await cloud.quota() }
        #expect(error?.code == .unreachable)
        #expect(error?.message.contains("speaks TLS") == true, "\(error?.message ?? "")")
        #expect(error?.message.contains("https://") == true)
        let sender = Sender(
            actor: ActorID(rawValue: 1), confirmed: nil, pending: [], next: nil)
        let sending = await #expect(throws: CloudError.self) {
            try await cloud.compareAndSet([], from: sender)
        }
        #expect(sending?.message.contains("speaks TLS") == true, "\(sending?.message ?? "")")
    }

    /// The answers of nginx, and of servers written in Go.
    @Test(arguments: [
        "Client sent an HTTP request to an HTTPS server.\n",
        "<html><title>400 The plain HTTP request was sent to HTTPS port</title></html>",
    ]) func plainAnswerFromATLSServerSaysToUseTLS(_ answer: String) async throws {
        let router = Router()
        router.get("v1/quota") { _, _ in
            Response(status: .badRequest, body: .init(byteBuffer: ByteBuffer(string: answer)))
        }
        let served = try await ServedApplication { onRunning in
            Application(
                router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
                onServerRunning: { onRunning($0.localAddress?.port ?? 0) },
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        }
        defer { withExtendedLifetime(served) {} }
        let cloud = try HTTPCloud(url: "http://127.0.0.1:\(served.port)", token: "any")
        let error = await #expect(throws: CloudError.self) { try await cloud.quota() }
        #expect(error?.code == .unreachable)
        #expect(error?.message.contains("speaks TLS") == true, "\(error?.message ?? "")")
    }

    /// An HTTP client with TLS takes megabytes, and tokens are replaced now and then.
    @Test func authorityHasOneSharedHTTPClient() {
        write(TestCertificates.server, TestCertificates.serverKey)
        let authority = folder.path("authority.pem")
        func client() -> HTTPClient { .sharedForCloud(authority: authority, silence: nil) }
        let one = client()
        #expect(client() === one)
        #expect(HTTPClient.sharedForCloud(authority: nil, silence: nil) !== one)
        folder.write("authority.pem", TestCertificates.otherAuthority.utf8)
        #expect(client() !== one, "a new authority in the same file must get a new client")
    }

    @Test func renewedCertificateIsUsedWithoutARestart() async throws {
        write(TestCertificates.expired, TestCertificates.expiredKey)
        let server = try await start()
        let error = try await failure(server)
        #expect(error?.code == .unreachable)
        #expect(error?.message.contains("ended 2025-02-01") == true, "\(error?.message ?? "")")
        write(TestCertificates.renewed, TestCertificates.renewedKey)
        let renewed = try await failure(server)
        #expect(renewed?.code == .notAllowed, "\(renewed?.message ?? "")")
        // Unusable files do not replace usable ones.
        write(TestCertificates.server, "no key")
        let same = try await failure(server)
        #expect(same?.code == .notAllowed, "\(same?.message ?? "")")
    }

    /// Files with an older time, such as from an archive, look unchanged.
    @Test func readAgainLoadsACertificateWithAnUnchangedTime() async throws {
        write(TestCertificates.expired, TestCertificates.expiredKey)
        setTimes()
        let certificate = try ServerCertificate(
            certificate: folder.path("server.pem"), key: folder.path("server.key"))
        let server = try await RunningServer(NoAccounts(), certificate: certificate)
        write(TestCertificates.renewed, TestCertificates.renewedKey)
        setTimes()
        #expect(
            try await failure(server)?.code == .unreachable,
            "a file with the same time must look unchanged")
        try certificate.readAgain()
        #expect(try await failure(server)?.code == .notAllowed)
        write(TestCertificates.server, "no key")
        #expect(throws: (any Error).self) { try certificate.readAgain() }
        #expect(
            try await failure(server)?.code == .notAllowed,
            "the server must keep its last valid certificate")
    }

    private func setTimes() {
        for name in ["server.pem", "server.key"] {
            var times = [timespec(tv_sec: 1_700_000_000, tv_nsec: 0)]
            times.append(times[0])
            utimensat(AT_FDCWD, folder.path(name), times, 0)
        }
    }

    /// The expired certificate was valid in January 2025.
    @Test(arguments: [
        (1_735_689_599, "is valid only from 2025-01-01T00:00:00Z on"), (1_736_000_000, nil),
        (1_738_000_000, "expires at 2025-02-01T00:00:00Z"),
        (1_738_400_000, "expired at 2025-02-01T00:00:00Z"),
    ]) func certificateNearOrOutsideItsValidityGetsAWarning(at now: Int, words: String?) throws {
        write(TestCertificates.expired, TestCertificates.expiredKey)
        let certificate = try ServerCertificate(
            certificate: folder.path("server.pem"), key: folder.path("server.key"))
        let warning = certificate.warning(at: now)
        #expect((warning == nil) == (words == nil))
        if let words { #expect(warning?.contains(words) == true, "\(warning ?? "")") }
    }

    @Test func certificateWithTheWrongKeyIsRefused() {
        write(TestCertificates.server, TestCertificates.renewedKey)
        #expect(throws: (any Error).self) {
            try ServerCertificate(
                certificate: folder.path("server.pem"), key: folder.path("server.key"))
        }
    }

    @Test func addressWithAnUnknownPathIsExplained() async throws {
        let server = try await RunningServer(NoAccounts())
        let origin = "http://127.0.0.1:\(server.port)"
        let cloud = try HTTPCloud(url: origin + "/cloud/", token: "any")
        let error = await #expect(throws: CloudError.self) { try await cloud.quota() }
        #expect(error?.code == .unusable)
        #expect(
            error?.message.contains("“/cloud” after the host") == true, "\(error?.message ?? "")")
        #expect(
            error?.message.hasSuffix("cloudy cloud use \(origin)") == true,
            "\(error?.message ?? "")")
    }

    @Test func tokenGuessesAreSlowedDown() async throws {
        var limits = ServiceLimits()
        limits.failuresPerSecond = 0.001
        let server = try await RunningServer(NoAccounts(), limits: limits)
        var codes: [CloudError.Code] = []
        for _ in 0..<25 {
            let cloud = try server.connect(token: "guess")
            let error = await #expect(throws: CloudError.self) { try await cloud.quota() }
            if let error { codes.append(error.code) }
        }
        #expect(codes.prefix(20).allSatisfy { $0 == .notAllowed })
        #expect(
            codes.suffix(3).allSatisfy { $0 == .unreachable }, "later guesses must be told to wait")
    }
}
