import AgentMessages
import DeviceStore
import FileCoordination
import Replication
import SealedCloud

extension Sealing {
    /// - Parameter isToSeal: whether the person wants to seal the server, even after choosing to
    ///   leave it unsealed.
    func requireSecrets(toSeal isToSeal: Bool = false) throws -> SealingSecrets {
        let key = try isToSeal ? location.anySealingKey() : location.sealingKey()
        if let key { return try key.secrets() }
        if let key = try location.anySealingKey() {
            let isFormer = location.formerAccess()?.url == key.url
            let back =
                key.url == remote.url
                ? "" : ". To go back: “cloudy cloud use \(isFormer ? "-" : key.url)”"
            throw HomeError(
                .configuration,
                "\(remote.url) is used unsealed (--unsealed), but this device has the key "
                    + "\(key.id) of \(key.url). To seal it with that key: “cloudy key "
                    + "seal”\(back).")
        }
        throw HomeError(
            .configuration,
            "This device has no key for \(remote.url). To make one: cloudy key create. To get it "
                + "from another device: cloudy key enter")
    }

    /// Throws if a known store has too little space to be sealed.
    func requireRoom(_ secrets: SealingSecrets) async throws {
        for store in stores(and: []) {
            // A store whose name is invalid on a server is never synced.
            guard let cloud = try? cloud(secrets, store: store) else { continue }
            try await cloud.requireRoom()
        }
    }

    /// The outcome of sealing, and the first store that lacks space.
    typealias Outcome = (SealingOutcome, lacking: SealedCloud?)

    /// Seals with a stored key. However that ends, all programs of the device are then notified of
    /// the key, and continue the rest; not earlier, so that two programs don't do the same. Once
    /// the task is cancelled, no program waits for it.
    func announcingKey(
        _ file: SealingKeyFile, _ body: () async throws -> Outcome
    ) async throws -> Outcome {
        // The engine sees by the lock that sealing is in progress, and continues when the lock is
        // released.
        let lock = try? FileLock(path: location.sealingLock)
        _ = lock?.tryLock(.shared)
        defer { lock?.unlock() }
        do {
            let outcome = try await body()
            try location.useSealingKey(file)
            return outcome
        } catch let error as CloudError where error.code != .notAllowed {
            try location.useSealingKey(file)
            var told = error
            told.message +=
                " This device keeps the key \(file.id). To print it: “cloudy key show”. To "
                + "continue: “cloudy key seal”"
            throw told
        } catch let error as CancellationError {
            try location.useSealingKey(file)
            throw error
        }
    }

    /// Seals every known store, and treats plain records as the person chose.
    func sealAll(
        _ secrets: SealingSecrets, _ plain: SealedCloud.PlainRecords = .leave
    ) async throws -> Outcome {
        var (outcome, known) = (SealingOutcome(), Set<String>())
        var lacking: SealedCloud?
        while true {
            try Task.checkCancellation()
            let noted = try await account.stores(secrets.current).names
            guard let store = stores(and: noted).first(where: { !known.contains($0) }) else {
                return (outcome, lacking)
            }
            known.insert(store)
            // A store whose name is invalid on a server is never synced.
            guard let cloud = try? cloud(secrets, store: store) else { continue }
            let report: SealingReport =
                plain == .leave
                ? try await cloud.prepare() : try await cloud.handlePlainRecords(plain)
            outcome.note(report, ofBookmarks: store.isEmpty)
            if report.waiting > 0 { lacking = lacking ?? cloud }
        }
    }

    /// Whether the server has another key by now; asks it, if it answers within a few seconds.
    func isReplaced(_ secrets: SealingSecrets, isAsked: Bool) async -> Bool {
        if isAsked {
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    guard let found = try? await account.state(secrets.current) else { return }
                    memory.note(isLocked: !found.isOpened)
                }
                group.addTask { try? await Task.sleep(for: .seconds(3)) }
                await group.next()
                group.cancelAll()
            }
        }
        return location.isLocked
    }
}

extension SealingOutcome {
    fileprivate mutating func note(_ report: SealingReport, ofBookmarks isOfBookmarks: Bool) {
        sealed += report.sealed
        discarded += report.discarded
        waiting += report.waiting
        if isOfBookmarks { bookmarks += report.values } else { others += report.values }
    }
}

extension KeyState {
    /// Asks the server; throws only for a damaged key.
    init(_ sealing: Sealing) async throws {
        let secrets = try sealing.location.sealingKey()?.secrets()
        let own = secrets?.current.id
        self.init(own: own, kept: own == nil ? try sealing.location.anySealingKey()?.id : nil)
        do {
            let state = try await sealing.account.state(secrets?.current)
            found = state.map {
                Found(key: $0.key, isOpened: $0.isOpened, since: $0.since)
            }
            isReached = true
            // A key that locks this device out is recorded at once, not only at the next sync.
            if let found { sealing.memory.note(isLocked: !found.isOpened) }
            if found?.isOpened == false { closed = try? await sealing.count() }
        } catch {
            trouble = error.message
        }
    }
}
