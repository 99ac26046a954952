public import Replication

/// What the bearer of a token may do, and with whose cloud.
public struct Access: Sendable {
    /// What a token allows.
    public enum Scope: String, Sendable, CaseIterable {
        case read
        case write
    }

    /// The name of the account, for logs.
    public var account: String
    public var scope: Scope
    public var cloud: any Cloud

    public init(account: String, scope: Scope, cloud: any Cloud) {
        self.account = account
        self.scope = scope
        self.cloud = cloud
    }
}

/// Knows the accounts of a server and their tokens.
public protocol AccountDirectory: Sendable {
    /// What a token gives access to, or nil when it is none of this server's.
    func access(token: String) async throws -> Access?
}
