import CloudMessages
public import CloudServer
import FileCoordination
import Glibc
import LocalCloud
public import Replication
import SQLite

/// The accounts in a folder. Each of their stores is a cloud in a file of its own.
public final class ServerDirectory: AccountDirectory {
    let file: AccountsFile
    private let stores: OpenStores
    /// Creates empty stores.
    private let making: OpenStores.Opening
    /// The most stores of an account besides its own.
    static let maximumStores = 64
    private static let hour: Int64 = 60 * 60 * 1000

    private let quota: Quota
    /// The most bytes of contents of an account.
    let documentLimit: Int
    /// The place of contents; `nil` if they are in the folder.
    let documents: DocumentPlace?
    /// The bytes of contents of accounts, as far as they were counted.
    let usages = ContentUsages()

    /// - Parameters:
    ///   - storeLimit: the most bytes of each store; 1 GiB by default.
    ///   - bounds: the further limits of each store. By default, deletions may take as many bytes
    ///     again.
    ///   - documentLimit: the most bytes of the contents of an account's documents in the folder.
    ///   - documents: the place of the contents, if they are not in the folder.
    public convenience init(
        _ file: AccountsFile, storeLimit: Int64? = nil, bounds: StoreBounds? = nil,
        documentLimit: Int = ContentUsage.usualLimit, documents: DocumentPlace? = nil
    ) {
        self.init(
            file, storeLimit: storeLimit, bounds: bounds, documentLimit: documentLimit,
            documents: documents, whenOpening: { _ in })
    }

    /// - Parameter whenOpening: called with the folder of each store before it is opened, so that
    ///   tests can simulate slow disks.
    init(
        _ file: AccountsFile, storeLimit: Int64? = nil, bounds: StoreBounds? = nil,
        documentLimit: Int = ContentUsage.usualLimit, documents: DocumentPlace? = nil,
        whenOpening: @escaping @Sendable (_ folder: String) -> Void
    ) {
        self.file = file
        self.documentLimit = documentLimit
        self.documents = documents
        let quota = storeLimit.map { Quota(maximumBytes: $0) } ?? .generous
        let bounds = bounds ?? StoreBounds(deletedBytes: quota.maximumBytes ?? .max)
        self.quota = quota
        let open = { @Sendable (folder: String, isMaking: Bool) throws(CloudError) in
            whenOpening(folder)
            return try LocalCloud(
                boundTo: folder + "/cloud.sqlite", isMaking: isMaking, quota: quota, bounds: bounds)
        }
        making = { folder throws(CloudError) in try open(folder, true) }
        stores = OpenStores { folder throws(CloudError) in try open(folder, false) }
    }

    /// Whether the accounts can be used: false if their file cannot be read, or was removed with
    /// everything beside it.
    public var isReachable: Bool {
        do {
            try file.database.checkPlace()
            _ = try file.database.userVersion()
            return true
        } catch { return false }
    }

    public func access(token: String) throws -> Access? {
        let hash = TokenHash(of: token)
        // Data written into a removed file would be lost when the server ends.
        do { try file.database.checkPlace() } catch {
            throw CloudError(
                .unreachable,
                "\(file.database.path) was removed or replaced while the server was "
                    + "running.")
        }
        let found = try AccountsFile.explainingDamage {
            try file.database.query(
                """
                SELECT hash, id, account, scope, used, name FROM tokens WHERE hash BETWEEN ? AND ?
                """, .blob(hash.indexed), .blob(hash.lastIndexed)
            ) { row in
                (
                    isSame: hash.isSame(as: row.blob(0)), id: row.integer(1), account: row.text(2),
                    scope: Access.Scope(rawValue: row.text(3)),
                    used: row.integer(4), name: row.text(5)
                )
            }
        }.first(where: \.isSame)
        guard let found, let scope = found.scope else { return nil }
        // On a full disk, this error must not shut any device out.
        try? noteUse(found.id, last: found.used)
        let grant = Grant(hash: hash, account: found.account)
        return Access(
            account: found.account, scope: scope,
            token: Access.TokenLabel(number: found.id, name: found.name),
            isStillValid: { self.isStillValid(grant) },
            // A check is cheap: one lookup in an index.
            recheck: .seconds(1),
            open: { store in
                try scope == .write
                    ? self.writable(store, grant) : self.readable(store, of: found.account)
            },
            contents: { store in
                try self.contents(store, grant, isReadOnly: scope == .read)
            })
    }

    /// A token that was valid when a call began. While it is valid, its account is the one that it
    /// was made for: tokens are removed with their account, and no hash occurs twice.
    struct Grant: Sendable {
        var hash: TokenHash
        var account: String
    }

    /// Returns whether a token is still valid. A token that cannot be looked up now counts as
    /// valid.
    private func isStillValid(_ grant: Grant) -> Bool {
        // The caller was already authenticated.
        do { return try Self.isThere(grant, in: file.database) } catch { return true }
    }

    private static func isThere(_ grant: Grant, in accounts: Database) throws -> Bool {
        try accounts.first(
            "SELECT 1 FROM tokens WHERE hash = ? AND account = ?", .blob(grant.hash.bytes),
            .text(grant.account)
        ) { _ in true } ?? false
    }

    /// Throws if a token is no longer valid, or the check fails.
    static func require(_ grant: Grant, in accounts: Database) throws(CloudError) {
        let isThere: Bool
        do { isThere = try Self.isThere(grant, in: accounts) } catch {
            throw CloudError(.unreachable, "\(accounts.path) cannot be read: \(error)")
        }
        guard isThere else { throw Self.ended }
    }

    static let ended = CloudError(
        .notAllowed,
        "The token was revoked, or its account removed, during the request; nothing was changed.")

    /// Notes the use in steps of an hour: reading must not write at each request.
    private func noteUse(_ token: Int64, last: Int64) throws {
        let now = file.now()
        guard now - last >= Self.hour || now < last else { return }
        try file.database.run(
            "UPDATE tokens SET used = ? WHERE id = ?", .integer(now), .integer(token))
    }

    /// Returns a store for a token that may write, and makes it if it does not exist. Each change
    /// checks the token again.
    private func writable(_ store: StoreName, _ grant: Grant) throws -> any Cloud {
        try Self.require(grant, in: file.database)
        let folder = file.cloudFolder(grant.account, store)
        let cloud = try stores.store(in: folder) {
            if !Self.isThere(folder + "/cloud.sqlite") { try make(folder, grant) }
            return true
        }
        guard let cloud else { throw Self.ended }
        let accounts = file.database
        return GuardedCloud(cloud) { () throws(CloudError) in
            try Self.require(grant, in: accounts)
        }
    }

    /// Makes a store, and moves it to its place while its account cannot be removed: the folder of
    /// a removed account must not come back.
    private func make(_ folder: String, _ grant: Grant) throws {
        // A call to a random name must not cost a whole database.
        if !Self.isThere(folder) { try refuseMany(of: grant.account) }
        let seed = try StoreSeed(in: file.folder + "/accounts", opening: making)
        // A transaction belongs to a connection, and the accounts' own connection has many users.
        let accounts = try Database(path: file.database.path, access: .readWrite)
        try accounts.transaction {
            try Self.require(grant, in: accounts)
            // Another process may have been faster.
            if Self.isThere(folder + "/cloud.sqlite") { return }
            if !Self.isThere(folder) { try refuseMany(of: grant.account) }
            try seed.move(into: folder)
        }
    }

    /// Returns a store for a read-only token, which creates nothing.
    private func readable(_ store: StoreName, of account: String) throws(CloudError) -> any Cloud {
        let folder = file.cloudFolder(account, store)
        let find = { @Sendable () throws(CloudError) -> (any Cloud)? in
            do {
                return try self.stores.store(in: folder) { Self.isThere(folder + "/cloud.sqlite") }
            } catch {
                throw error as? CloudError ?? CloudError(.unreachable, "\(error)")
            }
        }
        if let cloud = try find() { return cloud }
        return AbsentCloud(limits: quota, find: find) { AbsentCloud.hints(lookingFor: find) }
    }

    static func isThere(_ path: String) -> Bool { Glibc.access(path, F_OK) == 0 }

    func refuseMany(of account: String) throws(CloudError) {
        let stores = file.cloudFolder(account, .own) + "/stores"
        guard Self.count(in: stores) >= Self.maximumStores else { return }
        throw Self.tooManyStores(account)
    }

    static func tooManyStores(_ account: String) -> CloudError {
        CloudError(
            .notAllowed,
            "The account \(account) has \(maximumStores) stores, the limit.")
    }

    /// Returns the number of entries in a folder, without those that begin with a dot.
    private static func count(in folder: String) -> Int {
        FolderEntries.names(in: folder).count { !$0.hasPrefix(".") }
    }
}
