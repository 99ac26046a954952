public import CloudMessages
public import Replication

/// What the bearer of a token may do, and with whose stores.
public struct Access: Sendable {
    /// What a token allows.
    public enum Scope: String, Sendable, CaseIterable {
        case read
        case write
    }

    /// The name of the account, for logs.
    public var account: String
    public var scope: Scope
    private let open: @Sendable (StoreName) throws -> any Cloud

    /// - Parameter open: gives the cloud of a store of the account, which is made by the first who
    ///   asks for it. Throws `CloudError`.
    public init(
        account: String, scope: Scope, open: @escaping @Sendable (StoreName) throws -> any Cloud
    ) {
        self.account = account
        self.scope = scope
        self.open = open
    }

    /// The cloud of a store.
    func cloud(_ store: StoreName) throws -> any Cloud { try open(store) }
}

/// Knows the accounts of a server and their tokens.
public protocol AccountDirectory: Sendable {
    /// What a token gives access to, or nil when it is none of this server's.
    func access(token: String) async throws -> Access?
}
