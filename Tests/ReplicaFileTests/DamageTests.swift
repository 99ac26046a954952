import Replication
import SQLite
import ScratchFolder
import Testing

@testable import ReplicaFile

/// Damaged files, and files of other kinds and versions.
struct DamageTests {
    let folder = ScratchFolder()

    @Test func fileOfANewerFormatIsRefusedAndUnchanged() throws {
        try folder.replica().put(.unsent("a", .string("1")))
        do {
            let database = try Database(path: folder.replicaPath)
            try database.execute("PRAGMA user_version = 6; PRAGMA wal_checkpoint(TRUNCATE)")
        }
        let before = folder.read("replica.sqlite")
        let error = #expect(throws: ReplicaFileError.self) { try folder.replica() }
        #expect(error?.problem == .newer(format: 6))
        #expect(error?.description.contains("newer Cloudy") == true)
        #expect(error?.description.contains(folder.replicaPath) == true)
        #expect(folder.read("replica.sqlite") == before)
    }

    /// A file from before the first release is not changed, and the error says what to do.
    @Test func fileOfAnOlderFormatIsRefusedAndUnchanged() throws {
        try folder.replica().put(.unsent("a", .string("1")))
        do {
            let database = try Database(path: folder.replicaPath)
            try database.execute("PRAGMA user_version = 1; PRAGMA wal_checkpoint(TRUNCATE)")
        }
        let before = folder.read("replica.sqlite")
        let error = #expect(throws: ReplicaFileError.self) { try folder.replica() }
        #expect(error?.problem == .older(format: 1))
        #expect(error?.description.contains("defaults.plist") == true)
        #expect(folder.read("replica.sqlite") == before)
    }

    /// Format 2 knew no other answer than yes, and did not record which keys were held.
    @Test func aFileOfFormat2IsMigrated() throws {
        try folder.replica().put(.unsent("a", .string("1")))
        try Database(path: folder.replicaPath).execute(
            """
            ALTER TABLE meta DROP COLUMN run_count;
            ALTER TABLE meta DROP COLUMN run_start;
            ALTER TABLE meta DROP COLUMN run_began;
            DROP TABLE held;
            ALTER TABLE meta DROP COLUMN held_own;
            ALTER TABLE meta DROP COLUMN held_there;
            ALTER TABLE meta RENAME COLUMN held_answer TO accepts_deletions;
            UPDATE meta SET accepts_deletions = 1, held_deletions = 11, held_total = 20;
            PRAGMA user_version = 2;
            """)
        let meta = try folder.replica().read { try $0.meta() }
        #expect(meta.held == HeldDeletions(deletions: 11, total: 20))
        #expect(meta.heldAnswer == .accept)
        #expect(try folder.replica().read { try $0.dirtyCount() } == 1)
    }

    /// Format 3 counted the deletions of each listing separately.
    @Test func aFileOfFormat3IsMigrated() throws {
        try folder.replica().put(.unsent("a", .string("1")))
        try Database(path: folder.replicaPath).execute(
            """
            ALTER TABLE meta DROP COLUMN run_count;
            ALTER TABLE meta DROP COLUMN run_start;
            ALTER TABLE meta DROP COLUMN run_began;
            ALTER TABLE meta ADD COLUMN held_keys BLOB;
            DROP TABLE held;
            PRAGMA user_version = 3;
            """)
        let run = DeletionRun(count: 3, start: 0, began: 1)
        try folder.replica().write(.durable) { replica in
            var meta = try replica.meta()
            #expect(meta.deletionRun == nil)
            meta.deletionRun = run
            try replica.setMeta(meta)
        }
        #expect(try folder.replica().read { try $0.meta() }.deletionRun == run)
        #expect(try folder.replica().read { try $0.dirtyCount() } == 1)
    }

    /// Format 4 recorded only the first thousand held keys.
    @Test func aFileOfFormat4IsMigrated() throws {
        try folder.replica().put(.unsent("a", .string("1")))
        try Database(path: folder.replicaPath).execute(
            """
            ALTER TABLE meta ADD COLUMN held_keys BLOB;
            UPDATE meta SET held_keys = x'00', held_deletions = 11, held_total = 20, run_count = 1,
                run_start = 2, run_began = 3;
            DROP TABLE held;
            PRAGMA user_version = 4;
            """)
        var meta = try folder.replica().read { try $0.meta() }
        #expect(meta.held == HeldDeletions(deletions: 11, total: 20, earlier: 1))
        #expect(meta.deletionRun == DeletionRun(count: 1, start: 2, began: 3))
        meta.heldJoin = HeldJoin(own: 4, there: 5)
        try folder.replica().write(.durable) { replica in
            try replica.setMeta(meta)
            try replica.setHeldKeys(["a"])
        }
        #expect(try folder.replica().read { try $0.meta() } == meta)
        #expect(try folder.replica().read { try $0.heldKeys() } == ["a"])
    }

    /// The table for them is created with the first cloud that is left, in a file of this format.
    @Test func leftCloudsAreStoredWithoutANewFormat() throws {
        let replica = try folder.replica()
        #expect(try replica.read { try $0.leftClouds() } == [])
        let marks = [SendMark(number: 7, nonce: .max), SendMark(number: 8, nonce: 1)]
        let clouds = [
            LeftCloud(
                epoch: "b", actor: ActorID(rawValue: .max), confirmedMark: marks[0],
                pendingMarks: marks, sentCounter: 9),
            LeftCloud(
                epoch: "a", actor: ActorID(rawValue: 1), confirmedMark: nil, pendingMarks: [],
                sentCounter: 0),
        ]
        for _ in 0..<2 { try replica.write(.relaxed) { try $0.setLeftClouds(clouds) } }
        #expect(try folder.replica().read { try $0.leftClouds() } == clouds)
        try Database(path: folder.replicaPath).execute(
            "UPDATE left_clouds SET sent_counter = \(Int64.max)")
        #expect(throws: ImplausibleMeta.self) { try replica.read { try $0.leftClouds() } }
        try Database(path: folder.replicaPath).execute("DROP TABLE left_clouds")
        #expect(try folder.replica().read { try $0.leftClouds() } == [])
        #expect(try Database(path: folder.replicaPath).userVersion() == 5)
    }

    /// The same holds for the table of a replica's own marks.
    @Test func ownMarksAreStoredWithoutANewFormat() throws {
        let replica = try folder.replica()
        let marks = (1...UInt64(ReplicaMeta.maximumOwnMarks) + 1).map {
            SendMark(number: $0, nonce: .max - $0)
        }
        #expect(try replica.read { try $0.isOwnMark(marks[0]) } == false)
        for mark in marks { try replica.write(.relaxed) { try $0.noteOwnMark(mark) } }
        try folder.replica().read { replica throws in
            #expect(try marks.filter { try !replica.isOwnMark($0) } == [marks[0]])
            #expect(try !replica.isOwnMark(SendMark(number: 2, nonce: 2)))
        }
        let database = try Database(path: folder.replicaPath)
        try database.execute("DROP TABLE own_marks")
        #expect(try folder.replica().read { try $0.isOwnMark(marks[1]) } == false)
        #expect(try database.userVersion() == 5)
    }

    /// The same holds for the local revision before a run of deletions.
    @Test func startOfADeletionRunIsStoredWithoutANewFormat() throws {
        let replica = try folder.replica()
        var meta = try replica.read { try $0.meta() }
        for since in [5, 9] as [Int64] {
            meta.deletionRun = DeletionRun(count: 1, start: since, began: 3, since: since)
            for _ in 0..<2 { try replica.write(.relaxed) { try $0.setMeta(meta) } }
            #expect(try folder.replica().read { try $0.meta() } == meta)
        }
        // A version that does not know the table has begun another run.
        let database = try Database(path: folder.replicaPath)
        try database.execute("UPDATE meta SET run_start = 12")
        #expect(
            try replica.read { try $0.meta() }.deletionRun
                == DeletionRun(count: 1, start: 12, began: 3))
        #expect(try database.userVersion() == 5)
    }

    @Test(arguments: ["", "PRAGMA user_version = 1;", "PRAGMA application_id = 1;"])
    func databaseOfAnotherProgramIsRefusedAndUnchanged(_ number: String) throws {
        try Database(path: folder.replicaPath).execute("CREATE TABLE meta(id); \(number)")
        let before = folder.read("replica.sqlite")
        let error = #expect(throws: ReplicaFileError.self) { try folder.replica() }
        #expect(error?.problem == .foreign)
        #expect(error?.description.contains(folder.replicaPath) == true)
        #expect(folder.read("replica.sqlite") == before)
    }

    /// A cloud's file is ours as well, but not a replica.
    @Test func fileMarkedAsACloudIsRefused() throws {
        try folder.replica().put(.unsent("a", .string("1")))
        try Database(path: folder.replicaPath).execute("PRAGMA application_id = 0x436C6443")
        let error = #expect(throws: ReplicaFileError.self) { try folder.replica() }
        #expect(error?.problem == .foreign)
    }

    /// The first replicas had no mark.
    @Test func replicaWithoutAnApplicationIDIsAccepted() throws {
        try folder.replica().put(.unsent("a", .string("1")))
        #expect(try Database(path: folder.replicaPath).applicationID() == 0x436C_6479)
        try Database(path: folder.replicaPath).execute("PRAGMA application_id = 0")
        #expect(try folder.replica().read { try $0.entry(forKey: "a") } != nil)
    }

    @Test func garbageFileIsRefusedAndUnchanged() throws {
        let garbage = (0..<8192).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        folder.write("replica.sqlite", garbage)
        let error = #expect(throws: SQLiteError.self) { try folder.replica() }
        #expect(error?.code == .notADatabase)
        #expect(folder.read("replica.sqlite") == garbage)
    }

    /// At every length that lacks a page, there is an error, at the latest when the page is read.
    @Test func aTruncatedFileGivesAnError() throws {
        do {
            let replica = try folder.replica()
            for number in 0..<200 {
                try replica.put(
                    .unsent("key \(number)", .string(String(repeating: "x", count: 200))))
            }
            try replica.withDatabase { try $0.execute("PRAGMA wal_checkpoint(TRUNCATE)") }
        }
        let whole = folder.read("replica.sqlite")
        for length in stride(from: 1024, to: whole.count, by: 8192) {
            let other = ScratchFolder()
            other.write("replica.sqlite", whole.prefix(length))
            #expect(throws: (any Error).self) {
                let replica = try other.replica()
                try replica.read { replica throws in
                    _ = try replica.meta()
                    for key in try replica.liveKeys() { _ = try replica.entry(forKey: key) }
                    _ = try replica.dirtyEntries(limit: .max, tombstonesOnly: false)
                }
            }
        }
    }

    @Test func aDamagedRecordGivesAnError() throws {
        let replica = try folder.replica()
        try replica.put(.unsent("a", .string("1")), .unsent("b", .string("2")))
        try replica.withDatabase { database in
            _ = try database.run("UPDATE entries SET record = x'ff00ff' WHERE key = 'a'")
        }
        #expect(throws: (any Error).self) { try replica.entry("a") }
        #expect(try replica.entry("b")?.record.value == .string("2"))
    }

    @Test func replicaWithoutMetaGivesAnError() throws {
        let replica = try folder.replica()
        try replica.withDatabase { _ = try $0.run("DELETE FROM meta") }
        let error = #expect(throws: MissingMeta.self) { try replica.read { try $0.meta() } }
        #expect(error?.description.contains("damaged") == true)
    }
}
