import CloudConformance
import LocalCloud
import Replication
import Testing

@testable import SealedCloud

/// A sealed cloud makes several requests for one call, and any of them may fail.
@Suite(.timeLimit(.minutes(10))) struct RequestFailureTests {
    /// The state of an account, and the calls that a device makes there.
    struct Situation: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var room: Int64?
        var isSealed = true
        /// Runs before the device comes; returns the device's secrets, if they are not the first
        /// ones.
        var before: @Sendable (SealedFixture) async throws -> SealingSecrets? = { _ in nil }
        /// Calls that the device has already made.
        var begin: @Sendable (SealedCloud) async throws -> Void = { _ in }
        var call: @Sendable (SealedCloud) async throws -> Void
    }

    private static let sender = Sender.of(2)

    private static func changes(_ expected: [String: Int64] = [:]) -> [ProposedChange] {
        (0..<3).map { number in
            let key = "b.\(number)"
            return ProposedChange(
                key: key, expectedRevision: expected[key] ?? 0,
                record: Record.page("new \(number)", counter: 9).encoded(), isTombstone: false)
        }
    }

    private static func send(_ cloud: SealedCloud) async throws {
        _ = try await cloud.compareAndSet(changes(), from: sender)
    }

    private static func rotated(_ fixture: SealedFixture) async throws -> SealingSecrets {
        SealingSecrets(
            current: SealingSecret(), previous: fixture.secrets.current,
            names: try await fixture.account().check(fixture.secrets.current))
    }

    private static func writePlain(_ cloud: some Cloud) async throws {
        for number in 0..<4 { try await cloud.write("b.\(number)", .page("\(number)")) }
    }

    static let situations = [
        Situation(testDescription: "sends", call: send),
        Situation(
            testDescription: "replaces records of a retired key",
            before: { fixture in
                let late = try fixture.device()
                _ = try await late.register(.any)
                let secrets = try await rotated(fixture)
                try await fixture.device(secrets).prepare()
                _ = try? await late.write("b.0", .page("old"))
                _ = try? await late.write("b.1", .page("old"))
                return SealingSecrets(current: secrets.current)
            }, call: send),
        Situation(
            testDescription: "seals unsealed records", isSealed: false,
            before: { fixture in
                try await writePlain(fixture.plainDevice())
                try await fixture.account().create(fixture.secrets)
                return nil
            }, call: { _ = try await $0.register(.any) }),
        Situation(
            testDescription: "sends, and seals unsealed records first", isSealed: false,
            before: { fixture in
                try await writePlain(fixture.plainDevice())
                try await fixture.account().create(fixture.secrets)
                return nil
            }, call: send),
        Situation(
            testDescription: "discards unsealed records",
            before: { fixture in
                try await fixture.device().prepare()
                try await writePlain(fixture.store())
                return nil
            }, call: { _ = try await $0.handlePlainRecords(.discard) }),
        Situation(
            testDescription: "seals the records of a former key again",
            before: { fixture in
                try await writePlain(fixture.device())
                return try await rotated(fixture)
            }, call: send),
        Situation(
            testDescription: "deletes without room to seal", room: 2200, isSealed: false,
            before: { fixture in
                let plain = try fixture.plainDevice()
                for number in 0..<10 { try await plain.write("b.\(number)", .page("\(number)")) }
                try await fixture.account().create(fixture.secrets)
                return nil
            }, begin: { _ = try await $0.register(.any) },
            call: { cloud in
                let entry = try #require(
                    try await cloud.inner.list(.start, limit: 100).value.entries.last {
                        Envelope.keyID(of: $0.record) == nil
                    })
                var gone = try Record(encoded: entry.record)
                gone.content = .deleted(last: gone.latestValue)
                _ = try await cloud.compareAndSet(
                    [
                        ProposedChange(
                            key: entry.key, expectedRevision: entry.revision,
                            record: gone.encoded(), isTombstone: true)
                    ], from: sender)
            }),
    ]

    /// Any request may fail without changing anything. The whole call changed nothing only if no
    /// earlier request changed anything.
    @Test(arguments: situations)
    func callReportedAsNotDoneChangesNothing(_ situation: Situation) async throws {
        var (codes, number, isAnswered) = ([CloudError.Code](), 0, false)
        while !isAnswered {
            let fixture = try await SealedFixture(
                CloudFixtureOptions(quota: Quota(maximumBytes: situation.room)),
                isSealed: situation.isSealed)
            let secrets = try await situation.before(fixture) ?? fixture.secrets
            let store = try fixture.store()
            let keys = try fixture.keys()
            let heads = { @Sendable () async throws -> Int64 in
                let (there, noted) = (try await store.quota(), try await keys.quota())
                return there.head + noted.head
            }
            let fault = RequestFault()
            let device = SealedCloud(
                FaultyRequests(cloud: store, fault: fault),
                keys: KeyStore(FaultyRequests(cloud: keys, fault: fault)), store: "",
                name: "the cloud", secrets: secrets, memory: TestMemory())
            try await situation.begin(device)
            let before = try await heads()
            fault.arm(after: number)
            do {
                try await situation.call(device)
                isAnswered = true
            } catch let error as CloudError {
                codes.append(error.code)
                let newcomer = Sender(
                    actor: Self.sender.actor, confirmed: nil, pending: [], next: nil)
                let known = try await store.register(
                    Registration(sender: newcomer, device: "laptop", cursor: 0)
                ).value
                let stands = try await heads() != before || known != .accepted
                #expect(!stands || error.code == .unknownOutcome, "request \(number): \(error)")
            }
            number += 1
        }
        #expect(codes.count > 1, "the call must take several requests")
        #expect(codes.contains(.unknownOutcome), "\(codes)")
    }
}
