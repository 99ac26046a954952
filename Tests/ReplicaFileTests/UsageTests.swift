import ReplicaFile
import Replication
import SQLite
import ScratchFolder
import Testing

/// The size of all live values is kept, so that it can be read without reading the values.
struct UsageTests {
    private let folder = ScratchFolder()
    private var path: String { folder.path("replica.sqlite") }
    private let author = Author()

    private func open() throws -> ReplicaFile {
        try ReplicaFile(path: path, device: "desk", random: { 1 })
    }

    private struct Author {
        func entry(
            _ old: ReplicaEntry?, _ key: String, _ value: PropertyListValue?
        ) -> ReplicaEntry? {
            ReplicaEntry.edited(
                old, key: key, value: value,
                by: EditAuthor(
                    actor: ActorID(rawValue: 1), device: "desk", counter: 1,
                    stamp: Stamp(milliseconds: 1)))
        }
    }

    /// Writes as a store with limits does, and returns the usage that the store sees.
    @discardableResult
    private func write(
        _ values: [(String, PropertyListValue?)], in file: ReplicaFile, asking: Bool = true
    ) throws -> LiveUsage? {
        try file.write(.durable) { replica in
            if asking { _ = try replica.liveUsage() }
            for (key, value) in values {
                let old = try replica.entry(forKey: key)
                guard let new = author.entry(old, key, value) else { continue }
                try replica.put(new, replacing: old, cause: .edit(process: 1))
            }
            return asking ? try replica.liveUsage() : nil
        }
    }

    private func expectCounted(_ file: ReplicaFile, keys: Int, bytes: Int) throws {
        let expected = LiveUsage(keys: keys, bytes: bytes)
        #expect(try file.read { try $0.liveUsage() } == expected)
        #expect(try file.read { try $0.countedUsage() } == expected)
    }

    @Test func usageFollowsEachWrite() throws {
        let file = try open()
        #expect(
            try write([("a", .string("four")), ("b", .data([1, 2, 3]))], in: file)
                == LiveUsage(keys: 2, bytes: 7))
        try expectCounted(file, keys: 2, bytes: 7)
        try write([("a", .string("é")), ("b", nil), ("c", .integer(1000))], in: file)
        try expectCounted(file, keys: 2, bytes: 5)
        try write([("a", nil)], in: try open())
        try expectCounted(file, keys: 1, bytes: 3)
    }

    /// The other values could not even be read.
    @Test func aWriteReadsNoOtherValue() throws {
        let file = try open()
        try write((0..<100).map { ("\($0)", .string("x")) }, in: file)
        _ = try file.withDatabase { database in
            try database.run("UPDATE entries SET record = x'00' WHERE key <> '5'")
        }
        #expect(throws: DecodingError.self) { try file.read { try $0.countedUsage() } }
        let usage = try write([("5", .string("longer")), ("new", .string("xy"))], in: file)
        #expect(usage == LiveUsage(keys: 101, bytes: 107))
    }

    /// The usage is outdated if a version that does not keep it, or a program that does not ask for
    /// it, wrote values.
    @Test func usageIsRecountedAfterWritesByOthers() throws {
        let file = try open()
        try write([("a", .string("four"))], in: file)
        _ = try file.withDatabase { database in
            try database.run("UPDATE usage SET keys = 70, bytes = 700, revision = revision - 1")
        }
        try expectCounted(file, keys: 1, bytes: 4)
        #expect(
            try write([("b", .string("x"))], in: file) == LiveUsage(keys: 2, bytes: 5))
        try expectCounted(file, keys: 2, bytes: 5)
        try file.withDatabase { try $0.execute("DROP TABLE usage") }
        try write([("c", .string("x"))], in: file, asking: false)
        try expectCounted(file, keys: 3, bytes: 6)
        #expect(try !file.withDatabase { try $0.hasTables(["usage"]) })
    }

    @Test func failedWriteDoesNotChangeTheUsage() throws {
        struct Refused: Error {}
        let file = try open()
        try write([("a", .string("four"))], in: file)
        #expect(throws: Refused.self) {
            try file.write(.durable) { replica in
                let old = try replica.entry(forKey: "b")
                let new = author.entry(old, "b", .string("x"))
                if let new { try replica.put(new, replacing: old, cause: .edit(process: 1)) }
                guard try replica.liveUsage().keys == 1 else { throw Refused() }
            }
        }
        try expectCounted(file, keys: 1, bytes: 4)
    }
}
