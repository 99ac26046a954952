import CloudMessages
import FileCoordination
import FoundationEssentials
import Glibc
import LocalCloud
import SQLite

/// A backup of everything that a server keeps, and how to restore it.
///
/// A backup is a folder with the databases of accounts and clouds, under the same names as in the
/// folder of a server. Each is a copy of one moment, but they are not all of the same moment:
/// devices send the records between again. The contents of documents are copied after the records
/// of their store, so that no content named by a record is missing.
public struct ServerBackup: Sendable, Hashable {
    /// The numbers of copied accounts and stores.
    public var accounts = 0
    public var stores = 0

    /// Copies the data of a server's folder to a folder that is new or empty. The server may run at
    /// the same time. A backup that fails leaves nothing behind.
    ///
    /// - Throws: ``AccountsError``, and errors of the disk or a database.
    public init(of file: AccountsFile, to folder: String) throws {
        try Self.requireFree(folder)
        let partial = folder + ".partial"
        try? FileManager.default.removeItem(atPath: partial)
        do {
            try createPrivateFolder(partial)
            try AccountsFile.explainingDamage {
                try file.database.copy(to: partial + "/accounts.sqlite")
            }
            try copyClouds(from: file.folder, to: partial) { path, copy in
                do {
                    try Database(path: path, access: .readWrite).copy(to: copy)
                    guard try LocalCloud.problems(ofCopyAt: copy).isEmpty else {
                        throw AccountsError.damagedCloud(path, "its tables contradict each other")
                    }
                } catch let error as SQLiteError
                    where [.corrupt, .notADatabase, .other].contains(error.code)
                {
                    throw AccountsError.damagedCloud(path, error.message)
                }
            }
            rmdir(folder)
            guard rename(partial, folder) == 0 else { throw AccountsError.failed("rename", folder) }
        } catch {
            try? FileManager.default.removeItem(atPath: partial)
            throw error
        }
        let above = folder.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        try syncFolder(above.isEmpty ? "." : above.joined(separator: "/") + "/")
    }

    /// Replaces a server's data in a folder with a backup. Each cloud gets a new epoch. The earlier
    /// data is kept in a folder `replaced-…` beside it. Files that root creates there get the owner
    /// of the folder: the server may run as another user.
    ///
    /// - Parameter replacing: whether there may already be accounts.
    /// - Throws: ``AccountsError`` also if a server is running there.
    public init(restoring backup: String, to folder: String, replacing: Bool) throws {
        guard access(backup + "/accounts.sqlite", R_OK) == 0 else {
            throw AccountsError(
                description: "\(backup) is not a backup: accounts.sqlite is "
                    + "missing.")
        }
        let isNew = access(folder, F_OK) != 0
        try createPrivateFolder(folder)
        let lock = try ServingLock(folder: folder)
        guard lock.claimForRestoring() else {
            throw AccountsError(
                description: "A server is using \(folder). Stop it and try again.")
        }
        let isThere = access(folder + "/accounts.sqlite", F_OK) == 0
        guard !isThere || replacing else {
            throw AccountsError(
                description: "There are already accounts in \(folder). To set them aside and "
                    + "restore the backup: --replace")
        }
        let partial = folder + "/.restoring"
        try? FileManager.default.removeItem(atPath: partial)
        do {
            try createPrivateFolder(partial)
            try copyAccounts(from: backup, to: partial)
            try copyClouds(from: backup, to: partial) { path, copy in
                try Self.checked(path, isOfAccounts: false) {
                    try LocalCloud.problems(ofCopyAt: path)
                }
                try Database(path: path, access: .immutable).copy(to: copy)
                try LocalCloud.begin(copyAt: copy)
            }
        } catch {
            // The existing data is unchanged.
            try? FileManager.default.removeItem(atPath: partial)
            if isNew, unlink(folder + "/serving.lock") == 0 { rmdir(folder) }
            throw error
        }
        let owner = try FolderOwner(of: folder)
        try owner.takeOwnership(of: partial)
        try owner.takeOwnership(of: folder + "/serving.lock")
        if isThere { try owner.takeOwnership(of: try Self.putAside(folder)) }
        // A server that started meanwhile may have left these: they are of another database.
        for end in ["-wal", "-shm"] { unlink(folder + "/accounts.sqlite" + end) }
        for name in ["accounts", "accounts.sqlite"] where access("\(partial)/\(name)", F_OK) == 0 {
            guard rename("\(partial)/\(name)", "\(folder)/\(name)") == 0 else {
                throw AccountsError.failed("rename", "\(partial)/\(name)")
            }
        }
        try? FileManager.default.removeItem(atPath: partial)
        try syncFolder(folder)
        withExtendedLifetime(lock) {}
    }

    private func copyAccounts(from backup: String, to partial: String) throws {
        let path = backup + "/accounts.sqlite"
        let accounts = try Database(path: path, access: .immutable)
        try Self.checked(path, isOfAccounts: true) {
            let problems = try accounts.integrityProblems()
            guard problems.isEmpty else { return problems }
            guard try accounts.applicationID() == AccountsFile.applicationID else {
                throw AccountsError.foreign(path)
            }
            try AccountsFile.checkTables(accounts)
            return []
        }
        try accounts.copy(to: partial + "/accounts.sqlite")
        try Database(path: partial + "/accounts.sqlite", access: .readWrite).useLog()
    }

    /// Throws the fault of a damaged file of a backup.
    private static func checked(
        _ path: String, isOfAccounts: Bool, _ problems: () throws -> [String]
    ) throws {
        let found: [String]
        do { found = try problems() } catch let error as SQLiteError
            where [.corrupt, .notADatabase, .other].contains(error.code)
        {
            throw AccountsError.damagedBackup(path, error.message, isOfAccounts: isOfAccounts)
        }
        guard let first = found.first else { return }
        throw AccountsError.damagedBackup(path, first, isOfAccounts: isOfAccounts)
    }

    /// Copies the clouds of all accounts in the copy of the accounts at `copies`.
    private mutating func copyClouds(
        from folder: String, to copies: String, _ copy: (String, String) throws -> Void
    ) throws {
        let known = try Database(path: copies + "/accounts.sqlite", access: .readWrite)
        let names = try known.query("SELECT name FROM accounts") { $0.text(0) }
        for name in names where AccountsFile.isName(name) {
            accounts += 1
            let stores = "/accounts/\(name)/stores"
            let others = (try? FileManager.default.contentsOfDirectory(atPath: folder + stores))
            let parts = ["/accounts/\(name)"] + (others ?? []).map { "\(stores)/\($0)" }
            for part in parts {
                if access(folder + part + "/cloud.sqlite", F_OK) == 0 {
                    try createPrivateFolder(copies + part)
                    try copy(folder + part + "/cloud.sqlite", copies + part + "/cloud.sqlite")
                    self.stores += 1
                }
                try ChunkFiles(path: folder + part + "/chunks").copy(to: copies + part + "/chunks")
            }
        }
    }

    private static func requireFree(_ folder: String) throws {
        guard access(folder, F_OK) == 0 else { return }
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder)
        if names?.isEmpty == true { return }
        throw AccountsError(
            description: "\(folder) already exists. Name a new folder.")
    }

    /// Moves a server's data aside. Returns the folder it is in now.
    private static func putAside(_ folder: String) throws -> String {
        var number = 1
        while access("\(folder)/replaced-\(number)", F_OK) == 0 { number += 1 }
        let aside = "\(folder)/replaced-\(number)"
        try createPrivateFolder(aside)
        for name in ["accounts.sqlite", "accounts.sqlite-wal", "accounts.sqlite-shm", "accounts"]
        where access("\(folder)/\(name)", F_OK) == 0 {
            guard rename("\(folder)/\(name)", "\(aside)/\(name)") == 0 else {
                throw AccountsError.failed("rename", "\(folder)/\(name)")
            }
        }
        return aside
    }
}

/// The lock for a server's folder, which any number of servers or one restore may hold.
public struct ServingLock: Sendable {
    private let lock: FileLock

    /// Makes the lock, but does not take it. Throws the errors of the disk.
    public init(folder: String) throws { lock = try FileLock(path: folder + "/serving.lock") }

    /// Takes the lock for a server, until this value is released. Returns false while the folder is
    /// being restored.
    public func claimForServing() -> Bool { lock.tryLock(.shared) }

    func claimForRestoring() -> Bool { lock.tryLock(.exclusive) }
}
