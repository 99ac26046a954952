import Bookmarks
import FaultyDisk
import Replication
import SQLite
import SeededRandom
import Simulator

/// Identifies an edit.
struct Dot: Hashable {
    var actor: ActorID
    var counter: UInt64
}

/// A seeded sequence of a device's actions, with the state of everything at each operation of its
/// disk.
struct ReplicaScript {
    /// The rest of the world, as of a count of disk operations.
    struct Surroundings {
        var count: Int
        var cloud: ModelCloud
        var other: ModelDevice
    }

    let disk: FaultyDisk
    var commits: [Commit<ReplicaContents>] = []
    var surroundings: [Surroundings] = []
    /// The dots of edits, each with the count of disk operations when it returned.
    private var dots: [(dot: Dot, count: Int)] = []
    private(set) var time: Int64 = 2_000_000
    private(set) var cloud = ModelCloud()
    private(set) var other = ModelDevice("work", actor: 2)
    private var device: Device
    private var reader: Database?
    private var random: SplitMix
    private var tokens = 0

    /// Keys that only this device edits, and keys that both devices edit.
    static let ownKeys = (1...4).map { BookmarksController.keyPrefix + "own\($0)" }
    static let sharedKeys = (1...4).map { BookmarksController.keyPrefix + "both\($0)" }

    private let truth: Durability

    /// - Parameter truth: the actual durability of edits, whatever the code asks for.
    init(seed: UInt64, steps: Int, truth: Durability = .durable) throws {
        disk = FaultyDisk()
        self.truth = truth
        random = SplitMix(seed: seed)
        try other.change(declareBookmarks)
        surroundings = [Surroundings(count: 0, cloud: cloud, other: other.copy)]
        device = try Device(on: disk, life: 1, truth: truth)
        try device.replica.write(.durable) { replica in
            var meta = try replica.meta()
            declareBookmarks(&meta)
            try replica.setMeta(meta)
        }
        for _ in 0..<steps {
            try step()
            commits += device.replica.takeCommits()
        }
    }

    private mutating func step() throws {
        time += 1000
        switch Int.random(in: 0..<100, using: &random) {
        case ..<30: try edit()
        case ..<38: try delete()
        case ..<50: try work()
        case ..<56:
            try device.handle(.hinted, at: time)
        case ..<82: try answer()
        case ..<90: try checkpoint()
        case ..<95: try read()
        default: try reopen()
        }
    }

    private mutating func edit() throws {
        let key = (Self.ownKeys + Self.sharedKeys).randomElement(using: &random) ?? ""
        let token = makeToken("home")
        // Some are longer than a page of the database.
        let notes = [0, 0, 0, 200, 200, 4500].randomElement(using: &random) ?? 0
        let record = try device.replica.set(key, bookmark(token, notes: notes), at: time)
        if let record {
            let dot = Dot(actor: record.actor, counter: record.vector[record.actor])
            dots.append((dot, disk.count))
        }
        try device.handle(.edited, at: time)
    }

    private mutating func delete() throws {
        let key = (Self.ownKeys + Self.sharedKeys).randomElement(using: &random) ?? ""
        try device.replica.set(key, nil, at: time)
        try device.handle(.edited, at: time)
    }

    /// The cloud answers, and then the device handles the answer.
    private mutating func answer() throws {
        guard let call = device.takeCall() else { return }
        let answer = cloud.answer(call.call)
        noteSurroundings()
        try device.handle(.answered(call: call.number, answer), at: time)
    }

    /// The other device edits something and syncs.
    private mutating func work() throws {
        let key = Self.sharedKeys.randomElement(using: &random) ?? ""
        let isDeletion = Int.random(in: 0..<5, using: &random) == 0
        try other.set(key, isDeletion ? nil : bookmark(makeToken("work")))
        try other.sync(&cloud)
        noteSurroundings()
    }

    private mutating func checkpoint() throws {
        let modes = ["PASSIVE", "FULL", "RESTART", "TRUNCATE"]
        let mode = modes.randomElement(using: &random) ?? ""
        // Other modes wait for readers, such as the one below.
        if reader != nil, mode != "PASSIVE" { return }
        try device.replica.withDatabase { try $0.execute("PRAGMA wal_checkpoint(\(mode))") }
    }

    /// A second connection begins or ends a long read of the file, which keeps the log from being
    /// restarted.
    private mutating func read() throws {
        if let open = reader {
            try open.execute("COMMIT")
            reader = nil
        } else {
            let open = try device.replica.makeReader()
            try open.execute("BEGIN; SELECT count(*) FROM entries")
            reader = open
        }
    }

    private mutating func reopen() throws {
        reader = nil
        commits += device.replica.takeCommits()
        device = try Device(on: disk, life: 10 + UInt64(commits.count), truth: truth)
    }

    private mutating func makeToken(_ device: String) -> String {
        tokens += 1
        return "\(device)-\(tokens)."
    }

    /// The dots of the edits that had returned after `count` operations.
    func dots(until count: Int) -> Set<Dot> {
        Set(dots.filter { $0.count <= count }.map(\.dot))
    }

    private mutating func noteSurroundings() {
        surroundings.append(
            Surroundings(count: disk.count, cloud: cloud, other: other.copy))
    }
}
