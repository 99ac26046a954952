public import CloudServer
import Glibc
import SQLite

extension AccountsFile {
    /// Makes an account, and a token that may write. Returns the token, which nobody can tell
    /// again.
    public func addAccount(_ name: String) throws -> String {
        guard Self.isName(name) else { throw AccountsError.badName(name) }
        return try database.transaction {
            guard try !hasAccount(name) else { throw AccountsError.exists(name) }
            try database.run(
                "INSERT INTO accounts(name, created) VALUES(?, ?)", .text(name), .integer(now()))
            return try insertToken(account: name, name: "first", scope: .write)
        }
    }

    /// Makes another token for an account. Returns it, which nobody can tell again.
    public func addToken(account: String, name: String, scope: Access.Scope) throws -> String {
        try database.transaction {
            guard try hasAccount(account) else { throw AccountsError.missing(account) }
            return try insertToken(account: account, name: name, scope: scope)
        }
    }

    /// Lets nobody in with a token any more.
    public func revokeToken(_ id: Int64) throws {
        guard try database.run("DELETE FROM tokens WHERE id = ?", .integer(id)) == 1 else {
            throw AccountsError.noToken(id)
        }
    }

    /// The names of all accounts.
    public func accounts() throws -> [String] {
        try database.query("SELECT name FROM accounts ORDER BY name") { $0.text(0) }
    }

    /// All tokens, or those of an account.
    public func tokens(account: String? = nil) throws -> [Token] {
        try database.query(
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

    /// The name is one of a folder, so nothing that leads elsewhere is one.
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

    private func insertToken(
        account: String, name: String, scope: Access.Scope
    ) throws -> String {
        let text = TokenText.random()
        try database.run(
            "INSERT INTO tokens(account, name, scope, hash, created) VALUES(?, ?, ?, ?, ?)",
            .text(account), .text(name), .text(scope.rawValue), .blob(TokenText.hash(text)),
            .integer(now()))
        return text
    }

    func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}
