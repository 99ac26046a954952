import CloudMessages
import Crypto
import FileCoordination
import FoundationEssentials
import Glibc
import LocalCloud
import SQLite

/// The accounts of a server and the hashes of their tokens, in a SQLite database.
///
/// Any number of processes may have it open: a token that a command made or revoked counts for a
/// running server at its next request.
public final class AccountsFile: Sendable {
    let database: Database
    let folder: String
    let maximumAccounts: Int
    /// How many accounts a server has at most, unless told.
    public static let maximumAccounts = 100_000

    /// Opens the accounts of a folder, making missing files, for its owner alone.
    ///
    /// - Parameter maximumAccounts: how many accounts there may be.
    /// - Throws: ``AccountsError`` when the file is of a newer or another program, and errors of
    ///   the disk.
    public init(folder: String, maximumAccounts: Int = AccountsFile.maximumAccounts) throws {
        self.folder = folder
        self.maximumAccounts = maximumAccounts
        try createPrivateFolder(folder)
        database = try Self.telling { try Database(path: folder + "/accounts.sqlite") }
        try Self.telling { try prepare(isMaking: true) }
    }

    /// Opens the accounts that a folder has already, and makes nothing: a folder that was mistyped
    /// would look like a server without accounts, from then on.
    ///
    /// - Throws: ``AccountsError`` also when there are none, and errors of the disk.
    public init(existingIn folder: String) throws {
        self.folder = folder
        maximumAccounts = Self.maximumAccounts
        let path = folder + "/accounts.sqlite"
        guard access(path, F_OK) == 0 else {
            throw errno == ENOENT
                ? AccountsError.noServer(folder) : AccountsError.unreadable(folder, errno)
        }
        database = try Self.telling { try Database(path: path, access: .readWrite) }
        try Self.telling { try prepare(isMaking: false) }
    }

    /// Tells the server's owner what to do about a damaged file. A table or a column that is not
    /// there is damage, too: the statements are those of this program.
    static func telling<Value>(_ body: () throws -> Value) throws -> Value {
        do { return try body() } catch let error as SQLiteError
            where [.corrupt, .notADatabase, .other].contains(error.code)
        {
            throw AccountsError.damaged(error.path, error.message)
        }
    }

    /// Throws SQLite's error when the tables are not all there, with their columns.
    static func checkTables(_ database: Database) throws {
        for table in [
            "SELECT name, created FROM accounts LIMIT 0",
            "SELECT id, account, name, scope, hash, created, used FROM tokens LIMIT 0",
        ] { _ = try database.first(table) { _ in } }
    }

    /// Where the records of an account's store are.
    func cloudFolder(_ account: String, _ store: StoreName) -> String {
        let own = "\(folder)/accounts/\(account)"
        return store.identifier.map { "\(own)/stores/\($0)" } ?? own
    }

    /// Where the contents of the documents of an account's store are.
    func contentFiles(_ account: String, _ store: StoreName) -> ChunkFiles {
        ChunkFiles(path: cloudFolder(account, store) + "/chunks")
    }

    /// Where the contents of all stores of an account are.
    func contentFiles(of account: String) -> [ChunkFiles] {
        let own = cloudFolder(account, .own)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: own + "/stores")) ?? []
        return ([own] + names.map { "\(own)/stores/\($0)" }).map {
            ChunkFiles(path: $0 + "/chunks")
        }
    }

    private static let version: Int64 = 1
    /// Marks the file: `CldA`.
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
