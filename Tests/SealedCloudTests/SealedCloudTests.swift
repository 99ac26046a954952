import LocalCloud
import Replication
import Testing

@testable import SealedCloud

@Suite(.timeLimit(.minutes(10))) struct SealedCloudTests {
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

    @Test func cloudSeesOnlyEncryptedRecords() async throws {
        let fixture = try await SealedFixture()
        let cloud = try fixture.device()
        _ = try await cloud.register(.any)
        try await cloud.write("b.secret-key", .page("swordfish"))
        let raw = try await fixture.store().entries()
        #expect(raw.count == 1)
        let held = raw.reduce(into: [UInt8]()) { $0 += $1.record + Array($1.key.utf8) }
        for word in ["swordfish", "secret-key", "example", "laptop"] {
            #expect(!held.contains(Array(word.utf8)), "\(word)")
        }
        #expect(try await cloud.shown() == ["b.secret-key": .page("swordfish")])
    }

    @Test func deviceWithAnotherKeyIsRefusedBeforeItWrites() async throws {
        let fixture = try await SealedFixture()
        let other = try fixture.device(SealingSecrets(current: SealingSecret()))
        await refusal("“cloudy key enter”") { _ = try await other.register(.any) }
        await refusal("is sealed with the key") { _ = try await other.entries() }
        await refusal("is sealed with the key") { try await other.write("a", .page("a")) }
        #expect(try await fixture.store().entries() == [])
        await refusal("nothing was changed") {
            _ = try await fixture.account().check(SealingSecret())
        }
    }

    @Test func deviceWithoutAKeyIsRefused() async throws {
        let fixture = try await SealedFixture(isSealed: false)
        let memory = TestMemory()
        let plain = try fixture.plainDevice(memory)
        _ = try await plain.register(.any)
        try await plain.write("a", .page("a"))
        #expect(!memory.isLocked)
        try await fixture.account().create(fixture.secrets)
        await refusal("this device has no key") { try await plain.write("b", .page("b")) }
        await refusal("this device has no key") { _ = try await plain.register(.any) }
        #expect(memory.isLocked)
    }

    @Test func existingRecordsAreSealed() async throws {
        let fixture = try await SealedFixture(isSealed: false)
        let plain = try fixture.plainDevice()
        for name in ["alpha", "beta"] { try await plain.write("b.\(name)", .page(name)) }
        var gone = Record.page("gone")
        gone.content = .deleted(last: gone.latestValue)
        try await plain.write("b.gone", gone)
        try await fixture.account().create(fixture.secrets)
        let cloud = try fixture.device()
        // Deletions are sealed, too, but not counted in messages.
        #expect(try await cloud.prepare() == SealingReport(sealed: 3, values: 2))
        #expect(
            try await cloud.shown() == [
                "b.alpha": .page("alpha"), "b.beta": .page("beta"), "b.gone": gone,
            ])
        let raw = try await fixture.store().entries()
        #expect(raw.count == 6)
        #expect(raw.filter { !$0.isTombstone }.count == 2)
        // A device that does not know of keys reads none of the records, and so takes none for a
        // deletion.
        #expect(raw.allSatisfy { (try? Record(encoded: $0.record)) == nil })
        let held = raw.reduce(into: [UInt8]()) { $0 += $1.record }
        #expect(!held.contains(Array("example".utf8)))
        #expect(try await fixture.device().prepare().sealed == 0)
    }

    @Test func unsealedRecordsAreRefusedUntilThePersonDecides() async throws {
        for isTaken in [true, false] {
            let fixture = try await SealedFixture()
            let cloud = try fixture.device()
            try await cloud.write("b.mine", .page("mine", counter: 1))
            try await fixture.store().write("b.mine", .page("mine", counter: 2))
            try await fixture.store().write("b.theirs", .page("theirs"))
            await refusal("cloudy key seal") { _ = try await cloud.entries() }
            #expect(
                try await cloud.handlePlainRecords(isTaken ? .seal : .discard)
                    == (isTaken
                        ? SealingReport(sealed: 2, values: 2) : SealingReport(discarded: 2)))
            #expect(
                try await cloud.shown()
                    == (isTaken
                        ? ["b.mine": .page("mine", counter: 2), "b.theirs": .page("theirs")]
                        : ["b.mine": .page("mine", counter: 1)]))
        }
    }

    @Test func unreadableRecordStaysAndIsCounted() async throws {
        let fixture = try await SealedFixture()
        let memory = TestMemory()
        let cloud = try fixture.device(nil, memory)
        try await cloud.write("a", .page("a"))
        try await cloud.write("b", .page("b"))
        let raw = try fixture.store()
        let (first, second) = (try await raw.entries()[0], try await raw.entries()[1])
        // Each record in the other's place: neither may be opened there.
        var swapped = ProposedChange(
            key: second.key, expectedRevision: second.revision, record: first.record,
            isTombstone: false)
        _ = try await raw.compareAndSet([swapped], from: .of(9))
        let listing = try await cloud.list(.start, limit: 10).value
        #expect(listing.entries.map(\.key) == ["a"])
        #expect(listing.unopened == 1)
        #expect(memory.unreadable(in: "") == [second.key])
        #expect(
            try await cloud.write("b", .page("b", counter: 2), expecting: second.revision)
                == .refused(.notAllowed))
        #expect(try await raw.entries().map(\.record) == [first.record, first.record])
        // The record is back in its place, and can be opened again.
        swapped.record = second.record
        swapped.expectedRevision = try await raw.entries()[1].revision
        _ = try await raw.compareAndSet([swapped], from: .of(9))
        #expect(try await cloud.shown().count == 2)
        #expect(memory.unreadable(in: "") == [])
    }

    @Test func cloudThatLostItsKeysIsRefused() async throws {
        let fixture = try await SealedFixture()
        let memory = TestMemory()
        try await fixture.device(nil, memory).prepare()
        let emptied = try await SealedFixture(isSealed: false)
        let cloud = try emptied.device(fixture.secrets, memory)
        await refusal("now says that it is not") {
            _ = try await cloud.register(.any)
        }
        let account = try emptied.account(memory)
        #expect(try await account.renew(fixture.secrets))
        _ = try await cloud.register(.any)
        try await cloud.write("a", .page("a"))
        #expect(try await emptied.device(fixture.secrets).shown().count == 1)
    }

    @Test func olderStateOfTheKeysIsRefused() async throws {
        let fixture = try await SealedFixture()
        let memory = TestMemory()
        let old = try await fixture.keys().entries()
        try await fixture.device(nil, memory).prepare()
        let new = try await fixture.keys().entries()
        let back = ProposedChange(
            key: old[0].key, expectedRevision: new[0].revision, record: old[0].record,
            isTombstone: false)
        _ = try await fixture.keys().compareAndSet([back], from: .of(9))
        await refusal("an older state of its keys") {
            try await fixture.device(nil, memory).prepare()
        }
        #expect(try await fixture.account(memory).renew(fixture.secrets))
        try await fixture.device(nil, memory).prepare()
    }
}
