public import CloudMessages
public import Replication

/// The rights of the bearer of a token, and the account whose stores they are for.
public struct Access: Sendable {
    /// The calls that a token allows.
    public enum Scope: String, Sendable, CaseIterable {
        case read
        case write
    }

    /// Which token it was, for logs, which have nothing of its text.
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
    private let lasts: @Sendable () async -> Bool
    /// How often a stream that is open asks whether the token still counts.
    let recheck: Duration
    private let open: @Sendable (StoreName) async throws -> any Cloud
    private let openContents: @Sendable (StoreName) async throws -> (any ContentStore)?

    /// - Parameters:
    ///   - lasts: tells whether the token still counts, for calls that have no end.
    ///   - recheck: how often such a call asks.
    ///   - open: opens the cloud of a store, which the first caller that may write creates. It
    ///     refuses changes once the token is revoked or the account removed, even if a new account
    ///     has its name. Throws `CloudError`.
    ///   - contents: gives the contents that the server keeps for the documents of a store, with
    ///     the same rules; `nil` where it keeps none.
    public init(
        account: String, scope: Scope, token: TokenLabel? = nil,
        lasts: @escaping @Sendable () async -> Bool = { true },
        recheck: Duration = .seconds(15),
        open: @escaping @Sendable (StoreName) async throws -> any Cloud,
        contents: @escaping @Sendable (StoreName) async throws -> (any ContentStore)? = { _ in nil }
    ) {
        self.account = account
        self.scope = scope
        self.token = token
        self.lasts = lasts
        self.recheck = recheck
        self.open = open
        openContents = contents
    }

    /// The name under which calls are limited: a read-only token uses none of its account's limits.
    var payer: String {
        guard scope == .read else { return account }
        return "\(account) \(token.map { "\($0.number)" } ?? "read")"
    }

    /// Whether the token still counts.
    var isStillGranted: Bool { get async { await lasts() } }

    /// The cloud of a store.
    func cloud(_ store: StoreName) async throws -> any Cloud { try await open(store) }

    /// The contents of the documents of a store, if the server keeps any.
    func contents(_ store: StoreName) async throws -> (any ContentStore)? {
        try await openContents(store)
    }
}

/// Knows the accounts of a server and their tokens.
public protocol AccountDirectory: Sendable {
    /// The access that a token gives, or nil when this server does not know the token.
    func access(token: String) async throws -> Access?

    /// Whether the place where all of it is kept can be used now, as far as that can be told.
    var isReachable: Bool { get async }
}

extension AccountDirectory {
    public var isReachable: Bool { true }
}
