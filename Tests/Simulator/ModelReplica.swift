public import Replication
import Synchronization

/// A replica in memory that behaves like a replica file. On request, it has faults: a process that
/// dies during a transaction, a full disk, or a power failure.
public final class ModelReplica: ReplicaStorage {
    private let disk: Mutex<Disk>
    /// The violation of the protocol by this replica, in tests of the simulator.
    let sabotage: Sabotage?
    /// Called with the changes of each transaction, like the tables beside a replica.
    private let follow: @Sendable ([EntryChange]) -> Void

    /// The stored state.
    public struct State: Sendable {
        public var meta: ReplicaMeta
        public var entries: [String: ReplicaEntry] = [:]
        public var changes: [String: LocalChange] = [:]
        public var revision: Int64 = 0
        public var heldKeys: [String] = []
        public var leftClouds: [LeftCloud] = []
        public var ownMarks: [SendMark] = []
    }

    private struct Disk: Sendable {
        var state: State
        /// The states that a power failure may bring back, oldest first.
        var unsynced: [State] = []
        var fault: Fault?
    }

    /// A replica with a new actor.
    public convenience init(actor: UInt64, device: String) {
        self.init(actor: actor, device: device, sabotage: nil)
    }

    init(
        actor: UInt64, device: String, sabotage: Sabotage?,
        follow: @escaping @Sendable ([EntryChange]) -> Void = { _ in }
    ) {
        disk = Mutex(
            Disk(state: State(meta: ReplicaMeta(actor: ActorID(rawValue: actor), device: device))))
        self.sabotage = sabotage
        self.follow = follow
    }

    /// A complete copy, like a restored backup.
    public init(copying other: ModelReplica) {
        disk = Mutex(Disk(state: other.snapshot))
        sabotage = other.sabotage
        follow = other.follow
    }

    /// The current state.
    public var snapshot: State { disk.withLock { $0.state } }

    /// Arms a fault.
    func arm(_ fault: Fault?) { disk.withLock { $0.fault = fault } }

    /// Replaces the stored state.
    func overwrite(_ state: State) {
        disk.withLock {
            $0.state = state
            $0.unsynced = []
        }
    }

    /// Loses the relaxed transactions since the last durable one, except for the first `kept`.
    func loseUnsynced(keeping kept: Int) {
        disk.withLock {
            if kept < $0.unsynced.count { $0.state = $0.unsynced[kept] }
            $0.unsynced = []
        }
    }

    public func read<R: Sendable>(_ body: (any ReplicaReader) throws -> R) throws -> R {
        try body(ModelTransaction(snapshot, sabotage: sabotage))
    }

    public func write<R: Sendable>(
        _ durability: Durability, _ body: (any ReplicaWriter) throws -> R
    ) throws -> R {
        let fault = disk.withLock { $0.fault.step() }
        if let fault, !fault.happensAfterCommit { throw fault.error }
        let transaction = ModelTransaction(snapshot, sabotage: sabotage)
        let result = try body(transaction)
        let after = transaction.state
        disk.withLock {
            if durability == .durable {
                $0.unsynced = []
            } else {
                $0.unsynced.append($0.state)
            }
            $0.state = after
        }
        follow(transaction.changed)
        if let fault { throw fault.error }
        return result
    }
}

/// The errors that a replica's storage throws if a fault is armed.
enum StorageFailure: Error {
    /// The process dies here.
    case crash
    case diskFull
}

/// A failure of a later write.
struct Fault: Sendable {
    /// The number of writes that succeed before the fault.
    var writes: Int
    /// The number of writes for which the disk is full; 0 for a crash.
    var full = 0
    var happensAfterCommit = false

    var error: StorageFailure { full > 0 ? .diskFull : .crash }
}

extension Fault? {
    /// Counts a write; returns the fault that it meets.
    fileprivate mutating func step() -> Fault? {
        guard var fault = self else { return nil }
        if fault.writes > 0 {
            fault.writes -= 1
            self = fault
            return nil
        }
        let now = fault
        fault.full -= 1
        self = fault.full > 0 ? fault : nil
        return now
    }
}
