public import Replication

/// A cloud that a rule of ``CloudRule`` is tried on: new and empty, with a clock that the rule
/// moves.
public protocol CloudFixture: Sendable {
    /// A new connection to the cloud of this fixture, as another process would have it.
    func connect() async throws -> any Cloud
    /// Moves the cloud's clock on.
    func advance(milliseconds: Int64) async throws
    /// Collects now what may be collected.
    func collect() async throws
}

/// A rule's demands on the cloud it is tried on.
public struct CloudFixtureOptions: Sendable {
    public var quota: Quota
    /// How long a deletion is remembered at least, in milliseconds.
    public var retention: Int64

    public init(quota: Quota = Quota(), retention: Int64 = 30 * CloudRule.day) {
        self.quota = quota
        self.retention = retention
    }
}
