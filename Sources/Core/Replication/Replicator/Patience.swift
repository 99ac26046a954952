/// The pauses of a replicator after calls without success.
///
/// A failed call is tried again after a pause that grows. The same applies to a *setback*: the
/// cloud makes the work begin again and again, although each of its answers is valid. A few
/// setbacks have no pause, since a cloud that was replaced or restored causes some.
struct Patience: Sendable {
    /// Shortens a pause at random, so that devices that a server sent away return one by one.
    let jitter: @Sendable (Int64) -> Int64
    private var failures = 0
    /// The current pause: its end and its length.
    private var pause: (until: Int64, length: Int64)?
    /// Whether a hint ends the current pause.
    private var yieldsToHints = true
    private var setbacks = LeakyBucket(capacity: 8, leak: 600_000)
    private var vainHints = LeakyBucket(capacity: 30, leak: 5000)
    /// The time to list for a hint that came too soon after others.
    private var listingDue: Int64?

    /// The longest pause after failures, in milliseconds.
    static let longestPause: Int64 = 60_000
    /// The longest pause after setbacks, in milliseconds.
    static let longestSetback: Int64 = 128_000

    init(jitter: @escaping @Sendable (Int64) -> Int64) { self.jitter = jitter }

    /// Begins a pause that is longer after each failure: one second, two, four, up to a minute.
    mutating func fail(now: Int64) {
        let length = min(Self.longestPause, 1000 << Int64(min(failures, 6)))
        failures += 1
        begin(length, now: now, yieldsToHints: true)
    }

    mutating func succeed() { failures = 0 }

    /// Notes that work must begin again. Returns false if that happens too often: then a pause
    /// begins, longer each time, and no hint ends it.
    mutating func noteSetback(now: Int64) -> Bool {
        guard let excess = setbacks.add(now: now) else { return true }
        let length = min(Self.longestSetback, 1000 << Int64(min(excess, 7)))
        begin(length, now: now, yieldsToHints: false)
        return false
    }

    /// Returns whether there were few setbacks lately.
    mutating func isCalm(now: Int64) -> Bool { setbacks.isEmpty(now: now) }

    private mutating func begin(_ length: Int64, now: Int64, yieldsToHints: Bool) {
        let length = min(length, max(1, jitter(length)))
        pause = (now + length, length)
        self.yieldsToHints = yieldsToHints
    }

    /// Returns the rest of the pause; `nil` if it is over. A rest longer than the whole pause means
    /// that the clock was set back, and also ends the pause.
    func rest(now: Int64) -> Int64? {
        pause.flatMap { Replicator.rest(until: $0.until, now: now, atMost: $0.length) }
    }

    /// Ends the pause because a person asked for a sync, and allows a few more setbacks: even a
    /// repaired cloud causes some at first.
    mutating func end() {
        pause = nil
        setbacks.makeRoom(for: 4)
    }

    /// Notes a hint. Returns whether to list at once: after many hints in a row that brought
    /// nothing, the replicator follows more slowly. A hint also ends a pause, which counts as a
    /// setback, so that a server that fails and hints in turn is not asked endlessly.
    mutating func takeHint(now: Int64) -> Bool {
        if rest(now: now) != nil, yieldsToHints, setbacks.add(now: now) == nil { pause = nil }
        guard let excess = vainHints.level(now: now) else { return true }
        if listingDue == nil {
            listingDue = now + min(Self.longestPause, 1000 << Int64(min(excess, 6)))
        }
        return false
    }

    /// Notes that a hint was followed but brought nothing new.
    mutating func noteVainHint(now: Int64) { _ = vainHints.add(now: now) }

    /// Returns whether it is time to list for a hint that came too soon. The listing is then no
    /// longer due.
    mutating func consumeDueListing(now: Int64) -> Bool {
        guard let due = listingDue,
            Replicator.rest(until: due, now: now, atMost: Self.longestPause) == nil
        else { return false }
        listingDue = nil
        return true
    }

    /// Returns the milliseconds until the listing for such a hint; `nil` if no listing is due.
    func timeUntilDueListing(now: Int64) -> Int64? { listingDue.map { max(1, $0 - now) } }
}

/// Detects that an event is too frequent: each event adds one, and time removes them again.
struct LeakyBucket: Sendable {
    /// The number of events that the bucket holds.
    let capacity: Int
    /// The number of milliseconds after which one event is removed.
    let leak: Int64
    private var count = 0
    private var since: Int64 = .min

    init(capacity: Int, leak: Int64) { (self.capacity, self.leak) = (capacity, leak) }

    /// Adds an event. Returns how far the bucket overflows, from 0 on; `nil` if the event fits.
    mutating func add(now: Int64) -> Int? {
        drain(now: now)
        // Bounded, so that a repaired cloud is calm within hours.
        count = min(count + 1, 2 * capacity)
        return count > capacity ? count - capacity - 1 : nil
    }

    /// Makes room for this many more events.
    mutating func makeRoom(for number: Int) { count = min(count, capacity - number) }

    /// Returns how far another event would overflow, from 0 on; `nil` if there is room for one.
    mutating func level(now: Int64) -> Int? {
        drain(now: now)
        return count >= capacity ? count - capacity : nil
    }

    /// Returns whether there is room for another event.
    mutating func isEmpty(now: Int64) -> Bool {
        drain(now: now)
        return count < capacity
    }

    private mutating func drain(now: Int64) {
        // If the clock was set back, counting begins again.
        if count == 0 || now < since { since = now }
        let gone = (now - since) / leak
        guard gone > 0 else { return }
        count = max(0, count - Int(clamping: gone))
        since += gone * leak
    }
}
