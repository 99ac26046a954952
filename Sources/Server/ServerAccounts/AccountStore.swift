public import CloudServer

/// The accounts of a server and their tokens, wherever they are kept.
///
/// Any number of processes may use the same: a token that a command made or revoked counts for
/// running servers at their next request, or a few seconds later.
public protocol AccountStore: Sendable {
    /// Makes an account, and a token that may write. Returns the token, which can't be shown again.
    func addAccount(_ name: String) async throws -> String

    /// Removes an account with its tokens, its stores and all that is in them. No one is let in
    /// from the moment that the tokens are gone.
    func removeAccount(_ name: String) async throws

    /// All accounts, by name.
    func accounts() async throws -> [ServerAccount]

    /// Makes another token for an account. Returns it; it can't be shown again.
    func addToken(account: String, name: String, scope: Access.Scope) async throws -> String

    /// Replaces a token, which is then no longer accepted. Returns the new one, which can't be
    /// shown again.
    func rotateToken(_ id: Int64) async throws -> String

    /// Revokes a token, which is then no longer accepted.
    func revokeToken(_ id: Int64) async throws

    /// All tokens, or those of an account, which is there.
    func tokens(account: String?) async throws -> [Token]
}

extension AccountsFile: AccountStore {}
