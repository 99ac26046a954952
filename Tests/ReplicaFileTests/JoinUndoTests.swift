import ReplicaFile
import Replication
import SQLite
import ScratchFolder
import Testing

/// A replica that joined a server by mistake, and returns to its state from before.
struct JoinUndoTests {
    let replica: ReplicaFile
    private let folder = ScratchFolder()
    private let server = "https://other.example"

    /// A replica with two values of its own and a deleted one joins a server.
    init() throws {
        replica = try folder.replica()
        try replica.write(.durable) { replica in
            var meta = try replica.meta()
            meta.policies.declare(.fields(sets: ["tags"]), forPrefix: "")
            (meta.epoch, meta.cursor) = ("home", 7)
            try replica.setMeta(meta)
        }
        try edit("a", ["name": "Alpha", "notes": "old"])
        try edit("b", ["name": "Beta"])
        try edit("gone", ["name": "Gone"])
        try edit("gone", nil)
        try replica.keepJoinSnapshot(of: server, now: 5)
        try replica.settleJoinSnapshot(server)
        try replica.write(.durable) { replica in
            var meta = try replica.meta()
            (meta.epoch, meta.cursor) = ("server", 70)
            try replica.setMeta(meta)
        }
    }

    private func edit(_ key: String, _ fields: [String: String]?, process: Int64 = 1) throws {
        try replica.write(.durable) { replica in
            var meta = try replica.meta()
            let old = try replica.entry(forKey: key)
            let author = meta.author(now: 1000, isDeletion: fields == nil)
            let value = fields.map { PropertyListValue.dictionary($0.mapValues { .string($0) }) }
            let new = ReplicaEntry.edited(old, key: key, value: value, by: author)
            try replica.put(try #require(new), replacing: old, cause: .edit(process: process))
            try replica.setMeta(meta)
        }
    }

    /// An edit by another device at the server, which had seen this replica's entries.
    private func receive(_ key: String, _ fields: [String: String]?) throws {
        try replica.write(.durable) { replica in
            let old = try replica.entry(forKey: key)
            let actor = ActorID(rawValue: 99)
            let value = fields.map { PropertyListValue.dictionary($0.mapValues { .string($0) }) }
            var record = Record(
                content: value.map { .live($0) } ?? .deleted(last: old?.record.latestValue),
                vector: old?.record.vector ?? VersionVector(),
                stamp: Stamp(milliseconds: 2000), actor: actor, device: "other")
            if value != nil { record.vector[actor] += 1 }
            let entry = ReplicaEntry(
                key: key, record: record, base: record, baseRevision: 50, isDirty: false)
            try replica.put(
                entry, replacing: old, cause: .cloud(device: "other", isInitial: false))
        }
    }

    private func value(_ key: String) throws -> [String: String]? {
        try replica.entry(key)?.record.value?.dictionary?.compactMapValues(\.string)
    }

    /// Undoes the join; returns the effects that were promised, and checks that they are the actual
    /// ones.
    private func takeBack() throws -> [JoinUndo.Outcome: [String]] {
        let plan = try #require(try replica.joinUndo())
        try replica.beginJoinUndo()
        #expect(try replica.takeBackJoin() == plan)
        #expect(try replica.joinSnapshot() == nil)
        return plan.keys
    }

    @Test func valuesFromTheServerAreRemovedWithoutTombstones() throws {
        try receive("x", ["name": "Foreign"])
        let revision = try replica.read { try $0.localRevision() }
        #expect(try takeBack() == [.forgotten: ["x"]])
        #expect(try replica.entry("x") == nil)
        #expect(try value("a") == ["name": "Alpha", "notes": "old"])
        let told = try replica.read { try $0.changes(after: revision, notBy: 1) }
        #expect(told.map(\.key) == ["x"] && told.map(\.cause) == [.upkeep])
        // The key may come back, and then no list is told that it was removed.
        try receive("x", ["name": "Foreign"])
        let later = try replica.read { try $0.changes(after: revision, notBy: 1) }
        #expect(later.map(\.cause) == [.cloud(device: "other", isInitial: false)])
    }

    /// Otherwise its next edit would claim to have seen the removed edits, and the device would
    /// take itself for a copy when it meets them again.
    @Test func replicaThatLosesOwnEditsBecomesANewActor() throws {
        let before = try replica.read { try $0.meta() }
        try receive("x", ["name": "Foreign"])
        try replica.whileJoining(8) { try edit("x", ["name": "Merged"], process: 8) }
        _ = try takeBack()
        let meta = try folder.replica().read { try $0.meta() }
        #expect(meta.actor != before.actor && meta.counter < before.counter + 1)
        #expect(meta.pastIncarnations == before.pastIncarnations + 1)
        try edit("x", ["name": "Mine"])
        let vector = try #require(try replica.entry("x")).record.vector
        #expect(vector[before.actor] == 0 && vector[meta.actor] > 0)
    }

    @Test func replicaWhoseOwnRecordIsRevertedBecomesANewActor() throws {
        let before = try replica.read { try $0.meta() }
        try replica.whileJoining(8) { try edit("b", ["name": "Merged"], process: 8) }
        #expect(try takeBack() == [.putBack: ["b"]])
        #expect(try replica.read { try $0.meta() }.actor != before.actor)
    }

    @Test func replicaThatLosesOnlyRemoteEditsKeepsItsActor() throws {
        let before = try replica.read { try $0.meta() }
        try receive("x", ["name": "Foreign"])
        try receive("a", ["name": "Theirs"])
        try edit("b", ["name": "Mine"])
        _ = try takeBack()
        #expect(try replica.read { try $0.meta() }.actor == before.actor)
    }

    @Test func usageShrinksWithRemovedValues() throws {
        let before = try replica.read { try $0.liveUsage() }
        try receive("x", ["name": "Foreign"])
        #expect(try replica.read { try $0.liveUsage() } != before)
        _ = try takeBack()
        #expect(try replica.read { try $0.liveUsage() } == before)
    }

    @Test func valueAddedAfterJoiningStays() throws {
        try edit("new", ["name": "New"])
        try receive("new", ["name": "New", "notes": "theirs"])
        #expect(try takeBack() == [.kept: ["new"]])
        #expect(try value("new") == ["name": "New"])
    }

    @Test func serverValueEditedHereStays() throws {
        try receive("x", ["name": "Foreign"])
        try edit("x", ["name": "Mine"])
        #expect(try takeBack() == [.kept: ["x"]])
        #expect(try value("x") == ["name": "Mine"])
    }

    /// The same holds if the value was deleted; an edited value is kept, since the person may want
    /// it.
    @Test func serverValueDeletedHereStaysDeleted() throws {
        try receive("x", ["name": "Foreign"])
        try receive("y", ["name": "Edited"])
        try edit("y", ["name": "Mine"])
        try edit("x", nil)
        try edit("y", nil)
        #expect(try takeBack() == [:])
        #expect(try replica.entry("x") == nil)
        #expect(try value("y") == nil)
        #expect(try replica.entry("y")?.record.latestValue?.dictionary?["name"] == .string("Mine"))
    }

    @Test func valueChangedByOthersIsReverted() throws {
        let before = try #require(try replica.entry("a")).record
        try receive("a", ["name": "Theirs"])
        #expect(try takeBack() == [.putBack: ["a"]])
        let entry = try #require(try replica.entry("a"))
        // The dots are the same as before, so at no cloud does the value win against later edits by
        // others.
        #expect(entry.record == before)
        #expect(entry.baseRevision == 0 && entry.isDirty)
    }

    @Test func ownEditStaysAndChangesOfOthersAreReverted() throws {
        try receive("a", ["name": "Theirs", "notes": "old"])
        try edit("a", ["name": "Theirs", "notes": "mine"])
        try receive("a", ["name": "Theirs too", "notes": "mine", "url": "u"])
        #expect(try takeBack() == [.edited: ["a"]])
        #expect(try value("a") == ["name": "Alpha", "notes": "mine"])
        let vector = try #require(try replica.entry("a")).record.vector
        #expect(vector[ActorID(rawValue: 99)] == 0)
        let meta = try replica.read { try $0.meta() }
        #expect(vector[meta.actor] == meta.counter)
    }

    @Test func valueEditedOnlyHereIsUnchanged() throws {
        try edit("a", ["name": "Mine"])
        let before = try replica.entry("a")?.record
        #expect(try takeBack() == [:])
        #expect(try replica.entry("a")?.record == before)
    }

    @Test func undoneEditDoesNotCountAsAnEdit() throws {
        try receive("a", ["name": "Theirs", "notes": "old"])
        try edit("a", ["name": "Theirs", "notes": "mine"])
        try edit("a", ["name": "Theirs", "notes": "old"])
        _ = try takeBack()
        #expect(try value("a") == ["name": "Alpha", "notes": "old"])
    }

    @Test func valueDeletedByOthersComesBack() throws {
        try receive("b", nil)
        #expect(try takeBack() == [.broughtBack: ["b"]])
        #expect(try value("b") == ["name": "Beta"])
    }

    @Test func valueDeletedByJoiningComesBack() throws {
        try receive("x", ["name": "Foreign"])
        try replica.whileJoining(8) {
            try edit("b", nil, process: 8)
            try edit("x", ["name": "Merged"], process: 8)
            // A list is open meanwhile.
            try edit("a", ["name": "Alpha", "notes": "mine"], process: 1)
        }
        #expect(try takeBack() == [.forgotten: ["x"], .broughtBack: ["b"]])
        #expect(try value("b") == ["name": "Beta"])
        #expect(try value("a") == ["name": "Alpha", "notes": "mine"])
        // The process that joined goes on, as a list does.
        try replica.keepJoinSnapshot(of: server, now: 6)
        try replica.settleJoinSnapshot(server)
        try replica.whileJoining(8) {}
        try edit("b", nil, process: 8)
        #expect(try takeBack() == [:])
        #expect(try value("b") == nil)
    }

    @Test func valueDeletedHereStaysDeleted() throws {
        try edit("b", nil)
        try receive("b", ["name": "Beta", "notes": "theirs"])
        try receive("gone", ["name": "Gone"])
        #expect(try takeBack() == [.deleted: ["b"], .putBack: ["gone"]])
        #expect(try value("b") == nil && value("gone") == nil)
        #expect(
            try replica.entry("b")?.record.latestValue == .dictionary(["name": .string("Beta")]))
    }

    @Test func undoForgetsTheCursorOfTheServer() throws {
        let before = try replica.read { try $0.meta() }
        _ = try takeBack()
        let meta = try replica.read { try $0.meta() }
        // Even the same server is listed from the beginning.
        #expect(meta.cursor == nil && meta.pastIncarnations == before.pastIncarnations + 1)
        #expect(!meta.isOffline)
    }

    @Test func replicaIsOfflineUntilTheUndoIsDone() throws {
        try replica.beginJoinUndo()
        #expect(try replica.read { try $0.meta() }.isOffline)
        // The process was killed here, and the command is typed again.
        try replica.beginJoinUndo()
        #expect(try replica.joinSnapshot()?.isLeaving == true)
        _ = try replica.takeBackJoin()
        #expect(try !replica.read { try $0.meta() }.isOffline)
    }

    @Test func offlineModeStaysOnAfterTheUndo() throws {
        try setMeta { $0.isOffline = true }
        _ = try takeBack()
        #expect(try replica.read { try $0.meta() }.isOffline)
    }

    /// The server's records were sent to another cloud, and would come back from there.
    @Test func joiningCannotBeUndoneAfterUsingAnotherCloud() throws {
        try replica.beginJoinUndo()
        try setMeta { ($0.isOffline, $0.epoch) = (false, "home") }
        #expect(try replica.joinUndo() == nil)
    }

    @Test func abandonedServerKeepsTheEarlierSnapshot() throws {
        try receive("x", ["name": "Foreign"])
        try replica.keepJoinSnapshot(of: "https://third.example", now: 9)
        try edit("a", ["name": "Mine"])
        try replica.settleJoinSnapshot(server)
        #expect(try replica.joinSnapshot()?.server == server)
        #expect(try takeBack() == [.forgotten: ["x"]])
        #expect(try value("a") == ["name": "Mine"])
    }

    @Test func nextServerReplacesTheSnapshot() throws {
        try receive("x", ["name": "Foreign"])
        try replica.keepJoinSnapshot(of: "https://third.example", now: 9)
        try replica.settleJoinSnapshot("https://third.example")
        try receive("z", ["name": "Third"])
        #expect(try replica.joinSnapshot()?.made == 9)
        #expect(try takeBack() == [.forgotten: ["z"]])
        #expect(try value("x") == ["name": "Foreign"])
    }

    /// The snapshot is only a convenience. Damage to it must not prevent edits.
    @Test(arguments: [
        "UPDATE join_entries SET record = x'00'", "ALTER TABLE join_entries DROP COLUMN is_new",
    ])
    func damagedSnapshotDoesNotBlockEdits(_ damage: String) throws {
        try Database(path: folder.replicaPath).execute(damage)
        try edit("a", ["name": "Mine"])
        #expect(try value("a") == ["name": "Mine"])
        #expect(try folder.replica().joinUndo() == nil)
    }

    @Test func undoListsTheKeysThatTheServerHas() throws {
        let entry = try #require(try replica.entry("a"))
        try replica.put(entry.sent(revision: 3), cause: .cloud(device: "desk", isInitial: false))
        try receive("x", ["name": "Foreign"])
        #expect(try replica.joinUndo()?.sent == ["a"])
    }

    private func setMeta(_ change: @Sendable (inout ReplicaMeta) -> Void) throws {
        try replica.write(.durable) { replica in
            var meta = try replica.meta()
            change(&meta)
            try replica.setMeta(meta)
        }
    }
}
