public import Replication
import Synchronization

/// A process of a device in a test: a replica, a replicator, and edits like those of a store.
public struct ModelDevice: Sendable {
    public let replica: ModelReplica
    public var replicator: Replicator
    public var now: Int64 = 1_000_000
    /// Distinguishes this process's edits from those of its siblings.
    public let process: Int64
    /// A call on its way to the cloud.
    public struct Call: Sendable {
        public var number: Int
        public var call: CloudCall
        /// Whether the call has reached the cloud once, and may do so again.
        var hasArrived = false
    }
    /// The calls that are not answered yet.
    public private(set) var outbox: [Call] = []
    /// The time that the replicator wants to wait.
    public private(set) var wait: Int64?
    /// The number of the latest call.
    public private(set) var lastCall = 0
    private let random: Counter
    private let joinLimit: Int?

    /// A process with a new replica, unless one is given.
    public init(
        _ name: String, actor: UInt64, replica: ModelReplica? = nil, process: Int64 = 1,
        joinLimit: Int? = nil
    ) {
        self.joinLimit = joinLimit
        self.replica = replica ?? ModelReplica(actor: actor, device: name)
        self.process = process
        let random = Counter(actor * 1000)
        self.random = random
        replicator = Replicator(
            storage: self.replica, joinLimit: joinLimit, random: { random.next() })
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

    /// Sets or deletes a value as the store does; returns whether anything changed.
    @discardableResult
    public mutating func set(_ key: String, _ value: PropertyListValue?) throws -> Bool {
        now += 1
        let (time, sabotage) = (now, replica.sabotage)
        return try replica.write(sabotage?.editDurability ?? .durable) { replica in
            var meta = try replica.meta()
            let author = meta.author(now: time, isDeletion: value == nil)
            let old = try replica.entry(forKey: key)
            guard var new = ReplicaEntry.edited(old, key: key, value: value, by: author) else {
                return false
            }
            sabotage?.edit(&new, replacing: old, meta: &meta)
            try replica.setMeta(meta)
            try replica.put(new, replacing: old, cause: .edit(process: process))
            return true
        }
    }

    /// Purges a deleted key as the store does; returns whether anything changed.
    @discardableResult
    public mutating func purge(_ key: String) throws -> Bool {
        now += 1
        let time = now
        return try replica.write(.durable) { replica in
            var meta = try replica.meta()
            let author = meta.author(now: time, isDeletion: true)
            let old = try replica.entry(forKey: key)
            guard let new = old?.purged(by: author) else { return false }
            try replica.setMeta(meta)
            try replica.put(new, replacing: old, cause: .edit(process: process))
            return true
        }
    }

    /// Changes the replica's metadata.
    public func change(_ body: (inout ReplicaMeta) -> Void) throws {
        try replica.write(.durable) { replica in
            var meta = try replica.meta()
            body(&meta)
            try replica.setMeta(meta)
        }
    }

    public func value(_ key: String) -> PropertyListValue? {
        replica.snapshot.entries[key]?.record.value
    }
    public func record(_ key: String) -> Record? { replica.snapshot.entries[key]?.record }
    public var meta: ReplicaMeta { replica.snapshot.meta }
    public var unsent: Int { replica.snapshot.entries.values.count(where: \.isDirty) }

    /// Passes an event to the replicator; its calls go to the outbox.
    public mutating func handle(_ event: ReplicatorEvent) throws {
        wait = nil
        for effect in try replicator.handle(event, now: now) {
            switch effect {
            case .call(let number, let call):
                lastCall = number
                outbox.append(Call(number: number, call: call))
            case .wait(let milliseconds): wait = milliseconds
            }
        }
    }

    /// Notes that a call has reached the cloud, although it is still on its way.
    mutating func noteArrival(at index: Int) { outbox[index].hasArrived = true }

    /// Takes a call out of the outbox.
    mutating func takeCall(at index: Int) -> Call { outbox.remove(at: index) }

    /// An actor that no replica has had.
    func newActor() -> ActorID { ActorID(rawValue: random.next()) }

    /// Forgets everything that is not in the replica, as when a process dies.
    mutating func restart() {
        let random = self.random
        replicator = Replicator(
            storage: replica, joinLimit: joinLimit, random: { random.next() })
        outbox = []
        wait = nil
        lastCall = 0
    }

    /// Answers the oldest call; returns `false` if there is none.
    public mutating func answerOne(_ cloud: inout ModelCloud) throws -> Bool {
        guard !outbox.isEmpty else { return false }
        let oldest = outbox.removeFirst()
        try handle(.answered(call: oldest.number, cloud.answer(oldest.call)))
        return true
    }

    /// Lets the cloud answer the oldest call, and loses the reply.
    public mutating func loseReply(_ cloud: inout ModelCloud) throws {
        let oldest = outbox.removeFirst()
        _ = cloud.answer(oldest.call)
        try handle(.failed(call: oldest.number, CloudError(.unknownOutcome, "The reply was lost.")))
    }

    /// Forgets the calls, as when the network fails.
    public mutating func dropCalls() { outbox = [] }

    /// Exchanges changes until nothing is left to do.
    public mutating func sync(_ cloud: inout ModelCloud) throws {
        try handle(.hinted)
        while try answerOne(&cloud) {}
    }
}
