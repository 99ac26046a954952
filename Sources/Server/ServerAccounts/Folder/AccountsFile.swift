import CloudMessages
import Crypto
import FileCoordination
import FoundationEssentials
import Glibc
import LocalCloud
import SQLite

/// The accounts of a server and the hashes of their tokens, in a SQLite database.
///
/// Any number of processes may have it open: a running server accepts a new token, and refuses a
/// revoked one, at its next request.
public final class AccountsFile: Sendable {
    let database: Database
    let folder: String
    let maximumAccounts: Int
    /// The default for the most accounts of a server.
    public static let maximumAccounts = 100_000

    /// Opens the accounts of a folder, and creates missing files, for the owner alone. Removes what
    /// interrupted removals of accounts left.
    ///
    /// - Parameter maximumAccounts: the most accounts.
    /// - Throws: ``AccountsError`` if a newer or another program wrote the file, and errors of the
    ///   disk.
    public init(folder: String, maximumAccounts: Int = AccountsFile.maximumAccounts) throws {
        self.folder = folder
        self.maximumAccounts = maximumAccounts
        try createPrivateFolder(folder)
        database = try Self.explainingDamage { try Database(path: folder + "/accounts.sqlite") }
        try Self.explainingDamage { try prepare(isMaking: true) }
        finishRemovals()
    }

    /// Opens the accounts that already exist in a folder, and creates nothing: otherwise a mistyped
    /// folder would from then on look like a server without accounts.
    ///
    /// - Throws: ``AccountsError`` also if there are none, and errors of the disk.
    public init(existingIn folder: String) throws {
        self.folder = folder
        maximumAccounts = Self.maximumAccounts
        let path = folder + "/accounts.sqlite"
        guard access(path, F_OK) == 0 else {
            throw errno == ENOENT
                ? AccountsError.noServer(folder) : AccountsError.unreadable(folder, errno)
        }
        database = try Self.explainingDamage { try Database(path: path, access: .readWrite) }
        try Self.explainingDamage { try prepare(isMaking: false) }
    }

    /// Runs `body`, and converts the error of a damaged file, so that it tells the server's owner
    /// what to do. A missing table or column is damage, too: the statements are those of this
    /// program.
    static func explainingDamage<Value>(_ body: () throws -> Value) throws -> Value {
        do { return try body() } catch let error as SQLiteError
            where [.corrupt, .notADatabase, .other].contains(error.code)
        {
            throw AccountsError.damaged(error.path, error.message)
        }
    }

    /// Throws SQLite's error unless all tables exist with their columns.
    static func checkTables(_ database: Database) throws {
        for table in [
            "SELECT name, created FROM accounts LIMIT 0",
            "SELECT id, account, name, scope, hash, created, used FROM tokens LIMIT 0",
        ] { _ = try database.first(table) { _ in } }
    }

    /// Returns the folder of the records of an account's store.
    func cloudFolder(_ account: String, _ store: StoreName) -> String {
        let own = "\(folder)/accounts/\(account)"
        return store.identifier.map { "\(own)/stores/\($0)" } ?? own
    }

    /// Returns the contents of the documents of an account's store.
    func contentFiles(_ account: String, _ store: StoreName) -> ChunkFiles {
        ChunkFiles(path: cloudFolder(account, store) + "/chunks")
    }

    /// Returns the contents of all stores of an account.
    func contentFiles(of account: String) -> [ChunkFiles] {
        let own = cloudFolder(account, .own)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: own + "/stores")) ?? []
        return ([own] + names.map { "\(own)/stores/\($0)" }).map {
            ChunkFiles(path: $0 + "/chunks")
        }
    }

    private static let version: Int64 = 1
    /// The application id of the file: `CldA`.
    static let applicationID: Int64 = 0x436C_6441

    private func prepare(isMaking: Bool) throws {
        let found = try database.userVersion()
        if found == 0 {
            if !isMaking, try database.isEmpty() { throw AccountsError.noServer(folder) }
            try createTables()
        }
        guard try database.applicationID() == Self.applicationID else {
            throw AccountsError.foreign(database.path)
        }
        guard try database.userVersion() == Self.version else {
            throw AccountsError.newer(database.path)
        }
        try Self.checkTables(database)
        try database.setSynchronous(.full)
    }

    private func createTables() throws {
        let isMade = try database.make {
            try database.execute(Self.schema)
            try database.execute(
                """
                PRAGMA user_version=\(Self.version);
                PRAGMA application_id=\(Self.applicationID)
                """)
        }
        guard isMade else { throw AccountsError.foreign(database.path) }
    }

    /// Times are in milliseconds since 1970.
    private static let schema = """
        CREATE TABLE accounts(name TEXT PRIMARY KEY NOT NULL, created INTEGER NOT NULL);
        CREATE TABLE tokens(
          id INTEGER PRIMARY KEY AUTOINCREMENT,
          account TEXT NOT NULL REFERENCES accounts(name),
          name TEXT NOT NULL,
          scope TEXT NOT NULL,
          hash BLOB NOT NULL UNIQUE,
          created INTEGER NOT NULL,
          used INTEGER
        );
        """
}
