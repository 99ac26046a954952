import Bookmarks
import Documents
import KeyValueStore
import Replication
import Synchronization

/// The clock of a world, which all its machines share.
final class WorldClock: Sendable {
    private let time: Mutex<Int64>
    init(_ time: Int64) { self.time = Mutex(time) }
    var now: Int64 { time.withLock { $0 } }
    func pass(_ milliseconds: Int64) { time.withLock { $0 += milliseconds } }
}

/// All contents that were ever saved, and how often notes were merged.
final class ContentTruth: Sendable {
    private struct State {
        var contents: [ChunkName: [UInt8]] = [:]
        var merges: [String: Int] = [:]
    }

    private let state = Mutex(State())

    func note(_ name: ChunkName, _ bytes: [UInt8]) {
        state.withLock { $0.contents[name] = bytes }
    }
    func noteMerge(of key: String) { state.withLock { $0.merges[key, default: 0] += 1 } }
    func merges(of key: String) -> Int { state.withLock { $0.merges[key] ?? 0 } }
    subscript(_ name: ChunkName) -> [UInt8]? { state.withLock { $0.contents[name] } }
}

/// The state that the processes of a device share.
struct DeskParts: Sendable {
    let number: Int
    let replica: ModelReplica
    let store: UbiquitousKeyValueStore
    let journal: ModelJournal
    let ledger: ModelLedger
    let disk: ModelChunks
    let cloud: ModelChunks
    let turns: Turns
    let truth: ContentTruth
    let clock: WorldClock
    let variant: DocumentVariant?
    /// The largest content, in bytes, that is fetched without a request.
    let fetched: Int
}

/// A device of a person who keeps documents.
final class Desk {
    let parts: DeskParts
    var device: ModelDevice
    let editor: DocumentEditor
    let skew: Int64
    var isOffline = false
    /// The time when the device last knew everything that the cloud had.
    var lastSync: Int64?
    /// The time when the device last exchanged contents.
    var lastExchange: Int64?
    /// The base and the text of each open editor, by the id of the note.
    var editors: [String: (base: ChunkName?, text: [UInt8])] = [:]
    var backup: Backup?
    /// The number of writes that the next process started by a person may make before it is killed;
    /// `nil` if it is not killed.
    var nextDies: Int?
    var nextIsFull = false

    /// Everything that a device had at some earlier time.
    struct Backup {
        var replica: ModelReplica.State
        var journal: ModelJournal.State
        var ledger: ModelLedger.State
        var disk: ModelChunks.State
        var lastExchange: Int64?
    }

    init(
        _ number: Int, profile: DocumentProfile, cloud: ModelChunks, turns: Turns,
        truth: ContentTruth, clock: WorldClock, variant: DocumentVariant?
    ) throws {
        let skew = profile.skews[number % profile.skews.count]
        let ledger = ModelLedger()
        let replica = ModelReplica(
            actor: UInt64(number + 1), device: "desk\(number)", sabotage: nil
        ) { ledger.update(for: $0) }
        var state = replica.snapshot
        let sets = variant == .versionsReplaced ? [] : Document.sets
        state.meta.policies.declare(.fields(sets: sets), forPrefix: Document.keyPrefix)
        replica.overwrite(state)
        let store = try UbiquitousKeyValueStore(
            storage: replica,
            signal: ChangeSignal(ring: {}, rings: { AsyncStream { $0.finish() } }), process: 1
        ) { clock.now + skew }
        let journal = ModelJournal(store, replica, most: profile.undoSteps)
        self.skew = skew
        parts = DeskParts(
            number: number, replica: replica, store: store, journal: journal, ledger: ledger,
            disk: ModelChunks { clock.now }, cloud: cloud, turns: turns, truth: truth,
            clock: clock, variant: variant,
            fetched: profile.fetched[number % profile.fetched.count])
        device = ModelDevice(
            "desk\(number)", actor: UInt64(number + 1001), replica: replica, process: 2)
        let ids = Mutex(UInt64(number) << 32)
        editor = DocumentEditor(
            store: store, transactions: journal, journal: journal,
            now: { Double(clock.now + skew) / 1000 },
            random: {
                ids.withLock {
                    $0 += 1
                    return $0 &* 0x9E37_79B9_7F4A_7C15
                }
            })
    }

    func save() {
        backup = Backup(
            replica: parts.replica.snapshot, journal: parts.journal.snapshot,
            ledger: parts.ledger.snapshot, disk: parts.disk.snapshot,
            lastExchange: lastExchange)
    }

    func restore(_ backup: Backup) {
        parts.replica.overwrite(backup.replica)
        parts.journal.overwrite(backup.journal)
        parts.ledger.overwrite(backup.ledger)
        parts.disk.overwrite(backup.disk)
        lastExchange = backup.lastExchange
    }
}
