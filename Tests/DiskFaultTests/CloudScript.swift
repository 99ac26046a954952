import FaultyDisk
import Replication
import SQLite
import SeededRandom
import Synchronization

@testable import LocalCloud

/// The contents of a cloud's file.
struct CloudContents: Sendable, Hashable {
    var epoch: String
    var head: Int64
    var entries: [CloudEntry]
    var actors: [String]

    init(path: String) throws {
        let inspection = try CloudInspection(path: path)
        guard inspection.problems.isEmpty else { throw Damaged(problems: inspection.problems) }
        epoch = inspection.epoch
        head = inspection.head
        entries = inspection.entries
        actors = try Database(path: path, access: .readOnly).query(
            "SELECT actor, mark, nonce, cursor, standing FROM actors ORDER BY actor"
        ) { row in (0..<5).map { row.text($0) }.joined(separator: " ") }
    }
}

/// A seeded sequence of calls to a cloud, and the content of its file after each call.
struct CloudScript {
    static let name = "cloud.sqlite"

    let disk = FaultyDisk()
    private(set) var commits: [Commit<CloudContents>] = []
    private var cloud: LocalCloud
    private var random: SplitMix
    private var senders: [Sender] = []
    private var time: Int64 = 1_800_000_000_000

    init(seed: UInt64, steps: Int) async throws {
        random = SplitMix(seed: seed)
        cloud = try Self.open(disk, at: time)
        try note(.durable, since: 0)
        senders = (1...3).map {
            Sender(actor: ActorID(rawValue: $0), confirmed: nil, pending: [], next: nil)
        }
        for _ in 0..<steps { try await step() }
    }

    static func open(_ disk: FaultyDisk, at time: Int64) throws -> LocalCloud {
        try LocalCloud(path: disk.path(name), retention: 0, now: { time })
    }

    private mutating func step() async throws {
        time += 3_600_000
        let start = disk.count
        var durability = Durability.durable
        let index = Int.random(in: 0..<senders.count, using: &random)
        switch Int.random(in: 0..<100, using: &random) {
        case ..<50:
            _ = try await cloud.compareAndSet(changes(), from: sender(index))
        case ..<65:
            durability = .relaxed
            let head = commits.last?.after.head ?? 0
            _ = try await cloud.acknowledge(head, from: sender(index))
        case ..<75:
            durability = .relaxed
            let registration = Registration(sender: senders[index], device: "d", cursor: 0)
            _ = try await cloud.register(registration)
        case ..<80: try await cloud.collect()
        case ..<92: try checkpoint()
        default:
            durability = .relaxed
            cloud = try Self.open(disk, at: time)
        }
        try note(durability, since: start)
    }

    private mutating func changes() -> [ProposedChange] {
        let entries = commits.last?.after.entries ?? []
        return (0..<Int.random(in: 1...3, using: &random)).map { _ in
            let key = "key \(Int.random(in: 0..<6, using: &random))"
            let size = [10, 100, 5000].randomElement(using: &random) ?? 0
            let revision = entries.first { $0.key == key }?.revision ?? 0
            return ProposedChange(
                key: key, expectedRevision: revision,
                record: [UInt8](repeating: .random(in: 0...255, using: &random), count: size),
                isTombstone: Int.random(in: 0..<4, using: &random) == 0)
        }
    }

    /// An actor that leaves another mark, and assumes that it arrives.
    private mutating func sender(_ index: Int) -> Sender {
        let number = (senders[index].confirmed?.number ?? 0) + 1
        let mark = SendMark(number: number, nonce: random.next() >> 2)
        var sender = senders[index]
        sender.next = mark
        senders[index].confirmed = mark
        return sender
    }

    private mutating func checkpoint() throws {
        let mode = ["PASSIVE", "FULL", "RESTART", "TRUNCATE"].randomElement(using: &random) ?? ""
        try cloud.withFile { try $0.database.execute("PRAGMA wal_checkpoint(\(mode))") }
    }

    private mutating func note(_ durability: Durability, since start: Int) throws {
        let end = disk.count
        let after = try CloudContents(path: disk.path(Self.name))
        // A commit that only moved pages promises nothing new.
        let isSame = after == commits.last?.after
        commits.append(
            Commit(
                durability: isSame ? .relaxed : durability, operations: start...end, after: after))
    }
}

extension LocalCloud {
    /// Access to the cloud's file, which only tests need.
    func withFile<R: Sendable>(_ body: (CloudFile) throws -> R) throws -> R {
        try file.withLock { try body($0) }
    }
}
