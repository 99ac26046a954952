import ReplicaFile
import Replication
import SQLite
import ScratchFolder
import TestSupport
import Testing

/// Entries are read as they were written.
@Suite(.ownThread)
struct EntryTests {
    let folder = ScratchFolder()

    @Test func entriesAreReadAsTheyWerePut() throws {
        let value = PropertyListValue.dictionary([
            "text": .string("a\u{0}b é 🙂"), "list": .array([.integer(.min), .real(.nan)]),
            "data": .data([0, 255]), "truth": .boolean(true), "date": .date(0.25),
        ])
        var changed = ReplicaEntry.unsent("c", value, counter: 2)
        changed.base = ReplicaEntry.unsent("c", .string("old")).record
        changed.baseRevision = 4
        let entries = [
            ReplicaEntry.unsent("a", value), .unsent("b", nil).sent(revision: 3), changed,
        ]
        do {
            let replica = try folder.replica()
            for entry in entries { try replica.put(entry) }
        }
        let replica = try folder.replica()
        for entry in entries { #expect(try replica.entry(entry.key) == entry) }
        #expect(try replica.entry("none") == nil)
    }

    /// A transaction remembers gaps between keys, ordered by the keys' bytes.
    @Test(arguments: 0..<40)
    func transactionFindsExactlyTheExistingEntries(_ seed: UInt64) throws {
        let keys = [
            "", "a", "aa", "a\u{0}", "a\u{0}b", "ab", "b", "é", "e\u{301}", "ß", "Z", "\u{FFFD}",
            "\u{10FFFF}", "\u{E000}", "bookmark/1", "bookmark/2", "bookmark/10",
        ]
        var state = seed
        func random(_ count: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % count
        }
        let replica = try folder.replica()
        // Swift treats two spellings of an accent as one key, and the database as two.
        var there: Set<[UInt8]> = []
        for _ in 0..<4 {
            try replica.write(.relaxed) { replica in
                for _ in 0..<30 {
                    let key = keys[random(keys.count)]
                    let found = try replica.entry(forKey: key)
                    let expected = there.contains(Array(key.utf8))
                    #expect((found != nil) == expected, "\(key.debugDescription)")
                    #expect(found.map { Array($0.key.utf8) == Array(key.utf8) } ?? true)
                    if random(2) == 0 { continue }
                    try replica.put(
                        .unsent(key, .string("v")), replacing: found, cause: .edit(process: 1))
                    there.insert(Array(key.utf8))
                }
            }
        }
    }

    @Test func baseEqualToTheRecordIsStoredOnce() throws {
        let replica = try folder.replica()
        let sent = ReplicaEntry.unsent("a", .string("one")).sent(revision: 1)
        var edited = ReplicaEntry.unsent("b", .string("two"), counter: 2)
        edited.base = sent.record
        edited.perhapsSent = [sent.record, ReplicaEntry.unsent("b", .integer(1)).record]
        edited.baseRevision = 1
        try replica.put(sent, edited)
        let kept = try replica.withDatabase { database in
            try database.query("SELECT base IS NULL FROM entries ORDER BY key") { $0.integer(0) }
        }
        #expect(kept == [1, 0])
        #expect(try replica.entry("a")?.base == sent.record)
        #expect(try replica.entry("b") == edited)
    }

    @Test func unsentEntriesAreTombstonesFirstThenOldestFirst() throws {
        let replica = try folder.replica()
        try replica.put(
            .unsent("z", .string("first")), .unsent("b", nil), .unsent("a", .string("second")),
            .unsent("c", .string("sent")).sent(revision: 1))
        try replica.read { replica throws in
            let all = try replica.dirtyEntries(limit: 10, tombstonesOnly: false)
            #expect(all.map(\.key) == ["b", "z", "a"])
            let first = try replica.dirtyEntries(limit: 2, tombstonesOnly: false)
            #expect(first.map(\.key) == ["b", "z"])
            let tombstones = try replica.dirtyEntries(limit: 10, tombstonesOnly: true)
            #expect(tombstones.map(\.key) == ["b"])
            #expect(try replica.dirtyEntries(limit: .max, tombstonesOnly: false).count == 3)
            #expect(try replica.dirtyCount() == 3)
        }
    }

    @Test func keysAreCountedAndListed() throws {
        let replica = try folder.replica()
        try replica.put(
            .unsent("b", .string("x")), .unsent("a", .string("y")).sent(revision: 2),
            .unsent("c", nil).sent(revision: 3))
        try replica.read { replica throws in
            #expect(try replica.liveCount() == 2)
            #expect(try replica.liveKeys() == ["a", "b"])
            #expect(try replica.keysWithBase().sorted() == ["a", "c"])
        }
    }

    @Test func forgettingBasesMarksAllEntriesUnsent() throws {
        let replica = try folder.replica()
        var edited = ReplicaEntry.unsent("b", .string("new"), counter: 2)
        edited.base = ReplicaEntry.unsent("b", .string("old")).record
        edited.baseRevision = 2
        let entries = [
            ReplicaEntry.unsent("a", .string("x")).sent(revision: 1), edited,
            .unsent("c", nil).sent(revision: 3),
        ]
        for entry in entries { try replica.put(entry) }
        try replica.write(.relaxed) { try $0.forgetBases() }
        for var entry in entries {
            entry.baseRevision = 0
            entry.isDirty = true
            #expect(try replica.entry(entry.key) == entry)
        }
        let dirty = try replica.read { try $0.dirtyEntries(limit: 9, tombstonesOnly: false) }
        #expect(dirty.map(\.key) == ["c", "a", "b"])
        #expect(try replica.read { try $0.keysWithBase() }.isEmpty)
    }

    @Test func metaIsReadAsItWasWritten() throws {
        var meta = try folder.replica().read { try $0.meta() }
        #expect(
            meta == ReplicaMeta(actor: ActorID(rawValue: 0xffff_0000_1234_5678), device: "desk"))
        meta.actor = ActorID(rawValue: .max)
        meta.device = "Büro “1”"
        meta.counter = 1 << 60 - 1
        meta.clock = Stamp(milliseconds: 1_800_000_000_000, counter: .max)
        meta.confirmedMark = SendMark(number: 3, nonce: .max)
        meta.pendingMarks = [
            SendMark(number: 1 << 59, nonce: 0), SendMark(number: 5, nonce: 1 << 63),
        ]
        meta.certainCounter = 1 << 59
        meta.sentCounter = 1 << 60 - 2
        meta.pastIncarnations = 2
        meta.cloudClockOffset = -5
        meta.epoch = ""
        meta.head = 12
        meta.cursor = 0
        meta.lastSync = 99
        meta.isOffline = true
        meta.isQuotaExceeded = true
        meta.deletionRun = DeletionRun(
            count: 7, start: -1, began: 1_800_000_000_000, since: 12)
        meta.held = HeldDeletions(deletions: 11, total: 20, earlier: 7, missing: 3)
        meta.heldAnswer = .restore
        meta.heldJoin = HeldJoin(own: 12, there: 3)
        meta.policies = MergePolicies([
            "": .latest, "b.": .fields(sets: ["tags"]), "c": .fields(sets: []),
        ])
        try folder.replica().write(.durable) { try $0.setMeta(meta) }
        #expect(try folder.replica().read { try $0.meta() } == meta)
        meta.held = HeldDeletions(deletions: 12, total: 20, earlier: 7)
        try folder.replica().write(.durable) { try $0.setMeta(meta) }
        #expect(try folder.replica().read { try $0.meta() } == meta)
    }

    @Test func heldKeysAreStored() throws {
        let replica = try folder.replica()
        #expect(try replica.read { try $0.heldKeys() } == [])
        let keys = (0..<3000).map { "b.\($0)" }.sorted()
        for held in [keys, Array(keys.dropFirst()), ["ä", "ö"], []] {
            try replica.write(.relaxed) { try $0.setHeldKeys(held) }
            #expect(try folder.replica().read { try $0.heldKeys() } == held)
        }
    }
}
