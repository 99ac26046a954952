import ReplicaFile
import Replication
import SQLite
import ScratchFolder
import Testing

/// Transactions that are written in several parts.
struct LargeTransactionTests {
    let folder = ScratchFolder()

    private static let many = 2_300

    private static func key(_ number: Int) -> String { "k\(10_000 + number)" }

    /// A derived table that refuses one of the values.
    private struct Refusing: DerivedTable {
        struct Refusal: Error {}

        let name = "refusing"
        let version: Int64 = 1
        var value: Int64

        func create(in database: Database) throws {}

        func update(for changes: [EntryChange], in database: Database) throws {
            if changes.contains(where: { $0.new.record.value?.integer == value }) {
                throw Refusal()
            }
        }
    }

    private func values(_ replica: ReplicaFile) throws -> [Int64?] {
        try replica.read { reader in
            try reader.liveKeys().map { try reader.entry(forKey: $0)?.record.value?.integer }
        }
    }

    private func lengths(_ replica: ReplicaFile) throws -> [Int64] {
        try replica.withDatabase { database in
            try database.query("SELECT length FROM lengths ORDER BY key") { $0.integer(0) }
        }
    }

    @Test func largeTransactionWritesAllEntries() throws {
        let replica = try folder.replica(derivedTables: [DerivedTableTests.Lengths(version: 1)])
        try replica.write(.durable) { replica in
            for number in 0..<Self.many {
                let text = String(repeating: "x", count: number % 7)
                try replica.put(
                    .unsent(Self.key(number), .string(text)), replacing: nil,
                    cause: .edit(process: 1))
            }
        }
        #expect(try lengths(replica) == (0..<Self.many).map { Int64($0 % 7) })
        #expect(try replica.read { try $0.localRevision() } == Int64(Self.many))
        #expect(try replica.read { try $0.dirtyCount() } == Self.many)
    }

    /// A read within the transaction finds every entry put so far, however much is already written.
    @Test func largeTransactionReadsItsOwnEntries() throws {
        let replica = try folder.replica()
        try replica.write(.durable) { replica in
            for number in 0..<Self.many {
                let entry = ReplicaEntry.unsent(Self.key(number), .integer(Int64(number)))
                try replica.put(entry, replacing: nil, cause: .edit(process: 1))
                guard number % 377 == 0 else { continue }
                #expect(try replica.entry(forKey: Self.key(number)) == entry)
                #expect(try replica.entry(forKey: Self.key(number / 2)) != nil)
                #expect(try replica.liveCount() == number + 1)
                #expect(try replica.liveKeys().last == Self.key(number))
            }
        }
        #expect(try values(replica) == (0..<Self.many).map { Int64($0) })
    }

    @Test func largeTransactionKeepsTheLastEditOfEachKey() throws {
        let replica = try folder.replica(derivedTables: [DerivedTableTests.Lengths(version: 1)])
        try replica.write(.durable) { replica in
            for text in ["a", "bb", "ccc"] {
                for number in 0..<Self.many {
                    let old = try replica.entry(forKey: Self.key(number))
                    try replica.put(
                        .unsent(Self.key(number), .string(text)), replacing: old,
                        cause: .edit(process: 1))
                }
            }
        }
        #expect(try lengths(replica) == Array(repeating: 3, count: Self.many))
    }

    @Test(arguments: [3, 700, many - 1])
    func largeTransactionFailsAsAWholeIfOneEntryFails(_ refused: Int) throws {
        let replica = try folder.replica(derivedTables: [Refusing(value: Int64(refused))])
        try replica.put(.unsent("a", .integer(-1)))
        #expect(throws: Refusing.Refusal.self) {
            try replica.write(.durable) { replica in
                for number in 0..<Self.many {
                    try replica.put(
                        .unsent(Self.key(number), .integer(Int64(number))), replacing: nil,
                        cause: .edit(process: 1))
                }
            }
        }
        #expect(try values(replica) == [-1])
        try replica.put(.unsent("b", .integer(-2)))
        #expect(try values(replica) == [-1, -2])
    }

    @Test func abandonedLargeTransactionChangesNothing() throws {
        struct GivenUp: Error {}
        let replica = try folder.replica()
        #expect(throws: GivenUp.self) {
            try replica.write(.durable) { replica in
                for number in 0..<Self.many {
                    try replica.put(
                        .unsent(Self.key(number), .integer(1)), replacing: nil,
                        cause: .edit(process: 1))
                }
                throw GivenUp()
            }
        }
        #expect(try values(replica) == [])
    }
}
