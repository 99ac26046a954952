import DeviceStore
import FileCoordination
import Glibc
import KeyValueStore
import Replication
import ScratchFolder
import TestSupport
import Testing

/// The key of a device that uses one server after another.
struct SealingKeyTests {
    private let folder = ScratchFolder()
    private let first = "https://first.example"
    private let second = "https://second.example"

    private func location() throws -> HomeLocation {
        try HomeLocation(
            home: folder.path("home"), device: "desk", environment: [:], hostName: ""
        ).inUsedAccount()
    }

    private func key(
        _ byte: UInt8, of url: String, names: UInt8? = nil
    ) -> SealingKeyFile {
        SealingKeyFile(url: url, id: "key-\(byte)", current: [byte], names: [names ?? byte])
    }

    @Test func keySealsEveryServerUnlessThePersonChoosesUnsealed() throws {
        try location().useCloud(CloudAccess(url: first, token: "any"))
        #expect(try location().sealingKey() == nil)
        try location().useSealingKey(key(1, of: first))
        try location().useCloud(CloudAccess(url: second, token: "any"))
        #expect(try location().sealingKey() == key(1, of: first))
        try location().leaveCloud()
        #expect(try location().sealingKey() == nil)
        try location().useCloud(CloudAccess(url: second, token: "any"))
        #expect(try location().sealingKey() == key(1, of: first))

        let unsealed = CloudAccess(url: second, token: "any", staysUnsealed: true)
        try location().useCloud(unsealed)
        #expect(try location().cloudAccess() == unsealed)
        #expect(try location().sealingKey() == nil)
        #expect(try location().anySealingKey() == key(1, of: first))
        // The choice to stay unsealed was for that server, and only once.
        for url in [second, first] {
            try location().useCloud(CloudAccess(url: url, token: "other"))
            #expect(try location().sealingKey() == key(1, of: first))
        }
    }

    @Test func enteringAKeyForAnUnsealedServerSealsIt() throws {
        try location().useCloud(CloudAccess(url: first, token: "any"))
        try location().useSealingKey(key(1, of: first))
        try location().useCloud(CloudAccess(url: second, token: "any", staysUnsealed: true))
        let aside = try location().useSealingKey(key(2, of: second))
        #expect(try location().sealingKey() == key(2, of: second))
        #expect(try location().remote?.staysUnsealed == false)
        #expect(try location().sealingKeysAside() == [key(1, of: first)])
        // The key was not used after all.
        try location().forgetSealingKey(for: aside)
        #expect(try location().sealingKey() == key(1, of: first))
        #expect(try location().sealingKeysAside() == [])
    }

    @Test func keysSetAsideAreListedWithTheServersOwnFirst() throws {
        try location().useCloud(CloudAccess(url: first, token: "any"))
        for byte in 1...3 as ClosedRange<UInt8> {
            try location().useSealingKey(key(byte, of: byte == 1 ? first : second))
            // Setting the same key aside again makes no other file.
            try location().useSealingKey(key(9, of: second))
        }
        // The current key is not among them.
        let found = try location().sealingKeysAside()
        #expect(found.first == key(1, of: first))
        #expect(Set(found) == Set([1, 2, 3].map { key($0, of: $0 == 1 ? first : second) }))
        #expect(found.count == 3)
    }

    /// A key that was replaced, and may be known to others, is never tried.
    @Test func replacedKeysAreNotListedAmongKeysSetAside() throws {
        try location().useCloud(CloudAccess(url: first, token: "any"))
        try location().useSealingKey(key(1, of: first))
        let aside = try location().useSealingKey(key(2, of: first, names: 1))
        // File times may be coarse.
        var yesterday = utimbuf(actime: 0, modtime: time(nil) - 86_400)
        #expect(utime(try #require(aside), &yesterday) == 0)
        #expect(try location().sealingKeysAside() == [])
        try location().useSealingKey(key(3, of: second))
        #expect(try location().sealingKeysAside() == [key(2, of: first, names: 1)])
    }

    /// Without a key, even for a moment, edits could be sent unsealed, and a process killed at that
    /// moment would leave the device like this.
    @Test func keyFileIsNeverMissingDuringAReplacement() throws {
        try location().useCloud(CloudAccess(url: first, token: "any"))
        try location().useSealingKey(key(1, of: first))
        let watch = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        defer { close(watch) }
        let account = try location().accountFolder
        #expect(inotify_add_watch(watch, account, UInt32(IN_MOVED_FROM | IN_DELETE)) >= 0)
        try location().useSealingKey(key(2, of: second))
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(watch, &bytes, bytes.count)
        let events = Array(bytes.prefix(max(0, count)))
        // Names in the events end with a zero; the temporary file beside the key has a longer name.
        #expect(!events.contains(Array("cloud.key".utf8) + [0]))
        #expect(count > 0)
        #expect(try location().sealingKey() == key(2, of: second))
    }

    /// The notes about an account's keys hold at every address. The note that a server was sealed
    /// holds until a person chooses another server, or another account on a device with a key, or
    /// leaves the server.
    @Test func generationsOfAccountKeysSurviveAServerChange() throws {
        try location().useCloud(CloudAccess(url: first, token: "ada"))
        var notes = try location().sealingNotes()
        notes.note(generation: 7, of: "a1")
        notes.former = ["key-0"]
        try location().changeSealingNotes { $0 = notes }
        // Without a key, another token does not mean that the person chose another account.
        for token in ["ada", "bob"] {
            try location().useCloud(CloudAccess(url: first, token: token))
            #expect(try location().sealingNotes() == notes)
        }
        try location().useSealingKey(key(1, of: first))
        for access in [
            CloudAccess(url: first, token: "cy"), CloudAccess(url: second, token: "ada"),
            CloudAccess(url: first, token: "ada", staysUnsealed: true),
        ] {
            try location().useCloud(access)
            var there = try location().sealingNotes()
            #expect(there.account == nil && there.former == [])
            #expect(there.generation(of: "a1") == 7 && there.generation(of: "b1") == 0)
            there.note(generation: 2, of: "c1")
            try location().changeSealingNotes { $0 = there }
            try location().leaveCloud()
        }
        try location().useCloud(CloudAccess(url: first, token: "ada"))
        let last = try location().sealingNotes()
        #expect(last.generation(of: "a1") == 7 && last.generation(of: "c1") == 2)
    }

    /// Several stores, which sync at once, note that a key was replaced.
    @Test func simultaneousChangesOfTheSealingNotesAreAllKept() async throws {
        try location().useCloud(CloudAccess(url: first, token: "ada"))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<4 {
                let location = try location()
                group.addTask(executorPreference: ThreadForEachJob()) {
                    for number in 0..<50 {
                        try location.changeSealingNotes { $0.former.insert("\(writer)-\(number)") }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try location().sealingNotes().former.count == 200)
    }

    /// Two connections see the account's keys change, and the slower one notes the older state.
    @Test func lowerGenerationDoesNotReplaceAHigherOne() {
        var notes = SealingNotes()
        notes.note(generation: 6, of: "a1")
        notes.note(generation: 5, of: "a1")
        #expect(notes.generation(of: "a1") == 6)
    }

    /// Several commands each make or enter a key at once: the last one is used, and the others are
    /// set aside.
    @Test func noKeyIsLostWhenSeveralAreSetAtOnce() async throws {
        try location().useCloud(CloudAccess(url: first, token: "ada"))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<4 as Range<UInt8> {
                let location = try location()
                group.addTask(executorPreference: ThreadForEachJob()) {
                    for number in 0..<20 as Range<UInt8> {
                        try location.useSealingKey(key(writer * 20 + number, of: first))
                    }
                }
            }
            try await group.waitForAll()
        }
        let used = try #require(try location().anySealingKey())
        let kept = try [used] + location().sealingKeysAside()
        #expect(Set(kept.map(\.current)) == Set((0..<80 as Range<UInt8>).map { [$0] }))
    }

    /// The file was written before notes had the names of accounts.
    @Test func generationWithoutAnAccountAppliesToAnyAccount() throws {
        try location().useCloud(CloudAccess(url: first, token: "ada"))
        let file = try location().accountFolder + "/cloud.sealing"
        try writeAtomically(Array("cloud \(first)\ngeneration 4\n".utf8), to: file)
        var notes = try location().sealingNotes()
        #expect(notes.account == "" && notes.generation(of: "a1") == 4)
        notes.note(generation: 5, of: "a1")
        try location().changeSealingNotes { $0 = notes }
        notes = try location().sealingNotes()
        #expect(notes.account == "a1" && notes.generation(of: "a1") == 5)
        #expect(notes.generation(of: "c1") == 0)
    }

    /// A token is sent only to its own server, at whatever moment `cloud use` is killed.
    @Test func tokenIsNotSentToAnotherServer() throws {
        try location().useCloud(CloudAccess(url: first, token: "ada"))
        let address = try location().accountFolder + "/cloud"
        try location().useCloud(CloudAccess(url: second, token: "eve"))
        #expect(try location().formerAccess()?.token == "ada")
        try writeAtomically(Array("\(first)\n".utf8), to: address)
        #expect(throws: HomeError.self) { try location().cloudToken() }
        // Older files did not name the server of the token.
        try writeAtomically(Array("ada\n".utf8), to: address + ".token")
        #expect(try location().cloudToken() == "ada")
    }

    /// Both tokens are kept somewhere, at whatever moment a process that goes back is killed.
    @Test func goingBackToTheFormerServerLosesNoToken() throws {
        let (one, two) = (
            CloudAccess(url: first, token: "ada"), CloudAccess(url: second, token: "eve")
        )
        try location().useCloud(one)
        try location().useCloud(two)
        let folder = try location().accountFolder
        func put(_ text: String, _ name: String) throws {
            try writeAtomically(Array(text.utf8), to: folder + "/" + name)
        }
        try put("eve\n\(second)\n", "cloud.kept/cloud.token")
        try put("\(second)\n", "cloud.kept/cloud")
        #expect(try location().cloudAccess() == two)
        #expect(try location().formerAccess() == one)
        try put("ada\n\(first)\n", "cloud.token")
        #expect(throws: HomeError.self) { try location().cloudToken() }
        #expect(try location().formerAccess() == two)
        try put("\(first)\n", "cloud")
        #expect(try location().cloudAccess() == one)
        #expect(try location().formerAccess() == two)
        // The next change of servers cleans up the remaining files.
        try location().useCloud(two)
        #expect(try location().cloudAccess() == two)
        #expect(try location().formerAccess() == one)
        #expect(access(folder + "/cloud.kept/cloud.token", F_OK) != 0)
        try location().leaveCloud()
        #expect(try location().formerAccess() == nil)
    }

    @Test(.timeLimit(.minutes(10))) func callersLearnThatTheCloudAwaitsSealing() async throws {
        try location().useCloud(CloudAccess(url: first, token: "any"))
        let error = CloudError(.unusable, "It is not sealed.", awaitsSealing: true)
        let folder = folder
        let agent = try await TestAgent(
            {
                try HomeLocation(
                    home: folder.path("home"), device: "desk", environment: [:], hostName: ""
                ).inUsedAccount()
            }, { _, _ in UnavailableCloud(error) })
        let other = try DeviceStore(location().store)
        // The agent knows before other processes are told.
        while other.trouble == nil { try await Task.sleep(for: .milliseconds(5)) }
        #expect(other.trouble?.awaitsSealing == true)
        #expect(try await other.currentSyncState().phase == .unsealed("It is not sealed."))
        await #expect(throws: CloudError.self) { try await other.syncAndWait() }
        do { try await other.syncAndWait() } catch let error as CloudError {
            #expect(error.awaitsSealing && error.message == "It is not sealed.")
        }
        try await agent.end()
    }
}
