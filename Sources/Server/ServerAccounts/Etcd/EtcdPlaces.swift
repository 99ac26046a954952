import CloudMessages
import RemoteClouds

// The data that many servers share is below one prefix in etcd:
//
//     state                    the format, and the number of the last token
//     accounts/NAME            when the account was made, and an id that no other account ever has
//     tokens/HASH              the facts about a token, whose text is not stored
//     used/NUMBER              when a token was last used
//     states/NAME/ID/…         the state of each store: `own`, or `stores/STORE`
//     clouds/NAME/ID/…         the other data of a store, below the same name
//
// States are together, so that one watch covers all of them.

struct EtcdPlaces: Sendable {
    /// The prefix, which ends with a slash.
    let prefix: String

    var state: String { prefix + "state" }
    var accounts: String { prefix + "accounts/" }
    var tokens: String { prefix + "tokens/" }
    var used: String { prefix + "used/" }
    var states: String { prefix + "states/" }

    func account(_ name: String) -> String { accounts + name }

    func token(_ hash: TokenHash) -> String { tokens + hash.hexadecimal }

    func used(_ token: Int64) -> String { used + "\(token)" }

    /// Returns the prefix of the states of all stores of an account.
    func states(_ account: String, _ id: String) -> String { "\(states)\(account)/\(id)/" }

    /// Returns the prefix of the other data of an account's stores.
    func clouds(_ account: String, _ id: String) -> String { "\(prefix)clouds/\(account)/\(id)/" }

    func cloud(_ account: String, _ id: String, _ store: StoreName) -> EtcdPlace {
        let name = store.identifier.map { "stores/\($0)" } ?? "own"
        return EtcdPlace(
            prefix: clouds(account, id) + name + "/", state: states(account, id) + name)
    }
}

/// The value of `state`.
struct AccountsState: Codable {
    static let format = 1

    var format = AccountsState.format
    /// The number of the latest token.
    var last: Int64 = 0
}

/// The value of a key below `accounts`.
struct AccountDocument: Codable, Hashable {
    /// The time when the account was made, in milliseconds since 1970.
    var created: Int64
    /// The id, so that a new account with the name of a removed one finds nothing of it.
    var id: String
}

/// The value of a key below `tokens`.
struct TokenDocument: Codable, Hashable {
    var account: String
    /// The id of the account.
    var accountID: String
    var number: Int64
    var name: String
    var scope: String
    /// The time when the token was made, in milliseconds since 1970.
    var created: Int64
}

/// The value of a key below `states`, as far as it is needed here.
struct StoreState: Decodable {
    var usedBytes: Int64
}
