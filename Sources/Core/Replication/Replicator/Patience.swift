/// How long a replicator waits after calls that came to nothing.
///
/// A call that failed is tried again after a pause that grows. So is work that the cloud makes
/// begin anew again and again although each of its answers is fine by itself: a *setback*. A few
/// setbacks cost nothing, since a cloud that was replaced or restored makes some.
struct Patience: Sendable {
    /// Makes a pause a little shorter, so that devices that a server sent away come back one by
    /// one.
    let jitter: @Sendable (Int64) -> Int64
    private var failures = 0
    /// The pause that goes on, and until when.
    private var pause: (until: Int64, length: Int64)?
    /// Whether a hint ends that pause.
    private var yieldsToHints = true
    private var setbacks = LeakyBucket(capacity: 8, leak: 600_000)
    private var vainHints = LeakyBucket(capacity: 30, leak: 5000)
    /// When to list for a hint that came too soon after others.
    private var listingDue: Int64?

    /// The longest pause after failures, in milliseconds.
    static let longestPause: Int64 = 60_000
    /// The longest pause after setbacks.
    static let longestSetback: Int64 = 128_000

    init(jitter: @escaping @Sendable (Int64) -> Int64) { self.jitter = jitter }

    /// Waits longer after each failure: one second, two, four, up to a minute.
    mutating func fail(now: Int64) {
        let length = min(Self.longestPause, 1000 << Int64(min(failures, 6)))
        failures += 1
        begin(length, now: now, yieldsToHints: true)
    }

    mutating func succeed() { failures = 0 }

    /// Notes that something has to begin anew. Returns false when that happens too often: then a
    /// pause has begun, longer each time, that no hint ends.
    mutating func takeSetback(now: Int64) -> Bool {
        guard let excess = setbacks.add(now: now) else { return true }
        let length = min(Self.longestSetback, 1000 << Int64(min(excess, 7)))
        begin(length, now: now, yieldsToHints: false)
        return false
    }

    /// Whether there were not too many setbacks lately.
    mutating func isCalm(now: Int64) -> Bool { setbacks.isEmpty(now: now) }

    private mutating func begin(_ length: Int64, now: Int64, yieldsToHints: Bool) {
        let length = min(length, max(1, jitter(length)))
        pause = (now + length, length)
        self.yieldsToHints = yieldsToHints
    }

    /// The rest of the pause; `nil` when it is over. A rest longer than the pause itself means that
    /// the clock was set back, and ends it too.
    func rest(now: Int64) -> Int64? {
        pause.flatMap { Replicator.rest(until: $0.until, now: now, atMost: $0.length) }
    }

    /// Ends the pause because a person asked for a sync. Even a cloud that is in order again causes
    /// a few setbacks at first.
    mutating func end() {
        pause = nil
        setbacks.makeRoom(for: 4)
    }

    /// Takes in a hint. Returns whether to list at once: hints that brought nothing, many in a row,
    /// are followed more slowly. A hint ends a pause too, and that counts as a setback: a server
    /// that fails and hints by turns is not asked without end.
    mutating func takeHint(now: Int64) -> Bool {
        if rest(now: now) != nil, yieldsToHints, setbacks.add(now: now) == nil { pause = nil }
        guard let excess = vainHints.level(now: now) else { return true }
        if listingDue == nil {
            listingDue = now + min(Self.longestPause, 1000 << Int64(min(excess, 6)))
        }
        return false
    }

    /// Notes that a hint was followed and nothing was new.
    mutating func noteVainHint(now: Int64) { _ = vainHints.add(now: now) }

    /// Whether the time has come to list for a hint that came too soon.
    mutating func takesLateHint(now: Int64) -> Bool {
        guard let due = listingDue,
            Replicator.rest(until: due, now: now, atMost: Self.longestPause) == nil
        else { return false }
        listingDue = nil
        return true
    }

    /// How long until then.
    func untilLateHint(now: Int64) -> Int64? { listingDue.map { max(1, $0 - now) } }
}

/// Tells when an event is too frequent: each time adds one, and time takes away.
struct LeakyBucket: Sendable {
    /// How much fits in it.
    let capacity: Int
    /// After how many milliseconds there is one less.
    let leak: Int64
    private var count = 0
    private var since: Int64 = .min

    init(capacity: Int, leak: Int64) { (self.capacity, self.leak) = (capacity, leak) }

    /// Adds one. Returns by how much that is too many; `nil` when it is not.
    mutating func add(now: Int64) -> Int? {
        drain(now: now)
        // Bounded, so that a cloud that is in order again is calm within hours.
        count = min(count + 1, 2 * capacity)
        return count > capacity ? count - capacity - 1 : nil
    }

    /// Makes room for this many more.
    mutating func makeRoom(for number: Int) { count = min(count, capacity - number) }

    /// By how much one more would be too many; `nil` when one more has room.
    mutating func level(now: Int64) -> Int? {
        drain(now: now)
        return count >= capacity ? count - capacity : nil
    }

    /// Whether there was not too much lately.
    mutating func isEmpty(now: Int64) -> Bool {
        drain(now: now)
        return count < capacity
    }

    private mutating func drain(now: Int64) {
        // A clock that was set back begins to count anew.
        if count == 0 || now < since { since = now }
        let gone = (now - since) / leak
        guard gone > 0 else { return }
        count = max(0, count - Int(clamping: gone))
        since += gone * leak
    }
}
