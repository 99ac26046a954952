import CloudMessages
public import CloudServer
import FileCoordination
import Glibc
import LocalCloud
public import Replication
import SQLite

/// The accounts of a folder. Each of their stores is a cloud in a file of its own.
public final class ServerDirectory: AccountDirectory {
    let file: AccountsFile
    private let stores: OpenStores
    /// Makes empty stores.
    private let making: OpenStores.Opening
    /// How many stores an account may have beside its own.
    static let maximumStores = 64
    private static let hour: Int64 = 60 * 60 * 1000

    private let quota: Quota
    /// How many bytes of contents an account may have.
    let documentLimit: Int
    /// Where contents are, if not in the folder.
    let documents: DocumentPlace?
    /// How many bytes of them accounts have, as far as that was counted.
    let usages = ContentUsages()

    /// - Parameters:
    ///   - storeLimit: how many bytes each store may have; a gibibyte unless told.
    ///   - bounds: its further room; unless told, deletions take as much until they are
    ///     forgotten.
    ///   - documentLimit: how many bytes the contents of an account's documents may have in the
    ///     folder.
    ///   - documents: where the contents are, if not in the folder.
    public convenience init(
        _ file: AccountsFile, storeLimit: Int64? = nil, bounds: StoreBounds? = nil,
        documentLimit: Int = ContentUsage.usualLimit, documents: DocumentPlace? = nil
    ) {
        self.init(
            file, storeLimit: storeLimit, bounds: bounds, documentLimit: documentLimit,
            documents: documents, whenOpening: { _ in })
    }

    /// - Parameter whenOpening: is called with the folder of each store before it is opened, and
    ///   lets tests have slow disks.
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

    /// Not where the file of the accounts was removed, with all that is beside it, or cannot be
    /// read.
    public var isReachable: Bool {
        do {
            try file.database.checkPlace()
            _ = try file.database.userVersion()
            return true
        } catch { return false }
    }

    public func access(token: String) throws -> Access? {
        let hash = TokenHash(of: token)
        // Data written into a file that was removed is lost at the end of the server.
        do { try file.database.checkPlace() } catch {
            throw CloudError(
                .unreachable,
                "\(file.database.path) was removed or replaced while the server was "
                    + "running.")
        }
        let found = try AccountsFile.telling {
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
        // On a full disk, this error shuts no device out.
        try? noteUse(found.id, last: found.used)
        let grant = Grant(hash: hash, account: found.account)
        return Access(
            account: found.account, scope: scope,
            token: Access.TokenLabel(number: found.id, name: found.name),
            lasts: { self.lasts(grant) },
            // One look at an index.
            recheck: .seconds(1),
            open: { store in
                try scope == .write
                    ? self.writable(store, grant) : self.readable(store, of: found.account)
            },
            contents: { store in
                try self.contents(store, grant, isReadOnly: scope == .read)
            })
    }

    /// A token that counted when a call began. Its account is the one that it was made for for as
    /// long as it counts: with an account its tokens go, and no hash comes again.
    struct Grant: Sendable {
        var hash: TokenHash
        var account: String
    }

    /// Whether a token still counts; one that cannot be looked up now does, until it can.
    private func lasts(_ grant: Grant) -> Bool {
        // The caller was authenticated before.
        do { return try Self.isThere(grant, in: file.database) } catch { return true }
    }

    private static func isThere(_ grant: Grant, in accounts: Database) throws -> Bool {
        try accounts.first(
            "SELECT 1 FROM tokens WHERE hash = ? AND account = ?", .blob(grant.hash.bytes),
            .text(grant.account)
        ) { _ in true } ?? false
    }

    /// Throws when a token no longer counts, or the check fails.
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

    /// To the hour: reading must not write for each request.
    private func noteUse(_ token: Int64, last: Int64) throws {
        let now = file.now()
        guard now - last >= Self.hour || now < last else { return }
        try file.database.run(
            "UPDATE tokens SET used = ? WHERE id = ?", .integer(now), .integer(token))
    }

    /// A store for a token that may write; made if it does not exist. Each change checks the token
    /// again.
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

    /// Makes a store, and puts it in its place while its account can't be removed: a folder that
    /// was removed with it must not come again.
    private func make(_ folder: String, _ grant: Grant) throws {
        let seed = try StoreSeed(in: file.folder + "/accounts", opening: making)
        // A transaction belongs to a connection, and that of the accounts has many users.
        let accounts = try Database(path: file.database.path, access: .readWrite)
        try accounts.transaction {
            try Self.require(grant, in: accounts)
            // Another process may have been faster.
            if Self.isThere(folder + "/cloud.sqlite") { return }
            if !Self.isThere(folder) { try refuseMany(of: grant.account) }
            try seed.move(into: folder)
        }
    }

    /// A store for a read-only token, which creates nothing.
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

    /// How many entries a folder has, without those that begin with a point.
    private static func count(in folder: String) -> Int {
        FolderEntries.names(in: folder).count { !$0.hasPrefix(".") }
    }
}
