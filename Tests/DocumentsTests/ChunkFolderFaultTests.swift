import Documents
import Glibc
import LocalCloud
import ScratchFolder
import Synchronization
import TestSupport
import Testing

/// A folder of chunks at each fault that a store of chunks can have.
///
/// A folder has no network. Its replies are lost with a process that ends, and it is slow where
/// another process holds it.
@Suite(.ownThread) struct ChunkFolderFaultTests {
    private typealias Fixture = ChunkFolderTests.Fixture

    enum Fault: String, Sendable, CaseIterable, CustomTestStringConvertible {
        case lostReply = "a process ends before it knows that a chunk was put"
        case killedWriter = "a process is killed while it writes"
        case tornFile = "a disk has only the beginning of a file"
        case wrongBytes = "a disk has wrong bytes of the right length in a chunk's file"
        case full = "the disk is full"
        case slow = "another process locks the folder for a long time"
        case twoWriters = "two processes put the same chunks at once"
        case collection = "chunks whose lease has ended are collected beside an upload"

        var testDescription: String { rawValue }
    }

    @Test(.timeLimit(.minutes(5)), arguments: Fault.allCases)
    func folderSurvivesTheFault(_ fault: Fault) async throws {
        switch fault {
        case .lostReply: try Self.aLostReply()
        case .killedWriter: try await Self.aKilledWriter()
        case .tornFile: try Self.aTornFile()
        case .wrongBytes: try Self.wrongBytes()
        case .full: await Self.aFullDisk()
        case .slow: try await Self.aSlowFolder()
        case .twoWriters: try await Self.twoWriters()
        case .collection: try await Self.aCollection()
        }
    }

    private static let chunk = Chunk((0..<5000).map { UInt8(truncatingIfNeeded: $0 &* $0) })
    private static let day = 24.0 * 3600

    private static func status(_ path: String) throws -> stat {
        var status = stat()
        try #require(lstat(path, &status) == 0, "\(path)")
        return status
    }

    /// The names of all files in the folder that has the chunk.
    private static func files(beside path: String) throws -> [String] {
        let folder = try #require(opendir(String(path.dropLast(65))))
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names
    }

    // MARK: Faults of processes

    /// Putting the chunk again writes nothing and renews its lease. Removing it again does no harm.
    private static func aLostReply() throws {
        let fixture = Fixture()
        try fixture.chunks.put([chunk])
        let before = try status(fixture.path(chunk.name))
        fixture.pass(20 * day)
        let again = ChunkFolder(path: fixture.chunks.path) { fixture.time.withLock { $0 } }
        try again.put([chunk])
        let after = try status(fixture.path(chunk.name))
        #expect(after.st_ino == before.st_ino)
        #expect(after.st_mtim.tv_sec >= before.st_mtim.tv_sec + Int(20 * day) - 1)
        #expect(try again.names() == [chunk.name])
        fixture.pass(31 * day)
        for _ in 0..<2 { try again.remove([chunk.name]) }
        #expect(try again.names().isEmpty)
    }

    /// Each chunk is there as a whole or not at all. Leftovers of the process are removed when the
    /// chunk is put again.
    private static func aKilledWriter() async throws {
        let fixture = Fixture()
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [path = fixture.chunks.path as String] in
            let chunks = ChunkFolder(path: path)
            let all = (0..<200).map { Chunk([UInt8](repeating: $0, count: 3000)) }
            Task.detached {
                while true {
                    try? await chunks.put(all)
                    try? chunks.drop(all.map(\.name))
                }
            }
            while try chunks.names().count < 3 { sched_yield() }
            raise(SIGKILL)
        }
        let all = (0..<200).map { Chunk([UInt8](repeating: $0, count: 3000)) }
        for name in try fixture.chunks.names() {
            #expect(try fixture.chunks.chunk(name) != nil)
        }
        try await fixture.chunks.put(all)
        #expect(try fixture.chunks.names() == all.map(\.name).sorted())
        for one in all {
            #expect(try fixture.chunks.chunk(one.name) == one)
            #expect(
                try files(beside: fixture.path(one.name)).allSatisfy { ChunkName($0) != nil })
        }
    }

    // MARK: Faults of disks

    /// A part of a chunk is never returned, and putting the chunk again repairs it.
    private static func aTornFile() throws {
        for length in [0, 1, 4096, 4999] {
            let fixture = Fixture()
            try fixture.chunks.put([chunk])
            #expect(truncate(fixture.path(chunk.name), length) == 0)
            let error = #expect(throws: ChunkStoreError.self) {
                try fixture.chunks.chunk(chunk.name)
            }
            #expect(error?.code == .damaged)
            #expect(error?.description.contains(fixture.path(chunk.name)) == true)
            try fixture.chunks.put([chunk])
            #expect(try fixture.chunks.chunk(chunk.name) == chunk)
        }
    }

    /// Wrong bytes are never returned. Only reading finds them, so only a caller that has read the
    /// chunk removes them: `cloudy docs send`.
    private static func wrongBytes() throws {
        let fixture = Fixture()
        try fixture.chunks.put([chunk])
        let file = open(fixture.path(chunk.name), O_WRONLY | O_CLOEXEC)
        #expect(pwrite(file, [255], 1, 2500) == 1)
        close(file)
        func isDamaged() -> Bool {
            do { return try fixture.chunks.chunk(chunk.name) == nil } catch {
                return error.code == .damaged
            }
        }
        #expect(isDamaged())
        try fixture.chunks.put([chunk])
        #expect(isDamaged())
        try fixture.chunks.drop([chunk.name])
        #expect(try fixture.chunks.missing(of: [chunk.name]) == [chunk.name])
        try fixture.chunks.put([chunk])
        #expect(try fixture.chunks.chunk(chunk.name) == chunk)
    }

    /// The folder reports that the disk is full, leaves no part of a chunk, keeps the others, and
    /// continues when there is room.
    private static func aFullDisk() async {
        await #expect(processExitsWith: .success) {
            let folder = ScratchFolder()
            let chunks = ChunkFolder(path: folder.path("chunks"))
            let small = (0..<8).map { Chunk([UInt8(200 + $0)]) }
            let large = Chunk([UInt8](repeating: 7, count: 5000))
            try await chunks.put([small[0]])
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit()
            getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            let before = limit.rlim_cur
            limit.rlim_cur = 1000
            setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            let error = #expect(throws: ChunkStoreError.self) {
                try chunks.put(small + [large])
            }
            #expect(error?.code == .full)
            #expect(error?.description.contains("Free some space") == true)
            #expect(try chunks.chunk(small[0].name) == small[0])
            #expect(try await chunks.missing(of: [large.name]) == [large.name])
            let left = try ChunkFolderFaultTests.files(
                beside: "\(chunks.path)/\(large.name.description.prefix(2))/\(large.name)")
            #expect(left.isEmpty)
            for name in try chunks.names() { _ = try #require(try chunks.chunk(name)) }
            limit.rlim_cur = before
            setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            try await chunks.put(small + [large])
            #expect(try chunks.names() == (small + [large]).map(\.name).sorted())
        }
    }

    // MARK: Others at work

    private final class Flag: Sendable {
        private let value = Mutex(false)
        var isRaised: Bool { value.withLock { $0 } }
        func raise() { value.withLock { $0 = true } }
    }

    /// Readers go on. A writer waits, and then writes everything.
    private static func aSlowFolder() async throws {
        let fixture = Fixture()
        try await fixture.chunks.put([chunk])
        let others = (0..<20).map { Chunk([$0]) }
        let lock = open(fixture.chunks.path + "/lock", O_RDWR | O_CLOEXEC)
        try #require(flock(lock, LOCK_EX) == 0)
        let isPut = Flag()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await fixture.chunks.put(others)
                isPut.raise()
            }
            for _ in 0..<20 {
                #expect(try fixture.chunks.chunk(chunk.name) == chunk)
                #expect(try fixture.chunks.names() == [chunk.name])
                #expect(fixture.chunks.contains(chunk.name))
                #expect(!isPut.isRaised)
                try await Task.sleep(for: .milliseconds(5))
            }
            close(lock)
            try await group.waitForAll()
        }
        #expect(try fixture.chunks.names() == ([chunk] + others).map(\.name).sorted())
    }

    /// Tasks share only as many threads as there are processors, and a stopped process keeps its
    /// lock.
    @Test(.timeLimit(.minutes(5))) func waitingWritersLeaveOtherTasksTheirThreads() async throws {
        let fixture = Fixture()
        try await fixture.chunks.put([Self.chunk])
        let lock = open(fixture.chunks.path + "/lock", O_RDWR | O_CLOEXEC)
        try #require(flock(lock, LOCK_EX) == 0)
        let count = 4 * sysconf(Int32(_SC_NPROCESSORS_ONLN))
        let others = (0..<count).map { Chunk(Array("\($0)".utf8)) }
        let writers = others.map { chunk in
            Task.detached { try await fixture.store.put([chunk]) }
        }
        let hasRun = Flag()
        Task.detached { hasRun.raise() }
        for _ in 0..<10_000 where !hasRun.isRaised {
            try await Task.sleep(for: .milliseconds(10))
        }
        #expect(hasRun.isRaised)
        close(lock)
        for writer in writers { try await writer.value }
        let missing = try await fixture.store.missing(of: others.map(\.name))
        #expect(missing.isEmpty)
    }

    /// Each chunk is there once and whole, and neither process leaves other files behind.
    private static func twoWriters() async throws {
        let fixture = Fixture()
        let all = (0..<60).map { Chunk([UInt8](repeating: $0, count: 3000)) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for order in [all, all.reversed(), all] {
                group.addTask {
                    let own = ChunkFolder(path: fixture.chunks.path)
                    for start in stride(from: 0, to: order.count, by: 3) {
                        try await own.put(Array(order[start..<start + 3]))
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try fixture.chunks.names() == all.map(\.name).sorted())
        for one in all {
            #expect(try fixture.chunks.chunk(one.name) == one)
            #expect(
                try files(beside: fixture.path(one.name)).allSatisfy { ChunkName($0) != nil })
        }
    }

    /// Chunks that the upload asked about or put are not collected.
    private static func aCollection() async throws {
        let fixture = Fixture()
        let all = (0..<300).map { Chunk([UInt8(truncatingIfNeeded: $0), UInt8($0 / 256)]) }
        for chunk in all where chunk.content[0].isMultiple(of: 2) {
            try await fixture.chunks.put([chunk])
            var time = try status(fixture.path(chunk.name)).st_mtim
            time.tv_sec -= Int(31 * day)
            utimensat(AT_FDCWD, fixture.path(chunk.name), [time, time], 0)
        }
        let isOver = Flag()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                let collector = fixture.chunks
                while !isOver.isRaised { try await collector.remove(all.map(\.name)) }
            }
            group.addTask {
                defer { isOver.raise() }
                for chunk in all.reversed() {
                    let missing = try await fixture.chunks.missing(of: [chunk.name])
                    if !missing.isEmpty { try await fixture.chunks.put([chunk]) }
                    #expect(fixture.chunks.contains(chunk.name))
                }
            }
            try await group.waitForAll()
        }
        #expect(try fixture.chunks.names() == all.map(\.name).sorted())
    }
}
