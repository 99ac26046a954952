import BookmarkLibrary
import BookmarksUI

extension ListLibrary {
    private var tokens: AccessTokens { AccessTokens(home.location) }

    func accessTokens() throws -> [AccessRow] {
        try tokens.all().map { token in
            AccessRow(
                number: token.id, name: token.name, scope: token.scope.rawValue,
                created: token.created, used: token.used)
        }
    }

    func addAccessToken(name: String, scope: AccessScope) throws -> String {
        let scope: AccessToken.Scope =
            switch scope {
            case .read: .read
            case .write: .write
            case .add: .add
            }
        return try tokens.add(name: name, scope: scope).text
    }

    func revokeAccessToken(_ number: Int) throws {
        guard try tokens.all().contains(where: { $0.id == number }) else { return }
        try tokens.revoke(id: number)
    }
}
