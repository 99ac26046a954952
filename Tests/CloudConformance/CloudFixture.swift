public import Replication

/// A new and empty cloud on which a rule of ``CloudRule`` is tested, with a clock that the rule
/// moves.
public protocol CloudFixture: Sendable {
    /// A new connection to this fixture's cloud, as from another process.
    func connect() async throws -> any Cloud
    /// Moves the cloud's clock on.
    func advance(milliseconds: Int64) async throws
    /// Collects everything that may be collected.
    func collect() async throws
}

/// The demands of a rule on its cloud.
public struct CloudFixtureOptions: Sendable {
    public var quota: Quota
    /// The shortest time for which a deletion is kept, in milliseconds.
    public var retention: Int64

    public init(quota: Quota = Quota(), retention: Int64 = 30 * CloudRule.day) {
        self.quota = quota
        self.retention = retention
    }
}
