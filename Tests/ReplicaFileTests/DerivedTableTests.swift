import ReplicaFile
import Replication
import SQLite
import ScratchFolder
import Testing

/// Tables that are derived from the records.
struct DerivedTableTests {
    /// The length of each live string, times a factor that depends on the version.
    struct Lengths: DerivedTable {
        let name = "lengths"
        var version: Int64

        func create(in database: Database) throws {
            try database.execute(
                """
                DROP TABLE IF EXISTS lengths;
                CREATE TABLE lengths(key TEXT PRIMARY KEY, length INTEGER);
                """)
        }

        func update(for changes: [EntryChange], in database: Database) throws {
            for change in changes { try update(change.new, in: database) }
        }

        private func update(_ entry: ReplicaEntry, in database: Database) throws {
            if let text = entry.record.value?.string {
                try database.run(
                    "INSERT OR REPLACE INTO lengths VALUES(?, ?)", .text(entry.key),
                    .integer(Int64(text.count) * version))
            } else {
                try database.run("DELETE FROM lengths WHERE key = ?", .text(entry.key))
            }
        }
    }

    let folder = ScratchFolder()

    private func lengths(_ replica: ReplicaFile) throws -> [Int64] {
        try replica.withDatabase { database in
            try database.query("SELECT length FROM lengths ORDER BY key") { $0.integer(0) }
        }
    }

    @Test func derivedTableFollowsTheRecords() throws {
        let replica = try folder.replica(derivedTables: [Lengths(version: 1)])
        try replica.put(.unsent("a", .string("1")), .unsent("b", .string("22")))
        #expect(try lengths(replica) == [1, 2])
        try replica.put(.unsent("a", nil, counter: 2))
        #expect(try lengths(replica) == [2])
    }

    @Test func derivedTableIsRebuiltWhenItsVersionIsRaised() throws {
        do {
            let replica = try folder.replica(derivedTables: [Lengths(version: 1)])
            try replica.put(
                .unsent("a", .string("1")), .unsent("b", .string("22")), .unsent("c", nil))
        }
        let replica = try folder.replica(derivedTables: [Lengths(version: 10)])
        #expect(try lengths(replica) == [10, 20])
    }

    @Test func derivedTableIsBuiltFromExistingRecords() throws {
        try folder.replica().put(.unsent("a", .string("333")))
        #expect(try lengths(folder.replica(derivedTables: [Lengths(version: 1)])) == [3])
    }

    @Test func derivedTableIsNotRebuiltWhileItsVersionIsTheSame() throws {
        try folder.replica(derivedTables: [Lengths(version: 1)]).put(.unsent("a", .string("1")))
        let first = try folder.replica()
        try first.withDatabase { _ = try $0.run("UPDATE lengths SET length = 99") }
        #expect(try lengths(folder.replica(derivedTables: [Lengths(version: 1)])) == [99])
    }
}
