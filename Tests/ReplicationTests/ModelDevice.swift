import Replication
import Synchronization

/// A device of a test: a replica, its replicator, and edits as the store makes them.
struct ModelDevice {
    let replica: ModelReplica
    var replicator: Replicator
    var now: Int64 = 1_000_000
    /// Calls not yet answered.
    private(set) var outbox: [(number: Int, call: CloudCall)] = []
    /// How long it wants to wait.
    private(set) var wait: Int64?

    init(_ name: String, actor: UInt64, replica: ModelReplica? = nil) {
        self.replica = replica ?? ModelReplica(actor: actor, device: name)
        let next = Counter(actor * 1000)
        replicator = Replicator(storage: self.replica, random: { next.next() })
    }

    private final class Counter: Sendable {
        private let value: Mutex<UInt64>
        init(_ start: UInt64) { value = Mutex(start) }
        func next() -> UInt64 {
            value.withLock {
                $0 += 1
                return $0
            }
        }
    }

    mutating func set(_ key: String, _ value: PropertyListValue?) throws {
        now += 1
        let time = now
        try replica.write(.durable) { replica in
            var meta = try replica.meta()
            let author = meta.author(now: time, isDeletion: value == nil)
            let old = try replica.entry(forKey: key)
            guard let new = ReplicaEntry.edited(old, key: key, value: value, by: author) else {
                return
            }
            try replica.setMeta(meta)
            try replica.put(new, replacing: old, cause: .edit(process: 1))
        }
    }

    func change(_ body: (inout ReplicaMeta) -> Void) throws {
        try replica.write(.durable) { replica in
            var meta = try replica.meta()
            body(&meta)
            try replica.setMeta(meta)
        }
    }

    func value(_ key: String) -> PropertyListValue? { replica.snapshot.entries[key]?.record.value }
    func record(_ key: String) -> Record? { replica.snapshot.entries[key]?.record }
    var meta: ReplicaMeta { replica.snapshot.meta }
    var unsent: Int { replica.snapshot.entries.values.count(where: \.isDirty) }

    mutating func handle(_ event: ReplicatorEvent) throws {
        wait = nil
        for effect in try replicator.handle(event, now: now) {
            switch effect {
            case .call(let number, let call): outbox.append((number, call))
            case .wait(let milliseconds): wait = milliseconds
            }
        }
    }

    /// Answers the oldest call; returns false when there is none.
    mutating func answerOne(_ cloud: inout ModelCloud) throws -> Bool {
        guard !outbox.isEmpty else { return false }
        let (number, call) = outbox.removeFirst()
        try handle(.answered(call: number, cloud.answer(call)))
        return true
    }

    /// Has the cloud take the oldest call, and loses its reply.
    mutating func loseReply(_ cloud: inout ModelCloud) throws {
        let (number, call) = outbox.removeFirst()
        _ = cloud.answer(call)
        try handle(.failed(call: number, CloudError(.unknownOutcome, "The reply was lost.")))
    }

    /// Forgets the calls that were made, as a dead network does.
    mutating func dropCalls() { outbox = [] }

    /// Exchanges changes until there is nothing left to do.
    mutating func sync(_ cloud: inout ModelCloud) throws {
        try handle(.hinted)
        while try answerOne(&cloud) {}
    }
}
