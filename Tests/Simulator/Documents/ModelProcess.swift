import Documents
import Replication
import Synchronization

/// A process of a device that can die. After that, nothing that it began continues.
final class ModelProcess: Sendable {
    let device: Int
    let number: Int
    private let state = Mutex(State())

    private struct State {
        var isAlive = true
        /// The number of writes that the process makes before it dies; `nil` if it does not.
        var writes: Int?
        /// The number of writes for which the disk is full.
        var full = 0
    }

    init(device: Int, number: Int) {
        self.device = device
        self.number = number
    }

    var isAlive: Bool { state.withLock { $0.isAlive } }
    func kill() { state.withLock { $0.isAlive = false } }
    func arm(writes: Int) { state.withLock { $0.writes = writes } }
    func fillDisk(writes: Int) { state.withLock { $0.full = writes } }

    /// Throws if the process is dead.
    func check() throws(ChunkStoreError) {
        if !isAlive { throw Self.death }
    }

    /// Counts a write; throws if the process is dead, or has no space.
    func write() throws(ChunkStoreError) {
        let failure: ChunkStoreError? = state.withLock { state in
            if let left = state.writes {
                if left == 0 { state.isAlive = false }
                state.writes = left - 1
            }
            guard state.isAlive else { return Self.death }
            guard state.full > 0 else { return nil }
            state.full -= 1
            return ChunkStoreError(.full, "The disk is full.")
        }
        if let failure { throw failure }
    }

    private static let death = ChunkStoreError(.unreachable, "The process is dead.")
}

/// The chunks of a device, as a process uses them.
struct ProcessChunks: DeviceChunks {
    let disk: ModelChunks
    let process: ModelProcess

    var path: String { "memory" }
    func contains(_ name: ChunkName) -> Bool { disk.contains(name) }
    func lastUse(of name: ChunkName) -> Double? {
        disk.renewed(name).map { Double($0) / 1000 }
    }
    func touch(_ name: ChunkName) {
        if process.isAlive { _ = disk.missing(of: [name]) }
    }

    func missing(of names: [ChunkName]) throws(ChunkStoreError) -> [ChunkName] {
        try process.check()
        return disk.missing(of: names)
    }

    func chunk(_ name: ChunkName) throws(ChunkStoreError) -> Chunk? {
        try process.check()
        return disk.chunk(name)
    }

    func names() throws(ChunkStoreError) -> [ChunkName] {
        try process.check()
        return disk.names
    }

    // The process may die between any two chunks. They are sorted by name, since the order of a set
    // differs between runs.

    func put(_ chunks: [Chunk]) throws(ChunkStoreError) {
        for chunk in chunks {
            try process.write()
            disk.put([chunk])
        }
    }

    func remove(_ names: [ChunkName]) throws(ChunkStoreError) {
        for name in names.sorted() {
            try process.write()
            disk.remove([name])
        }
    }

    func drop(_ names: [ChunkName]) throws(ChunkStoreError) {
        for name in names.sorted() {
            try process.write()
            disk.drop([name])
        }
    }
}

/// The ledger of a device, as a process uses it.
struct ProcessLedger: ContentLedger {
    let ledger: ModelLedger
    let replica: ModelReplica
    let process: ModelProcess
    let variant: DocumentVariant?

    func named() throws -> [ChunkName] { ledger.named() }
    func shown() throws -> [(content: ChunkName, length: Int)] { ledger.shown() }
    func unsent() throws -> [(content: ChunkName, length: Int)] { ledger.unsent() }
    func namedByUnsentRecords() throws -> [ChunkName] {
        if variant == .recordsIgnored { return [] }
        let unsent = replica.snapshot.entries.filter(\.value.isDirty).map(\.key)
        return ledger.named(byRecords: Set(unsent))
    }
    func dropped() throws -> Set<ChunkName> { ledger.snapshot.dropped }

    func noteSent(_ content: ChunkName) throws {
        try process.write()
        ledger.change { $0.sent.insert(content) }
    }

    func forgetSent() throws {
        try process.write()
        ledger.change { $0.sent = [] }
    }

    func noteDropped(_ contents: [ChunkName]) throws {
        try process.write()
        ledger.change { $0.dropped.formUnion(contents) }
    }

    func noteFetched(_ content: ChunkName) throws {
        try process.write()
        ledger.change { $0.dropped.remove(content) }
    }
}
