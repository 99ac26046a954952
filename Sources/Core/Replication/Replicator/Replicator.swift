// The replicator brings a replica and a cloud to the same state. It is a state machine without a
// clock, tasks or a network: events go in, calls to make come out, and everything that must survive
// a crash is in the replica's storage. Its own memory may be lost at any moment.
//
//     register  ->  list changes until there are no more  ->  send dirty records  ->  rest
//         ^                      ^                                  |
//         |                      +---- hint ------------------------+
//         +---- connection lost, new actor, new epoch of the cloud
//
// One call is in flight at a time. That bounds the effect of a late reply: its number is no longer
// the one awaited, and it is dropped.

/// An event that the replicator must handle.
public enum ReplicatorEvent: Sendable {
    /// The cloud may have changed.
    case hinted
    /// A person wants everything exchanged now, without waiting for pauses.
    case asked
    /// The connection may have been lost, and the cloud may be another one now: registering again
    /// shows its identity. Send this every minute if a broken connection cannot be detected.
    case disconnected
    /// The replica may have something to send, or its settings changed.
    case edited
    case answered(call: Int, CloudAnswer)
    case failed(call: Int, CloudError)
    /// The time of an earlier ``ReplicatorEffect/wait(milliseconds:)`` has passed.
    case timerFired
}

/// An action that the replicator requests.
public enum ReplicatorEffect: Sendable, Hashable {
    /// Make this call and report its answer under its number.
    case call(Int, CloudCall)
    /// Report ``ReplicatorEvent/timerFired`` after this time, unless another event happens before.
    case wait(milliseconds: Int64)
}

/// The sync engine of one replica and one cloud, as a state machine.
public struct Replicator: Sendable {
    let storage: any ReplicaStorage
    /// Random bits for a new actor.
    let random: @Sendable () -> UInt64
    /// The most live keys of its own that a replica sends without asking a person, to a cloud that
    /// it sees for the first time and that has keys, too; `nil` for any number.
    let joinLimit: Int?

    var inFlight: InFlight?
    private var lastCall = 0
    var isRegistered = false
    var wantsListing = true
    var listing = ListingProgress()
    /// Records that can never be stored as they are, by key.
    var unsendable: [String: Record] = [:]
    /// The refusals of the cloud for some of these.
    var refused: [String: Refusal] = [:]
    /// The time until which only deletions are sent because the cloud is full; `nil` if it is not.
    var fullUntil: Int64?
    var acknowledgedCursor: Int64?
    var acknowledgedAt: Int64 = .min
    var voucher: Voucher?
    /// The number of pages in a row that were doubted for lack of a voucher.
    var doubts = 0
    private var patience: Patience
    /// Whether the current listing follows a hint.
    var followsHint = false
    /// The head at the end of the latest listing.
    private var listedHead: Int64?
    /// The error after too many setbacks.
    private var setbackError: CloudError?
    /// The error of the latest call; `nil` if it succeeded.
    public private(set) var lastError: CloudError?
    /// The lack of space for the latest write. A successful listing does not clear it.
    private var roomError: CloudError?
    /// The reason why nothing can be exchanged or sent; `nil` if all is well.
    public var problem: CloudError? { lastError ?? roomError ?? setbackError ?? refusedError }
    /// The number of unreadable records that the cloud has sent since the start; they are left
    /// alone.
    public internal(set) var unreadableRecords = 0

    /// Proof that the cloud accepted this actor at this head: up to there, no copy of this replica
    /// had sent anything.
    struct Voucher: Sendable {
        var actor: ActorID
        var head: Int64
    }

    struct InFlight: Sendable {
        var number: Int
        /// The time when the call was made, by this machine's clock.
        var asked: Int64
        /// The entries that were sent, for a compare-and-set.
        var sent: [ReplicaEntry] = []
        /// The acknowledged cursor, or the cursor of a requested listing.
        var cursor: Int64?
        /// Whether the call continues a complete listing.
        var isResumed = false
        /// The sender, for a registration or a compare-and-set.
        var sender: Sender?
        /// The number of past epochs and the highest head known when the call was made.
        var pastIncarnations: Int64
        var head: Int64
        /// Whether the cloud may have changed since the call was made, so that the listing may be
        /// outdated.
        var isOvertaken = false
    }

    struct ListingProgress: Sendable {
        /// The next page of a complete listing; `nil` at the start of a listing.
        var resume: Int64?
        /// The number of past epochs when the listing began.
        var pastIncarnations: Int64 = 0
        /// The place where a listing of changes continues: ahead of the cursor if something is
        /// deferred.
        var next: Int64?
        /// The head when a complete listing began.
        var firstHead: Int64 = 0
        /// The keys seen by a complete listing so far.
        var seen: Set<String> = []
        /// Whether the listing had records with unknown keys: any missing key may be one of these.
        var hasUnopened = false
        /// Whether a key that the listing lacks was certainly deleted: see
        /// ``Listing/provesAbsence``.
        var provesAbsence = true
        /// The deletions of visible values, by key. The deletions of one listing are applied
        /// together, or wait for a person.
        var deferred: [String: Found] = [:]
        /// The number of empty pages in a row.
        var emptyPages = 0

        /// Drops the listing so far.
        mutating func restart() { self = Self(pastIncarnations: pastIncarnations) }
    }

    /// The most records in one call.
    public static let batchLimit = 500
    /// The most pages in a row of a listing that may bring nothing: a million records.
    static let mostEmptyPages = 2000
    /// The bytes of records that complete a batch.
    static let batchBytes = 1_048_576
    /// The most times in a row that the replicator asks the cloud whether a dot is a copy's.
    static let maximumDoubts = 3
    /// The time during which only deletions are sent to a full cloud, in milliseconds.
    static let fullPause: Int64 = 30_000
    /// The least time between two acknowledgements of the cursor, in milliseconds.
    static let acknowledgePause: Int64 = 60_000

    /// - Parameter jitter: shortens a pause, in milliseconds.
    public init(
        storage: any ReplicaStorage, joinLimit: Int? = nil,
        jitter: @escaping @Sendable (Int64) -> Int64 = { $0 },
        random: @escaping @Sendable () -> UInt64
    ) {
        patience = Patience(jitter: jitter)
        self.storage = storage
        self.joinLimit = joinLimit
        self.random = random
    }

    /// Whether a call is in flight.
    public var isCalling: Bool { inFlight != nil }

    /// Whether everything known was exchanged: no call is in flight, and no listing is wanted.
    public var isAtRest: Bool { inFlight == nil && isRegistered && !wantsListing }

    /// Handles an event, and returns what to do now. `now` is this machine's clock, in milliseconds
    /// since 1970.
    ///
    /// Throws if the storage does; nothing was stored then, and the call is made again later.
    public mutating func handle(
        _ event: ReplicatorEvent, now: Int64
    ) throws -> [ReplicatorEffect] {
        switch event {
        case .hinted:
            guard patience.takeHint(now: now) else { break }
            wantsListing = true
            followsHint = true
            inFlight?.isOvertaken = true
        case .asked:
            wantsListing = true
            inFlight?.isOvertaken = true
            patience.end()
            fullUntil = nil
        case .disconnected:
            isRegistered = false
            wantsListing = true
        case .edited, .timerFired:
            break
        case .failed(let number, let error):
            guard number == inFlight?.number else { return [] }
            if error.code == .unreachable, let mark = inFlight?.sender?.next { try withdraw(mark) }
            inFlight = nil
            isRegistered = false
            wantsListing = true
            fail(error, now: now)
        case .answered(let number, let answer):
            guard let call = inFlight, number == call.number else { return [] }
            inFlight = nil
            lastError = nil
            switch answer {
            case .compared, .acknowledged: roomError = nil
            case .registered, .listed: break
            }
            do {
                try receive(answer, to: call, now: now)
            } catch {
                wantsListing = true
                patience.fail(now: now)
                throw error
            }
            if call.isOvertaken { wantsListing = true }
            if lastError == nil { patience.succeed() }
        }
        return try next(now: now)
    }

    mutating func fail(_ error: CloudError, now: Int64) {
        lastError = error
        if error.lacksRoom { roomError = error }
        patience.fail(now: now)
    }

    /// Notes that work must begin again. If that happens too often, begins a pause and sets the
    /// error.
    mutating func noteSetback(_ setback: Setback, now: Int64) {
        if patience.noteSetback(now: now) { return }
        setbackError = CloudError(.unusable, setback.message)
        lastError = setbackError
    }

    /// Returns the rest of a pause that ends at `time`; `nil` if it is over. It is also over if it
    /// seems longer than a pause can be: the clock was set back.
    static func rest(until time: Int64, now: Int64, atMost pause: Int64) -> Int64? {
        now < time && time - now <= pause ? time - now : nil
    }

    private mutating func call(
        _ call: CloudCall, _ meta: ReplicaMeta, _ sent: [ReplicaEntry] = [], now: Int64
    ) -> ReplicatorEffect {
        lastCall += 1
        inFlight = InFlight(
            number: lastCall, asked: now, sent: sent, pastIncarnations: meta.pastIncarnations,
            head: meta.head)
        switch call {
        case .acknowledge(let cursor, let sender):
            inFlight?.cursor = cursor
            inFlight?.sender = sender
        case .compareAndSet(_, let sender): inFlight?.sender = sender
        case .register(let registration): inFlight?.sender = registration.sender
        case .list(.start, _): break
        case .list(.changes(let after), _): inFlight?.cursor = after
        case .list(.resume(let after), _):
            inFlight?.cursor = after
            inFlight?.isResumed = true
        }
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
        if let pause = patience.rest(now: now) { return [.wait(milliseconds: pause)] }
        if patience.consumeDueListing(now: now) { (wantsListing, followsHint) = (true, true) }
        if !isRegistered {
            let registration = Registration(
                sender: meta.registrant, device: meta.device, cursor: meta.cursor ?? 0)
            return [call(.register(registration), meta, now: now)]
        }
        if listing.pastIncarnations != meta.pastIncarnations {
            listing = ListingProgress(pastIncarnations: meta.pastIncarnations)
            wantsListing = true
        }
        // A listing carries out the person's answer.
        if wantsListing || meta.heldAnswer != nil {
            return [call(.list(position(meta), limit: Self.batchLimit), meta, now: now)]
        }
        if meta.heldJoin == nil, let (batch, sender) = try nextBatch(now: now) {
            return [
                call(.compareAndSet(batch.map(\.proposal), from: sender), meta, batch, now: now)
            ]
        }
        if meta.isQuotaExceeded, fullUntil == nil { try noteRoom() }
        if let cursor = meta.cursor, cursor != acknowledgedCursor,
            acknowledgedAt == .min
                || Self.rest(
                    until: acknowledgedAt + Self.acknowledgePause, now: now,
                    atMost: Self.acknowledgePause) == nil
        {
            return [call(.acknowledge(cursor, from: try sender(meta)), meta, now: now)]
        }
        // Nothing is left to send.
        roomError = nil
        if patience.isCalm(now: now) { setbackError = nil }
        let pauses = [fullUntil.map { max(1, $0 - now) }, patience.timeUntilDueListing(now: now)]
        return pauses.compactMap(\.self).min().map { [.wait(milliseconds: $0)] } ?? []
    }

    /// Returns the sender, after storing the mark that the call leaves.
    private func sender(_ meta: ReplicaMeta) throws -> Sender {
        let nonce = random()
        return try storage.write(.relaxed) { replica in
            var meta = try replica.meta()
            let sender = try meta.nextSender(nonce: nonce, in: replica)
            try replica.setMeta(meta)
            return sender
        }
    }

    /// Removes a mark that did not reach the cloud.
    private func withdraw(_ mark: SendMark) throws {
        try storage.write(.relaxed) { replica in
            var meta = try replica.meta()
            try meta.withdraw(mark, in: replica)
            try replica.setMeta(meta)
        }
    }

    /// Notes the result of a finished listing. A hint about edits of this replica is not in vain:
    /// they raise the head, but are not listed again.
    mutating func noteListed(anything: Bool, head: Int64, now: Int64) {
        if followsHint && !anything && head == listedHead { patience.noteVainHint(now: now) }
        followsHint = false
        listedHead = head
    }

    private func position(_ meta: ReplicaMeta) -> ListingPosition {
        if let resume = listing.resume { return .resume(after: resume) }
        return (listing.next ?? meta.cursor).map { .changes(after: $0) } ?? .start
    }
}

extension ReplicaEntry {
    fileprivate var proposal: ProposedChange {
        ProposedChange(
            key: key, expectedRevision: baseRevision, record: record.encoded(),
            isTombstone: record.isTombstone)
    }
}
