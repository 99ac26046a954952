import CloudServer
import RemoteClouds
import Replication
import Testing

@Suite(.timeLimit(.minutes(10))) struct AccessTests {
    @Test func unknownTokenIsRefused() async throws {
        let fixture = try await HTTPFixture()
        let cloud = try fixture.connect(token: "another")
        let error = await #expect(throws: CloudError.self) { try await cloud.quota() }
        #expect(error?.code == .notAllowed)
        #expect(error?.message.contains("revoked") == true)
    }

    /// Many devices share an address, and one of them may try a revoked token.
    @Test func wrongTokensDoNotLockOutAValidToken() async throws {
        // No allowance is refilled while the calls go on, however slow the machine is.
        var limits = ServiceLimits()
        limits.failuresPerSecond = 0.001
        let fixture = try await HTTPFixture(limits: limits)
        var codes: Set<CloudError.Code> = []
        for _ in 0..<25 {
            let stranger = try fixture.connect(token: "another")
            do { _ = try await stranger.quota() } catch { codes.insert(error.code) }
        }
        #expect(
            codes == [.notAllowed, .unreachable],
            "a client with wrong tokens must be told to wait in the end")
        #expect(try await fixture.connect(token: HTTPFixture.token).quota().head == 0)
    }

    /// A device whose token was revoked keeps asking, as long as it runs.
    @Test func refusedDeviceIsToldTheReasonAtEveryCall() async throws {
        var limits = ServiceLimits()
        (limits.failuresAtOnce, limits.failuresPerSecond) = (2, 0.001)
        let fixture = try await HTTPFixture(limits: limits)
        let stranger = try fixture.connect(token: "another")
        for _ in 0..<25 {
            let error = await #expect(throws: CloudError.self) { try await stranger.quota() }
            #expect(error?.code == .notAllowed && error?.message.contains("revoked") == true)
        }
        // The first device used up only one failure. Other devices use the rest of the allowance.
        for _ in 0..<2 {
            let other = try fixture.connect(token: "another")
            let error = await #expect(throws: CloudError.self) { try await other.quota() }
            if error?.code == .unreachable { break }
        }
        // This device is told to wait, without the reason.
        let second = try fixture.connect(token: "another")
        for _ in 0..<3 {
            let error = await #expect(throws: CloudError.self) { try await second.quota() }
            #expect(error?.code == .unreachable && error?.message.contains("wait") == true)
        }
    }

    @Test func readOnlyTokenCannotWriteRecords() async throws {
        let fixture = try await HTTPFixture()
        let cloud = try fixture.connect(token: HTTPFixture.token + "-read")
        #expect(try await cloud.list(.start, limit: 10).value.entries.isEmpty)
        let sender = Sender(actor: ActorID(rawValue: 1), confirmed: nil, pending: [], next: nil)
        let change = ProposedChange(
            key: "a", expectedRevision: 0, record: [1], isTombstone: false)
        let error = await #expect(throws: CloudError.self) {
            try await cloud.compareAndSet([change], from: sender)
        }
        #expect(error?.code == .notAllowed)
        #expect(try await cloud.quota().head == 0)
    }

    @Test func missingServerIsUnreachable() async throws {
        let cloud = try HTTPCloud(url: "http://127.0.0.1:1", token: "any")
        let error = await #expect(throws: CloudError.self) { try await cloud.quota() }
        #expect(error?.code == .unreachable)
    }

    @Test(arguments: ["ftp://example.org", "example.org", "https://", ""])
    func invalidServerAddressIsRefused(url: String) {
        #expect(throws: CloudError.self) { try HTTPCloud(url: url, token: "any") }
    }
}
