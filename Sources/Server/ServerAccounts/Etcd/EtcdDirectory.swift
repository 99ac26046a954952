import CloudMessages
public import CloudServer
public import RemoteClouds
public import Replication
import Synchronization

/// The accounts of servers that share an etcd. Each of their stores is a cloud of its own there.
///
/// A token that was looked up is valid for ``grantLasts``. After that, it is refused if another
/// server or a command has revoked it.
public final class EtcdDirectory: AccountDirectory {
    /// The time for which a looked-up token counts as valid.
    static let grantLasts = Duration.seconds(2)
    private static let hour: Int64 = 60 * 60 * 1000
    private static let mostGrants = 10_000

    private let accounts: EtcdAccounts
    private let quota: Quota
    private let retention: Int64
    private let bounds: StoreBounds?
    private let report: StoreReport
    /// The place of the contents of documents, if this server keeps any.
    private let documents: DocumentPlace?
    private let usages = ContentUsages()
    private let hints: EtcdHints
    private let known = Mutex(Known())

    private struct Known {
        /// The grants, by the beginning of the token's hash.
        var grants: [[UInt8]: Grant] = [:]
        /// The open clouds, by the keys of their states.
        var clouds: [String: EtcdCloud] = [:]
        /// The keys of the existing states.
        var made: Set<String> = []
        /// The time when the etcd was last checked, and whether it answered.
        var health: (time: ContinuousClock.Instant, isGood: Bool)?
    }

    private struct Grant {
        var hash: [UInt8]
        var token: TokenDocument
        /// The keys that must be unchanged for a change to be made.
        var permit: EtcdPermit
        var until: ContinuousClock.Instant
    }

    /// - Parameters:
    ///   - quota: the limits of each store. The used bytes and keys in it are ignored.
    ///   - retention: the shortest time that a deletion is kept, in milliseconds.
    ///   - bounds: the limits of each store besides its quota.
    ///   - documents: the place where this server keeps the contents of documents; an etcd keeps
    ///     none.
    ///   - report: receives when the etcd becomes unusable and usable again.
    public init(
        _ accounts: EtcdAccounts, quota: Quota = EtcdCloud.defaultQuota,
        retention: Int64 = EtcdCloud.defaultRetention, bounds: StoreBounds? = nil,
        documents: DocumentPlace? = nil, report: StoreReport = StoreReport()
    ) {
        self.accounts = accounts
        self.quota = quota
        self.retention = retention
        self.bounds = bounds
        self.report = report
        self.documents = documents
        hints = EtcdHints(accounts.connection, below: accounts.places.states)
    }

    public func access(token: String) async throws -> Access? {
        let hash = TokenHash(of: token)
        guard let grant = try await grant(hash),
            let scope = Access.Scope(rawValue: grant.token.scope)
        else { return nil }
        return Access(
            account: grant.token.account, scope: scope,
            token: Access.TokenLabel(number: grant.token.number, name: grant.token.name),
            isStillValid: { await self.isToken(hash) },
            open: { store in
                try await scope == .write
                    ? self.openOrCreate(store, of: grant) : self.openExisting(store, of: grant)
            },
            contents: { store in
                self.documents?.contents(
                    store, account: grant.token.account, id: grant.token.accountID, self.usages,
                    isReadOnly: scope == .read,
                    permit: {
                        guard await self.isToken(hash) else { throw ServerDirectory.ended }
                    })
            })
    }

    public var isReachable: Bool {
        get async {
            let now = ContinuousClock.now
            let known = known.withLock { $0.health }
            if let known, now < known.time + .seconds(1) { return known.isGood }
            let isGood = (try? await reported { try await accounts.check() }) != nil
            self.known.withLock { $0.health = (.now, isGood) }
            return isGood
        }
    }

    /// Returns the grant of a token: a recent one, or one that is looked up now.
    private func grant(_ hash: TokenHash) async throws -> Grant? {
        let now = ContinuousClock.now
        let known = known.withLock { $0.grants[hash.indexed] }
        if let known, now < known.until, hash.isSame(as: known.hash) { return known }
        let found = try await reported { try await accounts.token(hash: hash) }
        let grant = found.map {
            Grant(
                hash: hash.bytes, token: $0.document, permit: $0.permit,
                until: now + Self.grantLasts)
        }
        self.known.withLock { known in
            // Not for each guess, and not forever.
            if known.grants.count >= Self.mostGrants {
                known.grants = known.grants.filter { now < $0.value.until }
            }
            known.grants[hash.indexed] = grant
        }
        guard let found, let grant else { return nil }
        // In steps of an hour: reading must not write at each request.
        let (time, last) = (milliseconds(), found.used ?? 0)
        if time - last >= Self.hour || time < last {
            await accounts.noteUse(of: found.document.number, hash: hash)
        }
        return grant
    }

    /// Makes the next use of a token look it up again.
    private func forget(_ grant: Grant) {
        known.withLock { $0.grants = $0.grants.filter { $0.value.hash != grant.hash } }
    }

    /// Returns whether a token is still valid. A token that cannot be looked up now counts as
    /// valid.
    private func isToken(_ hash: TokenHash) async -> Bool {
        do { return try await grant(hash) != nil } catch { return true }
    }

    /// Runs a call to the etcd, and reports its result.
    private func reported<Value>(_ call: () async throws -> Value) async throws -> Value {
        do {
            let value = try await call()
            report.note(nil)
            return value
        } catch let error as CloudError {
            report.note(error.forServers)
            throw error.forServers
        }
    }

    /// Returns a store for a token that may write, and makes it if it does not exist.
    private func openOrCreate(_ store: StoreName, of grant: Grant) async throws -> any Cloud {
        let (account, id) = (grant.token.account, grant.token.accountID)
        let place = place(of: store, account, id)
        let isKnown = known.withLock { $0.clouds[place.state] != nil }
        if !isKnown, store != .own { try await refuseMany(of: account, id, place) }
        return open(place, grant)
    }

    /// Returns a store for a read-only token, which creates nothing.
    private func openExisting(_ store: StoreName, of grant: Grant) -> any Cloud {
        let place = place(of: store, grant.token.account, grant.token.accountID)
        if known.withLock({ $0.made.contains(place.state) }) { return open(place, grant) }
        return AbsentCloud(
            limits: quota,
            find: { () async throws(CloudError) in
                guard try await self.isThere(place.state) else { return nil }
                self.known.withLock { _ = $0.made.insert(place.state) }
                return self.open(place, grant)
            }, listen: { [hints] in hints.hints(of: place.state) })
    }

    private func isThere(_ state: String) async throws(CloudError) -> Bool {
        do {
            return try await reported { try await accounts.connection.entries([state])[0] != nil }
        } catch {
            throw (error as? CloudError)?.forClients ?? CloudError(.unusable, "\(error)")
        }
    }

    /// Returns the cloud at a place. Its first call creates it if it does not exist, and if the
    /// token and its account still do.
    private func open(_ place: EtcdPlace, _ grant: Grant) -> any Cloud {
        let cloud = known.withLock { known in
            // Any call adds one. They only remember an average size, so they can be made again.
            if known.clouds.count >= Self.mostClouds { known.clouds.removeAll() }
            let cloud =
                known.clouds[place.state]
                ?? EtcdCloud(
                    accounts.connection, at: place, quota: quota, retention: retention,
                    bounds: bounds)
            known.clouds[place.state] = cloud
            return cloud
        }
        return ServedCloud(
            cloud.with(grant.permit), hints: { [hints] in hints.hints(of: place.state) },
            report: report, onEnd: { self.forget(grant) })
    }

    private static let mostClouds = 10_000

    /// Returns the place of a store.
    func place(of store: StoreName, _ account: String, _ id: String) -> EtcdPlace {
        accounts.places.cloud(account, id, store)
    }

    /// Throws if an account has too many stores: the first request to a store creates it.
    private func refuseMany(of account: String, _ id: String, _ place: EtcdPlace) async throws {
        let folder = accounts.places.states(account, id)
        let states: [EtcdEntry]
        do {
            states = try await reported { try await accounts.connection.entries(below: folder) }
        } catch let error as CloudError { throw error.forClients }
        let others = states.filter { $0.key.hasPrefix(folder + "stores/") }
        if states.contains(where: { $0.key == place.state }) { return }
        guard others.count >= ServerDirectory.maximumStores else { return }
        throw ServerDirectory.tooManyStores(account)
    }
}
