public import CloudServer

/// The accounts of a server and their tokens, in any storage.
///
/// Any number of processes may use the same storage: running servers accept a new token, and refuse
/// a revoked one, at their next request or a few seconds later.
public protocol AccountStore: Sendable {
    /// Makes an account, and a token that may write. Returns the token, which cannot be shown
    /// again.
    func addAccount(_ name: String) async throws -> String

    /// Removes an account with its tokens, its stores and all their contents. No client has access
    /// once the tokens are removed.
    func removeAccount(_ name: String) async throws

    /// Returns all accounts, sorted by name.
    func accounts() async throws -> [ServerAccount]

    /// Makes another token for an account. Returns the token, which cannot be shown again.
    func addToken(account: String, name: String, scope: Access.Scope) async throws -> String

    /// Replaces a token, which is no longer accepted. Returns the new token, which cannot be shown
    /// again.
    func rotateToken(_ id: Int64) async throws -> String

    /// Revokes a token, which is no longer accepted.
    func revokeToken(_ id: Int64) async throws

    /// Returns all tokens, or those of an existing account.
    func tokens(account: String?) async throws -> [Token]
}

extension AccountsFile: AccountStore {}
