public import CloudMessages
public import Replication

/// The rights of a token, and the account whose stores they are for.
public struct Access: Sendable {
    /// The calls that a token allows.
    public enum Scope: String, Sendable, CaseIterable {
        case read
        case write
    }

    /// Identifies a token in logs, without any of its text.
    public struct TokenLabel: Sendable, Hashable {
        public var number: Int64
        public var name: String

        public init(number: Int64, name: String) {
            self.number = number
            self.name = name
        }
    }

    /// The name of the account, for logs.
    public var account: String
    public var scope: Scope
    public var token: TokenLabel?
    private let isStillValid: @Sendable () async -> Bool
    /// The time between checks of an open stream whether the token is still valid.
    let recheck: Duration
    private let open: @Sendable (StoreName) async throws -> any Cloud
    private let openContents: @Sendable (StoreName) async throws -> (any ContentStore)?

    /// - Parameters:
    ///   - isStillValid: returns whether the token is still valid, for calls without an end.
    ///   - recheck: the time between such checks.
    ///   - open: opens the cloud of a store. The first caller that may write creates the store. The
    ///     cloud refuses changes once the token is revoked or the account removed, even if a new
    ///     account has its name. Throws `CloudError`.
    ///   - contents: returns the contents that the server keeps for the documents of a store, with
    ///     the same rules; `nil` if it keeps none.
    public init(
        account: String, scope: Scope, token: TokenLabel? = nil,
        isStillValid: @escaping @Sendable () async -> Bool = { true },
        recheck: Duration = .seconds(15),
        open: @escaping @Sendable (StoreName) async throws -> any Cloud,
        contents: @escaping @Sendable (StoreName) async throws -> (any ContentStore)? = { _ in nil }
    ) {
        self.account = account
        self.scope = scope
        self.token = token
        self.isStillValid = isStillValid
        self.recheck = recheck
        self.open = open
        openContents = contents
    }

    /// The name for the limits of calls: a read-only token uses none of its account's limits.
    var payer: String {
        guard scope == .read else { return account }
        return "\(account) \(token.map { "\($0.number)" } ?? "read")"
    }

    /// Whether the token is still valid.
    var isStillGranted: Bool { get async { await isStillValid() } }

    /// Returns the cloud of a store.
    func cloud(_ store: StoreName) async throws -> any Cloud { try await open(store) }

    /// Returns the contents of the documents of a store, if the server keeps any.
    func contents(_ store: StoreName) async throws -> (any ContentStore)? {
        try await openContents(store)
    }
}

/// The accounts of a server and their tokens.
public protocol AccountDirectory: Sendable {
    /// Returns the access of a token; `nil` if this server does not know the token.
    func access(token: String) async throws -> Access?

    /// Whether the storage of the accounts seems to be usable now.
    var isReachable: Bool { get async }
}

extension AccountDirectory {
    public var isReachable: Bool { true }
}
