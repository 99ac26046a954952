import Dispatch
import Glibc
import ReplicaFile
import Replication
import SQLite
import ScratchFolder
import Synchronization
import TestSupport
import Testing

/// Several openings of one file, as by the processes of a device.
@Suite(.ownThread)
struct SharingTests {
    let folder = ScratchFolder()

    @Test func twoProcessesSeeEachOthersWrites() throws {
        let (one, two) = (try folder.replica(), try folder.replica())
        try one.put(.unsent("a", .string("1")))
        #expect(try two.entry("a")?.record.value == .string("1"))
        try two.put(.unsent("a", .string("2"), counter: 2))
        #expect(try one.entry("a")?.record.value == .string("2"))
    }

    @Test func readerOfARemovedFileIsRefusedAndMakesNoFile() throws {
        let replica = try folder.replica()
        try replica.put(.unsent("a", .string("1")))
        for end in ["", "-wal", "-shm"] { unlink(folder.replicaPath + end) }
        let error = #expect(throws: SQLiteError.self) { try replica.makeReader() }
        #expect(error?.code == .moved)
        #expect(folder.names == [])
    }

    /// Sixteen tasks increment a counter through two openings, and no increment is lost.
    @Test func simultaneousWritesAreAllKept() async throws {
        let replicas = [try folder.replica(), try folder.replica()]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<16 {
                let replica = replicas[number % 2]
                group.addTask {
                    for turn in 0..<20 { try raise(replica, "k.\(number).\(turn)") }
                }
            }
            try await group.waitForAll()
        }
        for replica in replicas {
            #expect(try replica.read { try $0.liveCount() } == 320)
            #expect(try replica.read { try $0.meta().counter } == 320)
            #expect(try replica.read { try $0.localRevision() } == 320)
        }
    }

    private func raise(_ replica: ReplicaFile, _ key: String) throws {
        try replica.write(.relaxed) { replica in
            var meta = try replica.meta()
            meta.counter += 1
            try replica.setMeta(meta)
            try replica.put(
                .unsent(key, .integer(1), counter: meta.counter), replacing: nil,
                cause: .edit(process: 1))
        }
    }

    /// The first process creates the file, and then all have the same actor.
    @Test func simultaneousFirstOpeningsAgreeOnOneActor() async throws {
        let path = folder.replicaPath
        let actors = try await withThrowingTaskGroup(of: ActorID.self) { group in
            for number in 1...8 as ClosedRange<UInt64> {
                group.addTask {
                    let replica = try ReplicaFile(path: path, device: "desk", random: { number })
                    return try replica.read { try $0.meta().actor }
                }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(actors.count == 1)
    }

    private final class Seen: Sendable {
        let keys = Mutex<[String]?>(nil)
        let isDone = DispatchSemaphore(value: 0)
    }

    /// While one thread writes, another one reads the previous state.
    @Test func readerDoesNotWaitForAWriter() async throws {
        let replica = try folder.replica()
        try replica.put(.unsent("a", .string("1")))
        let (asked, ask) = AsyncStream.makeStream(of: Void.self)
        let reader = Task.detached {
            for await _ in asked { break }
            return try replica.read { try $0.liveKeys() }
        }
        let seen = Seen()
        try replica.write(.durable) { writer in
            try writer.put(.unsent("b", .string("2")), replacing: nil, cause: .edit(process: 1))
            ask.yield()
            Task.detached {
                let keys = try? await reader.value
                seen.keys.withLock { $0 = keys }
                seen.isDone.signal()
            }
            seen.isDone.wait()
        }
        #expect(seen.keys.withLock { $0 } == ["a"])
        #expect(try replica.read { try $0.liveKeys() } == ["a", "b"])
    }

    private struct Stop: Error {}

    @Test func failedTransactionChangesNothing() throws {
        let replica = try folder.replica()
        try replica.put(.unsent("a", .string("1")))
        #expect(throws: Stop.self) {
            try replica.write(.durable) { replica in
                var meta = try replica.meta()
                meta.counter = 5
                try replica.setMeta(meta)
                let old = try replica.entry(forKey: "a")
                try replica.put(
                    .unsent("a", nil, counter: 2), replacing: old, cause: .edit(process: 1))
                try replica.put(
                    .unsent("b", .string("2")), replacing: nil, cause: .edit(process: 1))
                throw Stop()
            }
        }
        try replica.read { replica throws in
            #expect(try replica.liveKeys() == ["a"])
            #expect(try replica.meta().counter == 0)
            #expect(try replica.localRevision() == 1)
        }
        try replica.put(.unsent("c", .string("3")))
        #expect(try replica.read { try $0.liveKeys() } == ["a", "c"])
    }
}
