public import CloudServer
import RemoteClouds
import Replication

extension EtcdAccounts: AccountStore {
    public func addAccount(_ name: String) async throws -> String {
        guard AccountsFile.isName(name) else { throw AccountsError.badName(name) }
        let text = TokenText.random()
        try await retryingConflicts {
            if try await account(name) != nil { throw AccountsError.exists(name) }
            let document = AccountDocument(created: milliseconds(), id: Self.randomID())
            var change = try await adding(text, to: name, document, named: "first", .write)
            // This follows after reading the number of the last token, which no other command may
            // raise until this one ends.
            guard try await connection.count(below: places.accounts) < maximumAccounts else {
                throw AccountsError.tooMany(maximumAccounts)
            }
            change.expect(places.account(name), at: 0)
            change.put(places.account(name), try encode(document))
            return change
        }
        return text
    }

    public func addToken(
        account name: String, name purpose: String, scope: Access.Scope
    ) async throws -> String {
        let text = TokenText.random()
        try await retryingConflicts {
            guard let found = try await account(name) else { throw AccountsError.missing(name) }
            var change = try await adding(text, to: name, found.document, named: purpose, scope)
            change.expect(places.account(name), at: found.revision)
            return change
        }
        return text
    }

    public func rotateToken(_ id: Int64) async throws -> String {
        let text = TokenText.random()
        try await retryingConflicts {
            let found = try await token(id)
            var document = found.document
            document.created = milliseconds()
            var change = EtcdChange()
            change.expect(found.entry.key, at: found.entry.revision)
            change.remove(found.entry.key)
            change.remove(places.used(id))
            change.put(places.token(TokenHash(of: text)), try encode(document))
            return change
        }
        return text
    }

    public func revokeToken(_ id: Int64) async throws {
        // Only remove: a full etcd still allows that.
        try await retryingConflicts {
            let found = try await token(id)
            var change = EtcdChange()
            change.expect(found.entry.key, at: found.entry.revision)
            change.remove(found.entry.key)
            change.remove(places.used(id))
            return change
        }
    }

    public func removeAccount(_ name: String) async throws {
        try await retryingConflicts {
            guard let found = try await account(name) else { throw AccountsError.missing(name) }
            var change = EtcdChange()
            change.expect(places.account(name), at: found.revision)
            change.remove(places.account(name))
            return change
        }
        // Servers accept a token for another moment, and its device could write after the removal.
        try await Task.sleep(for: EtcdDirectory.grantLasts + .seconds(1))
        try await removeRemains()
    }

    /// Removes the remains of deleted accounts, including those of interrupted deletions.
    func removeRemains() async throws {
        // In this order, the account of any new state or token is included in the last read.
        let states = try await connection.entries(below: places.states)
        let tokens = try await connection.entries(below: places.tokens)
        let accounts = try await accountDocuments()
        for entry in tokens {
            let token: TokenDocument = try decode(entry)
            if accounts[token.account]?.id == token.accountID { continue }
            var change = EtcdChange()
            change.remove(entry.key)
            change.remove(places.used(token.number))
            _ = try await connection.make(change)
        }
        let owners = Set(states.compactMap { Owner(of: $0.key, below: places.states) })
        for owner in owners where accounts[owner.name]?.id != owner.id {
            for folder in [
                places.clouds(owner.name, owner.id), places.states(owner.name, owner.id),
            ] {
                var change = EtcdChange()
                change.remove(below: folder)
                _ = try await connection.make(change)
            }
        }
    }

    public func accounts() async throws -> [ServerAccount] {
        let states = try await connection.entries(below: places.states)
        let tokens = try await self.tokens(account: nil)
        return try await accountDocuments().sorted { $0.key < $1.key }.map { name, document in
            let owner = Owner(name: name, id: document.id)
            let stores = states.filter { Owner(of: $0.key, below: places.states) == owner }
            let own = tokens.filter { $0.account == name }
            return ServerAccount(
                name: name, created: document.created, tokens: own.count,
                used: own.compactMap(\.used).max(), stores: stores.count,
                bytes: try stores.reduce(0) { sum, entry in
                    let state: StoreState = try decode(entry)
                    return sum + state.usedBytes
                })
        }
    }

    public func tokens(account: String?) async throws -> [Token] {
        let used = Dictionary(
            try await connection.entries(below: places.used).map { ($0.key, $0) },
            uniquingKeysWith: { first, _ in first })
        let accounts = try await accountDocuments()
        if let account, accounts[account] == nil { throw AccountsError.missing(account) }
        return try await connection.entries(below: places.tokens).compactMap { entry in
            let token: TokenDocument = try decode(entry)
            guard accounts[token.account]?.id == token.accountID,
                account == nil || account == token.account
            else { return nil }
            return Token(
                id: token.number, account: token.account, name: token.name,
                scope: Access.Scope(rawValue: token.scope) ?? .read, created: token.created,
                used: time(used[places.used(token.number)]))
        }.sorted { $0.id < $1.id }
    }

    private func accountDocuments() async throws -> [String: AccountDocument] {
        var documents: [String: AccountDocument] = [:]
        for entry in try await connection.entries(below: places.accounts) {
            documents[String(entry.key.dropFirst(places.accounts.count))] = try decode(entry)
        }
        return documents
    }

    private func token(
        _ number: Int64
    ) async throws -> (entry: EtcdEntry, document: TokenDocument) {
        for entry in try await connection.entries(below: places.tokens) {
            let token: TokenDocument = try decode(entry)
            if token.number == number { return (entry, token) }
        }
        throw AccountsError.noToken(number)
    }

    /// Returns a change that gives an account one more token, with the next number.
    private func adding(
        _ text: String, to account: String, _ document: AccountDocument, named name: String,
        _ scope: Access.Scope
    ) async throws -> EtcdChange {
        var (state, revision) = try await state()
        state.last += 1
        let token = TokenDocument(
            account: account, accountID: document.id, number: state.last, name: name,
            scope: scope.rawValue, created: milliseconds())
        var change = EtcdChange()
        change.expect(places.state, at: revision)
        change.put(places.state, try encode(state))
        change.put(places.token(TokenHash(of: text)), try encode(token))
        return change
    }

    /// Makes a change. Computes it again if another process was faster.
    private func retryingConflicts(_ change: () async throws -> EtcdChange) async throws {
        for _ in 0..<100 {
            if try await connection.make(try await change()) { return }
            try await Task.sleep(for: .milliseconds(Int.random(in: 1...30)))
        }
        throw CloudError(
            .unreachable,
            "Other programs keep changing the accounts in \(connection.name): try again.")
    }

    private static func randomID() -> String {
        String(UInt64.random(in: (1 << 60)...UInt64.max), radix: 16)
    }
}

/// The account that owns a store.
private struct Owner: Hashable {
    var name: String
    var id: String

    init(name: String, id: String) { (self.name, self.id) = (name, id) }

    /// Finds the owner of the state under a key; `nil` for any other key.
    init?(of key: String, below folder: String) {
        let parts = key.dropFirst(folder.count).split(separator: "/", maxSplits: 2)
        guard parts.count == 3 else { return nil }
        self.init(name: String(parts[0]), id: String(parts[1]))
    }
}
