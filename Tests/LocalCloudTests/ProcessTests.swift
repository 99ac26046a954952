import Dispatch
import Glibc
import Replication
import SQLite
import ScratchFolder
import TestSupport
import Testing

@testable import CloudConformance
@testable import LocalCloud

/// Several processes with one file, and processes that are killed.
@Suite(.ownThread, .timeLimit(.minutes(10))) struct ProcessTests {
    let folder = ScratchFolder()
    var path: String { folder.path("cloud.sqlite") }

    @Test func concurrentProcessesLoseNoCommits() async throws {
        let path = path
        let cloud = try LocalCloud(path: path)
        try await cloud.commit(.set("count", "0"))
        func child() async {
            await #expect(processExitsWith: .success) { [path = path as String] in
                let cloud = try LocalCloud(path: path)
                for _ in 1...50 { try await cloud.increment("count") }
            }
        }
        async let first: Void = child()
        async let second: Void = child()
        _ = await (first, second)
        let listing = try await cloud.list(.start, limit: 10)
        #expect(listing.value.entries.map(\.count) == [100])
        #expect(listing.head == 101)
    }

    @Test func concurrentOpeningsCreateOneCloud() async throws {
        let path = path
        let epochs = try await withThrowingTaskGroup { group in
            for number in 1...8 {
                group.addTask {
                    let cloud = try LocalCloud(path: path)
                    try await cloud.commit(.set("\(number)", "x"))
                    return try await cloud.quota().epoch
                }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(epochs.count == 1)
        #expect(try await LocalCloud(path: path).quota().head == 8)
    }

    /// The argument is how far the process gets into a commit, after its twentieth, before it is
    /// killed.
    @Test(arguments: [0, 3000, 30_000, 100_000, 300_000, 1_000_000])
    func committedRecordsSurviveAKill(_ spins: Int) async throws {
        let (path, log) = (path, folder.path("log"))
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [path = path as String, log = log as String, spins = spins as Int] in
            try await Victim(cloud: LocalCloud(path: path), log: log, spins: spins).run()
        }
        let committed = Int(folder.read("log").count)
        #expect(committed >= 20)
        let cloud = try LocalCloud(path: path)
        // A fast machine commits more than one page before it is killed.
        let entries = try await cloud.listAll().entries.count
        let batches = entries / Victim.batch
        // The last batch may be committed although the process did not note it.
        #expect([committed, committed + 1].contains(batches))
        #expect(entries % Victim.batch == 0)
        let quota = try await cloud.quota()
        #expect(quota.head == Int64(entries))
        #expect(quota.value.usedKeys == entries)
        let check = try Database(path: path).first("PRAGMA integrity_check") { $0.text(0) }
        #expect(check == "ok")
    }

    @Test(arguments: [0, 10_000, 100_000, 1_000_000])
    func killDuringCreationLeavesAUsableCloud(_ spins: Int) async throws {
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [path = path as String, spins = spins as Int] in
            Victim.killAfter(spins: spins)
            while true { _ = try LocalCloud(path: path) }
        }
        let cloud = try LocalCloud(path: path)
        #expect(try await cloud.commit(.set("a", "1")) == 1)
    }
}

/// A process that commits batches until it is killed, and logs each batch that was acknowledged.
struct Victim {
    static let batch = 5

    var cloud: LocalCloud
    var log: String
    var spins: Int

    func run() async throws {
        let file = open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        for number in 1... {
            if number == 21 { Victim.killAfter(spins: spins) }
            let changes = (0..<Victim.batch).map {
                ProposedChange.set("\(number)-\($0)", String(repeating: "x", count: 300))
            }
            let reply = try await cloud.compareAndSet(changes)
            guard case .committed? = reply.value.last else { exit(1) }
            guard Glibc.write(file, "!", 1) == 1 else { exit(1) }
        }
    }

    /// Kills this process from another thread, at a random moment.
    static func killAfter(spins: Int) {
        DispatchQueue.global().async { @Sendable in
            for _ in 0..<spins { _ = getppid() }
            kill(getpid(), SIGKILL)
        }
    }
}
