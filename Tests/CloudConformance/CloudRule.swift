import Replication
import Synchronization

/// A rule that every cloud keeps. A test target tests its cloud with all rules:
///
///     @Test(arguments: CloudRule.all) func followsTheRule(_ rule: CloudRule) async throws {
///         try await rule.check { options in try LocalFixture(options) }
///     }
public struct CloudRule: Sendable, CustomStringConvertible {
    /// The rule, as a sentence.
    public var description: String
    /// Whether the rule counts the bytes that a cloud stores, which are more if a cloud seals.
    public var countsBytes: Bool
    /// Whether the rule distinguishes keys that are the same text to Swift.
    public var comparesBytes: Bool
    private var body: @Sendable (Trial) async throws -> Void

    public typealias MakeFixture =
        @Sendable (CloudFixtureOptions) async throws -> any CloudFixture

    public static let all: [CloudRule] =
        listing + compareAndSet + actors + replicas + collection + quota + hints

    public static let day: Int64 = 24 * 60 * 60 * 1000

    init(
        _ description: String, countsBytes: Bool = false, comparesBytes: Bool = false,
        body: @escaping @Sendable (Trial) async throws -> Void
    ) {
        self.description = description
        self.countsBytes = countsBytes
        self.comparesBytes = comparesBytes
        self.body = body
    }

    /// Tests the rule on new clouds. A violation is recorded as an issue of the running test.
    public func check(_ makeFixture: @escaping MakeFixture) async throws {
        let trial = Trial(makeFixture: makeFixture)
        try await body(trial)
        trial.end()
    }
}

/// A single test of one rule.
final class Trial: Sendable {
    private let makeFixture: CloudRule.MakeFixture
    /// Kept until the end of the trial, since a cloud may be removed with its fixture.
    private let fixtures = Mutex<[any CloudFixture]>([])

    init(makeFixture: @escaping CloudRule.MakeFixture) { self.makeFixture = makeFixture }

    func end() { fixtures.withLock { $0 = [] } }

    /// A new fixture and a connection to its cloud.
    func start(
        _ options: CloudFixtureOptions = CloudFixtureOptions()
    ) async throws -> (fixture: any CloudFixture, cloud: any Cloud) {
        let fixture = try await makeFixture(options)
        fixtures.withLock { $0.append(fixture) }
        return (fixture, try await fixture.connect())
    }

    /// A connection to a new cloud, for rules that need no fixture.
    func cloud(_ quota: Quota = Quota()) async throws -> any Cloud {
        try await start(CloudFixtureOptions(quota: quota)).cloud
    }
}

extension ActorID {
    static let a = ActorID(rawValue: 1)
    /// A number that would be negative if it were signed.
    static let b = ActorID(rawValue: .max)
    static let c = ActorID(rawValue: 3)
}

extension SendMark {
    /// Different marks for different numbers.
    static func number(_ number: UInt64) -> SendMark { SendMark(number: number, nonce: ~number) }
}

extension Sender {
    /// A sender that always leaves the same mark, so that each of its calls recognizes it.
    static func lax(_ actor: ActorID) -> Sender { .as(actor, next: 1) }

    /// A sender that leaves mark `next`, and expects `confirmed` or one of `pending`.
    static func `as`(
        _ actor: ActorID, confirmed: UInt64? = nil, pending: [UInt64] = [],
        next: UInt64? = nil
    ) -> Sender {
        Sender(
            actor: actor, confirmed: confirmed.map { .number($0) },
            pending: pending.map { .number($0) }, next: next.map { .number($0) })
    }
}

extension ProposedChange {
    /// A change with defaults for everything that the rule does not test.
    static func set(
        _ key: String, _ record: String, expecting revision: Int64 = 0
    ) -> ProposedChange {
        ProposedChange(
            key: key, expectedRevision: revision, record: Array(record.utf8), isTombstone: false)
    }

    static func delete(_ key: String, expecting revision: Int64) -> ProposedChange {
        ProposedChange(key: key, expectedRevision: revision, record: [0], isTombstone: true)
    }
}

extension Cloud {
    /// Registers with defaults for everything that the rule does not test.
    @discardableResult
    func register(_ actor: ActorID, cursor: Int64 = 0) async throws -> RegistrationOutcome {
        try await register(.lax(actor), cursor: cursor)
    }

    @discardableResult
    func register(_ sender: Sender, cursor: Int64 = 0) async throws -> RegistrationOutcome {
        let registration = Registration(
            sender: sender, device: "device \(sender.actor)", cursor: cursor)
        return try await register(registration).value
    }

    func compareAndSet(
        _ changes: [ProposedChange]
    ) async throws(CloudError) -> CloudReply<[ChangeOutcome]> {
        try await compareAndSet(changes, from: .lax(.a))
    }

    func acknowledge(
        _ actor: ActorID, cursor: Int64
    ) async throws(CloudError) -> CloudReply<Bool> {
        try await acknowledge(cursor, from: .lax(actor))
    }

    /// Commits changes that must not fail, and returns the revision of the last.
    @discardableResult
    func commit(_ changes: ProposedChange..., from sender: Sender = .lax(.a)) async throws -> Int64
    {
        let outcomes = try await compareAndSet(changes, from: sender).value
        guard outcomes.count == changes.count,
            outcomes.allSatisfy({ if case .committed = $0 { true } else { false } }),
            case .committed(let revision)? = outcomes.last
        else { throw NotCommitted(outcomes: outcomes) }
        return revision
    }

    /// All pages of a listing: the entries, and the position for the next listing of changes.
    func listAll(
        from position: ListingPosition = .start, limit: Int = 1000
    ) async throws -> Listing {
        var all = try await list(position, limit: limit).value
        while all.hasMore {
            let position: ListingPosition =
                all.isComplete ? .resume(after: all.next) : .changes(after: all.next)
            let page = try await list(position, limit: limit).value
            all.entries += page.entries
            (all.next, all.hasMore) = (page.next, page.hasMore)
        }
        return all
    }
}

struct NotCommitted: Error {
    var outcomes: [ChangeOutcome]
}
