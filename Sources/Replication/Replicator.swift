// The replicator brings a replica and a cloud to the same state. It is a state machine without a
// clock, tasks or a network: events go in, calls to make come out, and everything that must survive
// a crash is in the replica's storage. What it remembers itself may be forgotten at any moment.
//
//     register  ->  list changes until there are no more  ->  send dirty records  ->  rest
//         ^                      ^                                  |
//         |                      +---- hint ------------------------+
//         +---- connection lost, new actor, new incarnation of the cloud
//
// One call is in flight at a time. That bounds what a late reply can say: its number is no longer
// the one awaited, and it is dropped.

/// Something the replicator should know.
public enum ReplicatorEvent: Sendable {
    /// The cloud may have changed.
    case hinted
    /// The replica may have something to send, or its settings changed.
    case edited
    case answered(call: Int, CloudAnswer)
    case failed(call: Int, CloudError)
    /// The time of an earlier ``ReplicatorEffect/wait(milliseconds:)`` is over.
    case timerFired
}

/// Something the replicator wants done.
public enum ReplicatorEffect: Sendable, Hashable {
    /// Make this call and report its answer under its number.
    case call(Int, CloudCall)
    /// Report ``ReplicatorEvent/timerFired`` after a while, unless something else happens before.
    case wait(milliseconds: Int64)
}

/// The sync engine of one replica and one cloud, as a state machine.
public struct Replicator: Sendable {
    let storage: any ReplicaStorage
    /// Random bits for a new actor.
    let random: @Sendable () -> UInt64

    var inFlight: InFlight?
    private var lastCall = 0
    var isRegistered = false
    var wantsListing = true
    var listing = ListingProgress()
    /// Records that can never be stored as they are, by key.
    var unsendable: [String: Record] = [:]
    /// Whether the cloud has no room: only deletions are sent until this time.
    var fullUntil: Int64?
    var acknowledgedCursor: Int64?
    var acknowledgedAt: Int64 = .min
    private var failures = 0
    private var notBefore: Int64 = .min
    /// Why the latest call failed; `nil` after one that did not.
    public private(set) var lastError: CloudError?
    /// How many records of the cloud could not be read since the start; they are left alone.
    public internal(set) var unreadableRecords = 0

    struct InFlight: Sendable {
        var number: Int
        /// What was sent, for a compare-and-set.
        var sent: [ReplicaEntry] = []
        var cursor: Int64?
    }

    struct ListingProgress: Sendable {
        /// The next page of a complete listing; `nil` at the start of a listing.
        var resume: Int64?
        /// The keys seen by a complete listing so far.
        var seen: Set<String> = []
        var deletions = 0
    }

    /// At most this many records travel in one call.
    public static let batchLimit = 500
    /// A batch is sent when its records reach this many bytes.
    static let batchBytes = 1_048_576
    /// How long a full cloud is left in peace, in milliseconds.
    static let fullPause: Int64 = 30_000
    /// How often the cursor is acknowledged at most, in milliseconds.
    static let acknowledgePause: Int64 = 60_000

    public init(storage: any ReplicaStorage, random: @escaping @Sendable () -> UInt64) {
        self.storage = storage
        self.random = random
    }

    /// Whether everything known was exchanged: nothing is in flight and nothing more is wanted.
    public var isAtRest: Bool { inFlight == nil && isRegistered && !wantsListing }

    /// Takes in an event and says what to do now. `now` is this machine's clock, in milliseconds
    /// since 1970.
    ///
    /// Throws when the storage does; nothing was stored then, and the call goes out again later.
    public mutating func handle(
        _ event: ReplicatorEvent, now: Int64
    ) throws -> [ReplicatorEffect] {
        switch event {
        case .hinted:
            wantsListing = true
            notBefore = .min
        case .edited, .timerFired:
            break
        case .failed(let number, let error):
            guard number == inFlight?.number else { return [] }
            inFlight = nil
            isRegistered = false
            wantsListing = true
            fail(error, now: now)
        case .answered(let number, let answer):
            guard let call = inFlight, number == call.number else { return [] }
            inFlight = nil
            lastError = nil
            do {
                try receive(answer, to: call, now: now)
            } catch {
                wantsListing = true
                pause(now: now)
                throw error
            }
            if lastError == nil { failures = 0 }
        }
        return try next(now: now)
    }

    mutating func fail(_ error: CloudError, now: Int64) {
        lastError = error
        pause(now: now)
    }

    /// Waits longer after each failure: one second, two, four, up to a minute.
    private mutating func pause(now: Int64) {
        notBefore = now + min(60_000, 1000 << Int64(min(failures, 6)))
        failures += 1
    }

    private mutating func call(_ call: CloudCall, _ sent: [ReplicaEntry] = []) -> ReplicatorEffect {
        lastCall += 1
        inFlight = InFlight(number: lastCall, sent: sent)
        if case .acknowledge(_, let cursor) = call { inFlight?.cursor = cursor }
        return .call(lastCall, call)
    }

    private mutating func next(now: Int64) throws -> [ReplicatorEffect] {
        guard inFlight == nil else { return [] }
        let meta = try storage.read { try $0.meta() }
        if meta.isOffline {
            isRegistered = false
            wantsListing = true
            return []
        }
        if now < notBefore { return [.wait(milliseconds: notBefore - now)] }
        if !isRegistered {
            let registration = Registration(
                actor: meta.actor, device: meta.device, counter: meta.counter,
                cursor: meta.cursor ?? 0)
            return [call(.register(registration))]
        }
        if meta.held != nil && !meta.acceptsDeletions { return [] }
        if wantsListing { return [call(.list(position(meta), limit: Self.batchLimit))] }
        let batch = try nextBatch(now: now)
        if !batch.isEmpty {
            return [call(.compareAndSet(batch.map { $0.proposal(meta) }), batch)]
        }
        if let cursor = meta.cursor, cursor != acknowledgedCursor,
            acknowledgedAt == .min || now - acknowledgedAt >= Self.acknowledgePause
        {
            return [call(.acknowledge(meta.actor, cursor: cursor))]
        }
        return fullUntil.map { [.wait(milliseconds: max(1, $0 - now))] } ?? []
    }

    private func position(_ meta: ReplicaMeta) -> ListingPosition {
        if let resume = listing.resume { return .resume(after: resume) }
        return meta.cursor.map { .changes(after: $0) } ?? .start
    }
}

extension ReplicaEntry {
    fileprivate func proposal(_ meta: ReplicaMeta) -> ProposedChange {
        ProposedChange(
            key: key, expectedRevision: baseRevision, record: record.encoded(),
            isTombstone: record.isTombstone, actor: meta.actor, counter: meta.counter)
    }
}
