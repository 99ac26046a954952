import CloudMessages
public import CloudServer
import FileCoordination
import Glibc
import LocalCloud
import SQLite

extension AccountsFile {
    /// Makes an account, and a token that may write. Returns the token, which cannot be shown
    /// again.
    public func addAccount(_ name: String) throws -> String {
        guard Self.isName(name) else { throw AccountsError.badName(name) }
        var left: String?
        // A removal that was interrupted may have left the folder of another account.
        defer { if let left { try? removeTree(left) } }
        return try transaction {
            guard try !hasAccount(name) else { throw AccountsError.exists(name) }
            left = try setFolderAside(of: name)
            let count = try database.first("SELECT count(*) FROM accounts") { $0.integer(0) } ?? 0
            guard count < maximumAccounts else { throw AccountsError.tooMany(maximumAccounts) }
            try database.run(
                "INSERT INTO accounts(name, created) VALUES(?, ?)", .text(name), .integer(now()))
            return try insertToken(account: name, name: "first", scope: .write)
        }
    }

    /// Makes another token for an account. Returns the token, which cannot be shown again.
    public func addToken(account: String, name: String, scope: Access.Scope) throws -> String {
        try transaction {
            guard try hasAccount(account) else { throw AccountsError.missing(account) }
            return try insertToken(account: account, name: name, scope: scope)
        }
    }

    /// Replaces a token, which is no longer accepted. Returns the new token, which cannot be shown
    /// again. From then on, no call with the old token changes anything.
    public func rotateToken(_ id: Int64) throws -> String {
        let text = TokenText.random()
        let account = try transaction {
            let account = try accountOfToken(id)
            try database.run(
                "UPDATE tokens SET hash = ?, created = ?, used = NULL WHERE id = ?",
                .blob(TokenHash(of: text).bytes), .integer(now()), .integer(id))
            return account
        }
        // Without its text, the new token would be lost, so a call that takes too long is not
        // reported.
        try? waitForChanges(of: account)
        return text
    }

    /// Removes an account with its tokens, its stores and all their contents. No client has access
    /// once the tokens are removed.
    public func removeAccount(_ name: String) throws {
        // Also if the account is gone because an earlier removal was interrupted.
        defer { finishRemovals() }
        try transaction {
            // An interrupted removal is continued. Only a valid name belongs to a folder here.
            guard try hasAccount(name) || Self.isName(name) && isThere(cloudFolder(name, .own))
            else { throw AccountsError.missing(name) }
            try database.run("DELETE FROM tokens WHERE account = ?", .text(name))
            try database.run("DELETE FROM accounts WHERE name = ?", .text(name))
        }
        // Otherwise a call in progress could write files after the removal.
        for files in contentFiles(of: name) {
            _ = try? files.waitForChanges(seconds: 30)
        }
        try removeFolder(of: name)
    }

    /// Revokes a token. From then on, no call with it changes anything.
    public func revokeToken(_ id: Int64) throws {
        let account = try transaction {
            let account = try accountOfToken(id)
            try database.run("DELETE FROM tokens WHERE id = ?", .integer(id))
            return account
        }
        try waitForChanges(of: account)
    }

    /// Runs a transaction. A damaged page of rows is noticed only when it is read.
    private func transaction<Value>(_ body: () throws -> Value) throws -> Value {
        try Self.explainingDamage { try database.transaction { try body() } }
    }

    private func accountOfToken(_ id: Int64) throws -> String {
        let found = try database.first("SELECT account FROM tokens WHERE id = ?", .integer(id)) {
            $0.text(0)
        }
        guard let found else { throw AccountsError.noToken(id) }
        return found
    }

    /// Returns all accounts, sorted by name.
    public func accounts() throws -> [ServerAccount] {
        try Self.explainingDamage {
            try database.query(
                """
                SELECT name, created, (SELECT count(*) FROM tokens WHERE account = accounts.name),
                (SELECT max(used) FROM tokens WHERE account = accounts.name)
                FROM accounts ORDER BY name
                """
            ) { row in
                let name = row.text(0)
                let (stores, bytes) = size(of: name)
                return ServerAccount(
                    name: name, created: row.integer(1), tokens: Int(row.integer(2)),
                    used: row.isNull(3) ? nil : row.integer(3), stores: stores, bytes: bytes,
                    documents: contentFiles(of: name).reduce(0) { $0 + Int64($1.size().bytes) })
            }
        }
    }

    /// Returns all tokens, or those of an account.
    public func tokens(account: String? = nil) throws -> [Token] {
        try Self.explainingDamage {
            if let account, try !hasAccount(account) { throw AccountsError.missing(account) }
            return try database.query(
                """
                SELECT id, account, name, scope, created, used FROM tokens
                WHERE ?1 IS NULL OR account = ?1 ORDER BY id
                """, account.map(SQLiteValue.text) ?? .null
            ) { row in
                Token(
                    id: row.integer(0), account: row.text(1), name: row.text(2),
                    scope: Access.Scope(rawValue: row.text(3)) ?? .read, created: row.integer(4),
                    used: row.isNull(5) ? nil : row.integer(5))
            }
        }
    }

    /// Returns whether a name is valid. It is also the name of a folder, so it must not lead
    /// elsewhere.
    static func isName(_ name: String) -> Bool {
        let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard (1...64).contains(name.utf8.count), let first = name.utf8.first,
            letters.contains(first) || digits.contains(first)
        else { return false }
        return name.utf8.allSatisfy {
            letters.contains($0) || digits.contains($0) || "._-".utf8.contains($0)
        }
    }

    private func hasAccount(_ name: String) throws -> Bool {
        try database.first("SELECT 1 FROM accounts WHERE name = ?", .text(name)) { _ in } != nil
    }

    private func isThere(_ path: String) -> Bool { access(path, F_OK) == 0 }

    private func insertToken(
        account: String, name: String, scope: Access.Scope
    ) throws -> String {
        let text = TokenText.random()
        try database.run(
            "INSERT INTO tokens(account, name, scope, hash, created) VALUES(?, ?, ?, ?, ?)",
            .text(account), .text(name), .text(scope.rawValue), .blob(TokenHash(of: text).bytes),
            .integer(now()))
        return text
    }

    func now() -> Int64 { milliseconds() }
}

/// Returns the time, in milliseconds since 1970.
func milliseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
}
