import CloudConformance
import LocalCloud
import Replication
import Testing

@testable import SealedCloud

/// Accounts without enough room for their records when they are sealed, which makes them longer.
@Suite(.timeLimit(.minutes(10))) struct SealingRoomTests {
    private static let keys = (0..<10).map { "b.\($0)" }

    /// An account with ten unsealed records, and room for this many bytes.
    private func plain(bytes: Int64) async throws -> SealedFixture {
        let options = CloudFixtureOptions(quota: Quota(maximumBytes: bytes))
        let fixture = try await SealedFixture(options, isSealed: false)
        for key in Self.keys { try await fixture.plainDevice().write(key, .page(key)) }
        return fixture
    }

    /// Deletes a record as a device that knows it; returns the outcome.
    private func delete(_ key: String, from cloud: SealedCloud) async throws -> ChangeOutcome? {
        let entry = try #require(try await cloud.entries().last { $0.key == key })
        var gone = try Record(encoded: entry.record)
        gone.content = .deleted(last: gone.latestValue)
        return try await cloud.write(key, gone, expecting: entry.revision)
    }

    private func live(_ cloud: some Cloud) async throws -> Set<String> {
        Set(try await cloud.entries().filter { !$0.isTombstone }.map(\.key))
    }

    private func plainCount(_ fixture: SealedFixture) async throws -> Int {
        try await fixture.store().entries().count { Envelope.keyID(of: $0.record) == nil }
    }

    @Test func recordsAreSealedOneByOneWhenRoomIsShort() async throws {
        // All records sealed take 5,810 bytes; unsealed, they take another 1,000.
        let fixture = try await plain(bytes: 6100)
        let need = try await fixture.device().need()
        #expect(need.records == 10 && need.isMet && need.bytes <= 6100)
        try await fixture.device().requireRoom()
        try await fixture.account().create(fixture.secrets)
        let report = try await fixture.device().prepare()
        #expect(report == SealingReport(sealed: 10, values: 10))
        #expect(try await plainCount(fixture) == 0)
        #expect(try await live(fixture.device()) == Set(Self.keys))
        #expect(try await fixture.account().stores(fixture.secrets.current).areSealed)
    }

    @Test func missingRoomIsReportedBeforeSealingBegins() async throws {
        let fixture = try await plain(bytes: 4000)
        let before = try await fixture.store().entries()
        let error = await #expect(throws: CloudError.self) {
            try await fixture.device().requireRoom()
        }
        let message = error?.message ?? ""
        #expect(message.contains("nothing was changed") && message.contains("Delete bookmarks"))
        #expect(message.contains("6 KiB") && message.contains("4 KiB"), "\(message)")
        // Each takes about 580 bytes when sealed, and there is no room for more than 1,900.
        #expect(message.contains("about 2 KiB of them (4 of average length)"), "\(message)")
        #expect(try await fixture.store().entries() == before)
        #expect(try await fixture.account().state(nil) == nil)
    }

    @Test func deletionsMakeRoomForSealing() async throws {
        let (fixture, memory) = (try await plain(bytes: 4000), TestMemory())
        try await fixture.account(memory).create(fixture.secrets)
        let cloud = try fixture.device(nil, memory)
        _ = try await cloud.register(.any)
        let waiting = try #require(memory.unsealed[""])
        #expect(waiting > 0)
        #expect(try await plainCount(fixture) == waiting)
        let shortage = try await cloud.shortage().message
        #expect(shortage.contains("\(waiting) records are still unencrypted"), "\(shortage)")
        // Everything is there for a device with the key, and for no other.
        #expect(try await live(cloud) == Set(Self.keys))
        #expect(try await live(fixture.device()) == Set(Self.keys))
        await #expect(throws: CloudError.self) { try await fixture.plainDevice().register(.any) }
        #expect(try await cloud.write("b.new", .page("new")) == .refused(.quota))

        var left = Set(Self.keys)
        for key in Self.keys.reversed() where memory.unsealed[""] != nil {
            guard case .committed? = try await delete(key, from: cloud) else {
                Issue.record("a full account must still accept deletions")
                return
            }
            left.remove(key)
            #expect(try await live(cloud) == left)
        }
        #expect(left.count >= 4 && left.count < 10, "\(left)")
        #expect(memory.unsealed == [:] && memory.unreadable(in: "") == [])
        #expect(try await plainCount(fixture) == 0)
        #expect(try await fixture.account().stores(fixture.secrets.current).areSealed)
        #expect(try await live(fixture.device()) == left)
        // Deleted keys are known to be deleted, and not only missing.
        let gone = try await cloud.entries().filter(\.isTombstone).map(\.key)
        #expect(Set(gone) == Set(Self.keys).subtracting(left))
        // From now on, unsealed records are refused.
        try await fixture.store().write("b.theirs", .page("x", actor: 9))
        await #expect(throws: CloudError.self) { try await cloud.entries() }
    }

    @Test func editOfAnUnsealedRecordWaitsForRoom() async throws {
        let fixture = try await plain(bytes: 4000)
        try await fixture.account().create(fixture.secrets)
        let cloud = try fixture.device()
        let entries = try await cloud.entries()
        let raw = try await fixture.store().entries()
        let entry = try #require(entries.first { raw.contains($0) })
        let edited = Record.page("edited", counter: 2)
        #expect(
            try await cloud.write(entry.key, edited, expecting: entry.revision)
                == .refused(.quota))
        #expect(
            try await fixture.store().entries().contains(entry),
            "the unsealed record must stay as it was")
        for key in Self.keys where key != entry.key { _ = try await delete(key, from: cloud) }
        let now = try #require(try await cloud.entries().last { $0.key == entry.key })
        let outcome = try await cloud.write(entry.key, edited, expecting: now.revision)
        #expect(outcome?.isCommitted == true, "the deletions must make room for the edit")
        #expect(try await cloud.shown()[entry.key] == edited)
        #expect(try await plainCount(fixture) == 0)
    }

    /// The stores of an account are sealed one after the other, and the key may be replaced while
    /// one of them waits for room.
    @Test func formerKeyIsKeptUntilAllRecordsAreSealed() async throws {
        let fixture = try await plain(bytes: 4000)
        try await fixture.store("app").write("a", .page("a"))
        try await fixture.account().create(fixture.secrets)
        #expect(try await fixture.device().prepare().waiting > 0)
        #expect(try await fixture.device(store: "app").prepare().waiting == 0)
        let secrets = SealingSecrets(
            current: SealingSecret(), previous: fixture.secrets.current,
            names: try await fixture.account().check(fixture.secrets.current))
        // The other store is finished first, as an agent may do.
        #expect(try await fixture.device(secrets, store: "app").prepare().sealed > 0)
        #expect(try await !fixture.account().stores(secrets.current).areSealed)

        let memory = TestMemory()
        let cloud = try fixture.device(SealingSecrets(current: secrets.current), memory)
        _ = try await cloud.register(.any)
        #expect(try await live(cloud) == Set(Self.keys))
        #expect(memory.unreadable(in: "") == [] && memory.unsealed[""] ?? 0 > 0)
        for key in Self.keys.prefix(6) { _ = try await delete(key, from: cloud) }
        #expect(try await live(cloud) == Set(Self.keys.suffix(4)))
        #expect(memory.unreadable(in: "") == [] && memory.unsealed == [:])
        #expect(try await fixture.account().stores(secrets.current).areSealed)
        for entry in try await fixture.store().entries() {
            #expect(Envelope.keyID(of: entry.record) == SealingKey(secrets.current).id)
        }
    }

    /// A restored server has unsealed records, which the person accepts as their own.
    @Test func acceptedUnsealedRecordsMayWaitForRoom() async throws {
        let options = CloudFixtureOptions(quota: Quota(maximumBytes: 4000))
        let (fixture, memory) = (try await SealedFixture(options), TestMemory())
        let cloud = try fixture.device(nil, memory)
        try await cloud.prepare()
        for key in Self.keys { try await fixture.store().write(key, .page(key)) }
        await #expect(throws: CloudError.self) { try await cloud.entries() }
        let report = try await cloud.handlePlainRecords(.seal)
        #expect(report.waiting > 0 && report.sealed + report.waiting == 10)
        #expect(memory.unsealed[""] == report.waiting)
        #expect(try await live(cloud) == Set(Self.keys))
        for key in Self.keys.prefix(6) { _ = try await delete(key, from: cloud) }
        #expect(try await live(cloud) == Set(Self.keys.suffix(4)))
        #expect(try await plainCount(fixture) == 0 && memory.unsealed == [:])
    }
}
