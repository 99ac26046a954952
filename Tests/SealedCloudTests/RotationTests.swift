import Replication
import Testing

@testable import SealedCloud

@Suite(.timeLimit(.minutes(10))) struct RotationTests {
    private func rotated(_ fixture: SealedFixture) async throws -> SealingSecrets {
        SealingSecrets(
            current: SealingSecret(), previous: fixture.secrets.current,
            names: try await fixture.account().check(fixture.secrets.current))
    }

    @Test func rotationSealsAllRecordsWithTheNewKey() async throws {
        let fixture = try await SealedFixture()
        let (own, app) = (try fixture.device(), try fixture.device(store: "app"))
        try await own.write("a", .page("a"))
        try await app.write("b", .page("b"))
        let secrets = try await rotated(fixture)
        #expect(try await fixture.device(secrets).prepare().sealed == 1)
        // The other store can still be read, but is not sealed with the new key yet.
        #expect(try await !fixture.account().stores(secrets.current).areSealed)
        #expect(try await fixture.device(secrets, store: "app").prepare().sealed == 1)
        let stores = try await fixture.account().stores(secrets.current)
        #expect(stores.names == ["", "app"] && stores.areSealed)
        #expect(try await fixture.device(secrets).shown() == ["a": .page("a")])
        for store in [try fixture.store(), try fixture.store("app")] {
            for entry in try await store.entries() {
                #expect(Envelope.keyID(of: entry.record) == SealingKey(secrets.current).id)
            }
        }
        // A device that gets the new key needs nothing else.
        let told = SealingSecrets(current: secrets.current)
        #expect(try await fixture.device(told, store: "app").shown() == ["b": .page("b")])
        // A device that has only the old key is refused.
        await #expect(throws: CloudError.self) { try await fixture.device().register(.any) }
    }

    @Test func reportCountsRecordsWithValuesSeparately() async throws {
        let fixture = try await SealedFixture(isSealed: false)
        let plain = try fixture.plainDevice()
        for number in 0..<3 { try await plain.write("b.\(number)", .page("\(number)")) }
        var gone = Record.page("gone")
        gone.content = .deleted(last: gone.latestValue)
        try await plain.write("b.gone", gone)
        try await fixture.account().create(fixture.secrets)
        try await fixture.device().prepare()
        let report = try await fixture.device(rotated(fixture)).prepare()
        // Four records, and four that note where the unsealed ones were.
        #expect(report == SealingReport(sealed: 8, values: 3))
    }

    @Test func recordSentDuringARotationIsSentAgain() async throws {
        let fixture = try await SealedFixture()
        let late = try fixture.device()
        _ = try await late.register(.any)
        let secrets = try await rotated(fixture)
        try await fixture.device(secrets).prepare()
        let error = await #expect(throws: CloudError.self) {
            try await late.write("a", .page("a", counter: 1))
        }
        #expect(error?.code == .unknownOutcome)
        // Other devices do not accept a record that is sealed with a retired key.
        let memory = TestMemory()
        let told = try fixture.device(SealingSecrets(current: secrets.current), memory)
        #expect(try await told.shown() == [:])
        #expect(memory.unreadable(in: "").count == 1)
        // The device that wrote it then sends it again with the new key.
        guard case .committed? = try await told.write("a", .page("a", counter: 1)) else {
            Issue.record("the write must replace the record of a retired key")
            return
        }
        #expect(memory.unreadable(in: "") == [])
        #expect(try await told.shown() == ["a": .page("a", counter: 1)])
        #expect(memory.unreadable(in: "") == [])
    }

    @Test func interruptedRotationContinues() async throws {
        let fixture = try await SealedFixture()
        for number in 0..<30 { try await fixture.device().write("\(number)", .page("x")) }
        let secrets = try await rotated(fixture)
        // The key was replaced, but no record was sealed again yet.
        let entry = try #require(try await KeyStore(fixture.keys()).keyEntry())
        let record = try #require(KeyRecord(entry, with: SealingKey(fixture.secrets.current)))
        let next = record.replacing(fixture.secrets.current, by: secrets.current)
        #expect(
            try await KeyStore(fixture.keys()).replace(
                KeyRecord.key, with: next.sealed(with: SealingKey(secrets.current)),
                expecting: entry.revision))
        let told = try fixture.device(SealingSecrets(current: secrets.current))
        #expect(try await told.prepare().sealed == 30)
        #expect(try await told.shown().count == 30)
        #expect(try await fixture.account().stores(secrets.current).areSealed)
    }
}
