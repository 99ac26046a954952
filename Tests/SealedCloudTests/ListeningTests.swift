import LocalCloud
import Replication
import Testing

@testable import SealedCloud

/// A device must not move its cursor past a record that it can't open, since it would never list it
/// again.
@Suite(.timeLimit(.minutes(10))) struct ListeningTests {
    private func refusal(
        _ words: String, sourceLocation: SourceLocation = #_sourceLocation,
        _ body: () async throws -> Void
    ) async {
        do {
            try await body()
            Issue.record("the call must be refused", sourceLocation: sourceLocation)
        } catch {
            #expect("\(error)".contains(words), "\(error)", sourceLocation: sourceLocation)
        }
    }

    /// The secrets of a device that replaces a fixture's key.
    private func rotated(
        _ fixture: SealedFixture, _ old: SealingSecret
    ) async throws -> SealingSecrets {
        SealingSecrets(
            current: SealingSecret(), previous: old,
            names: try await fixture.account().check(old))
    }

    @Test func deviceWithoutAKeySkipsNoSealedRecords() async throws {
        let fixture = try await SealedFixture(isSealed: false)
        let memory = TestMemory()
        let plain = try fixture.plainDevice(memory)
        _ = try await plain.register(.any)
        try await plain.write("b.alpha", .page("alpha"))
        let cursor = try await plain.list(.start, limit: 10).value.next
        try await fixture.account().create(fixture.secrets)
        // The account is announced as sealed, but there is no sealed record yet that the cursor
        // could pass.
        #expect(try await plain.list(.changes(after: cursor), limit: 10).value.entries == [])
        try await fixture.device().write("b.beta", .page("beta"))
        for position in [ListingPosition.changes(after: cursor), .start, .resume(after: cursor)] {
            await refusal("this device has no key") {
                _ = try await plain.list(position, limit: 10)
            }
        }
        #expect(memory.isLocked)
        // With the key, the same cursor gives all records.
        let joined = try fixture.device()
        let page = try await joined.list(.changes(after: cursor), limit: 10).value
        #expect(page.entries.map(\.key) == ["b.alpha", "b.beta"])
    }

    @Test func emptySealedCloudRefusesAListingWithoutAKey() async throws {
        let fixture = try await SealedFixture()
        await refusal("this device has no key") {
            _ = try await fixture.plainDevice().list(.start, limit: 10)
        }
    }

    @Test func formerlySealedCloudGetsNoPlainRecords() async throws {
        let fixture = try await SealedFixture()
        let memory = TestMemory()
        await refusal("this device has no key") {
            _ = try await fixture.plainDevice(memory).register(.any)
        }
        // The same device, and a server that now reports no keys.
        let emptied = try await SealedFixture(isSealed: false)
        let plain = try emptied.plainDevice(memory)
        let words = "was sealed, and now says that it is not"
        await refusal(words) { _ = try await plain.register(.any) }
        await refusal(words) {
            try await plain.write("a", .page("a"))
        }
        #expect(try await emptied.store().entries() == [])
    }

    @Test func deviceWithAnOldKeySkipsNoRecordsOfTheNewKey() async throws {
        let fixture = try await SealedFixture()
        let memory = TestMemory()
        let late = try fixture.device(nil, memory)
        _ = try await late.register(.any)
        try await late.write("a", .page("a"))
        let cursor = try await late.list(.start, limit: 10).value.next
        var secrets = try await rotated(fixture, fixture.secrets.current)
        try await fixture.device(secrets).prepare()
        try await fixture.device(secrets).write("b", .page("b"))
        // The device keeps its earlier connection while another device replaces the key twice.
        await refusal("“cloudy key enter”") {
            _ = try await late.list(.changes(after: cursor), limit: 10)
        }
        #expect(memory.isLocked && memory.unreadable(in: "") == [])
        secrets = try await rotated(fixture, secrets.current)
        try await fixture.device(secrets).prepare()
        await refusal("“cloudy key enter”") {
            _ = try await late.list(.changes(after: cursor), limit: 10)
        }
        let told = try fixture.device(SealingSecrets(current: secrets.current), memory)
        let page = try await told.list(.changes(after: cursor), limit: 10).value
        #expect(page.entries.map(\.key).sorted() == ["a", "b"])
        #expect(!memory.isLocked)
    }

    @Test func unreadableRecordDoesNotBlockOthers() async throws {
        let fixture = try await SealedFixture()
        let memory = TestMemory()
        let cloud = try fixture.device(nil, memory)
        _ = try await cloud.register(.any)
        try await fixture.store().write("junk", .page("a"))
        let raw = try await fixture.store().entries()[0]
        let junk = ProposedChange(
            key: raw.key, expectedRevision: raw.revision,
            record: [1] + [UInt8](repeating: 7, count: 600), isTombstone: false)
        _ = try await fixture.store().compareAndSet([junk], from: .of(9))
        try await cloud.write("b", .page("b"))
        let page = try await cloud.list(.changes(after: raw.revision), limit: 10).value
        #expect(page.entries.map(\.key) == ["b"])
        #expect(page.unopened == 1 && memory.unreadable(in: "") == ["junk"])
    }

    /// Bytes that are not a record came from no device, and are deleted when the person agrees.
    @Test func discardDeletesBytesThatAreNoRecord() async throws {
        let fixture = try await SealedFixture()
        let memory = TestMemory()
        let cloud = try fixture.device(nil, memory)
        try await cloud.write("a", .page("a"))
        let junk = ProposedChange(
            key: "zz", expectedRevision: 0, record: Array("hello".utf8), isTombstone: false)
        _ = try await fixture.store().compareAndSet([junk], from: .of(9))
        #expect(try await cloud.list(.start, limit: 10).value.unopened == 1)
        #expect(memory.unreadable(in: "") == ["zz"])
        #expect(try await cloud.handlePlainRecords(.seal) == SealingReport())
        #expect(try await cloud.handlePlainRecords(.discard) == SealingReport(discarded: 1))
        let page = try await cloud.list(.start, limit: 10).value
        #expect(page.entries.map(\.key) == ["a"] && page.unopened == 0)
        #expect(memory.unreadable(in: "").isEmpty)
    }

    @Test func cursorAtZeroGetsACompleteListing() async throws {
        let fixture = try await SealedFixture()
        try await fixture.device().write("a", .page("a"))
        let page = try await fixture.device().list(.changes(after: 0), limit: 10).value
        #expect(page.isComplete && page.entries.map(\.key) == ["a"])
    }
}
