import LocalCloud
import Replication
import SealedCloud
import Testing

/// A cloud that goes back to an earlier state, with the earlier key.
@Suite(.timeLimit(.minutes(10))) struct GoingBackTests {
    /// An account in which a device has replaced the key, and its state from before.
    private struct Replaced {
        var fixture: SealedFixture
        var before: SealedFixture
        var secrets: SealingSecrets
        var memory: TestMemory
    }

    private func replaced() async throws -> Replaced {
        let (fixture, memory) = (try await SealedFixture(), TestMemory())
        try await fixture.device(nil, memory).write("a", .page("a"))
        // The state from before, as a backup has it.
        let before = try await SealedFixture(isSealed: false)
        try await before.account().create(fixture.secrets)
        try await before.device(fixture.secrets).write("a", .page("a"))
        let names = try await fixture.account().check(fixture.secrets.current)
        let both = SealingSecrets(
            current: SealingSecret(), previous: fixture.secrets.current, names: names)
        try await fixture.device(both, memory).prepare()
        memory.note(former: fixture.secrets.current.id)
        return Replaced(
            fixture: fixture, before: before,
            secrets: SealingSecrets(current: both.current, names: names), memory: memory)
    }

    @Test func formerKeyOfACloudIsRecognized() async throws {
        let replaced = try await replaced()
        let cloud = try replaced.before.device(replaced.secrets, replaced.memory)
        let error = await #expect(throws: CloudError.self) { try await cloud.register(.any) }
        #expect(
            error?.message.contains("replaced: nothing") == true, "\(String(describing: error))")
        #expect(!replaced.memory.isLocked)
        await #expect(throws: CloudError.self) {
            try await replaced.before.account(replaced.memory).state(replaced.secrets.current)
        }
    }

    @Test func renewAcceptsACloudThatWasRestored() async throws {
        let replaced = try await replaced()
        let account = try replaced.before.account(replaced.memory)
        #expect(try await account.renew(replaced.secrets))
        let cloud = try replaced.before.device(replaced.secrets, replaced.memory)
        _ = try await cloud.register(.any)
        // A record that is sealed with the old key is ignored until a device that has it sends it
        // again.
        #expect(try await cloud.shown() == [:])
        guard case .committed? = try await cloud.write("a", .page("a")) else {
            Issue.record("the write must replace the record of the old key")
            return
        }
        #expect(try await cloud.shown() == ["a": .page("a")])
        #expect(replaced.memory.unreadable(in: "") == [])
    }

    @Test func keyOfAnotherAccountIsNeverOverwritten() async throws {
        let (other, memory) = (try await SealedFixture(), TestMemory())
        memory.note(generation: 5, of: "ada")
        await #expect(throws: CloudError.self) {
            try await other.account(memory).renew(SealingSecrets(current: SealingSecret()))
        }
        _ = try await other.device().register(.any)
    }

    /// Two accounts may be sealed with the same key, for example before and after a move.
    @Test func otherAccountIsNotTakenForAnOlderState() async throws {
        let (ada, memory) = (try await SealedFixture(), TestMemory())
        try await ada.device(nil, memory).prepare()
        let name = try #require(memory.account)
        memory.note(generation: memory.generation(of: name) + 5, of: name)
        let cy = try await SealedFixture(isSealed: false)
        try await cy.account().create(ada.secrets)
        try await cy.device(ada.secrets, memory).prepare()
        #expect(memory.account != name)
        // The notes about the first account are kept.
        let error = await #expect(throws: CloudError.self) {
            try await ada.device(nil, memory).prepare()
        }
        #expect(error?.message.contains("older state of its keys") == true)
    }

    @Test func renewKeepsTheNameOfTheAccount() async throws {
        let (ada, memory) = (try await SealedFixture(), TestMemory())
        try await ada.device(nil, memory).prepare()
        let name = memory.account
        let emptied = try await SealedFixture(isSealed: false)
        #expect(try await emptied.account(memory).renew(ada.secrets))
        let other = TestMemory()
        try await emptied.device(ada.secrets, other).prepare()
        #expect(other.account == name && name != nil)
    }
}
