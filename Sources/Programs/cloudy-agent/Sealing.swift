import DeviceStore
import Documents
import FileCoordination
import Replication
import SealedCloud
import Synchronization

/// Seals the records that a device sends to its server if it has a key; otherwise, checks that it
/// needs none.
struct Sealing: Sendable {
    let location: HomeLocation
    let remote: RemoteCloud
    let memory: NotedSealing
    /// The notes about keys that the account's devices share.
    let keys: KeyStore
    private let plain: RemoteCloud.Connector

    /// - Parameter plain: connects to the cloud without sealing.
    init(_ location: HomeLocation, _ plain: @escaping RemoteCloud.Connector) throws {
        guard let remote = location.remote else {
            throw HomeError(
                .configuration,
                "This device does not use a server, so it needs no key. To use one: cloudy "
                    + "cloud use URL. Then: cloudy key create")
        }
        self.location = location
        self.remote = remote
        self.plain = plain
        memory = NotedSealing(location)
        keys = KeyStore(try plain(remote, KeyStore.identifier))
    }

    var account: SealedAccount { SealedAccount(keys, name: remote.url, memory: memory) }

    /// Returns a store of the account, sealed.
    func cloud(_ secrets: SealingSecrets, store: String) throws -> SealedCloud {
        let inner = try plain(remote, store.isEmpty ? nil : store)
        return SealedCloud(
            inner, keys: keys, store: store, name: remote.url, secrets: secrets, memory: memory)
    }

    /// Returns the number of records in the account's own store.
    func count() async throws -> Int {
        try await plain(remote, nil).quota().value.usedKeys
    }

    /// Returns a connector to the cloud with the device's current key.
    func connector() throws -> RemoteCloud.Connector {
        let secrets = try location.sealingKey().map { try $0.secrets() }
        return { remote, identifier in
            if let secrets { return try cloud(secrets, store: identifier ?? "") }
            return UnsealedCloud(
                try plain(remote, identifier), keys: keys, name: remote.url, memory: memory)
        }
    }

    /// Returns a connector to the contents of documents, with the device's current key.
    ///
    /// - Parameter connect: connects to the cloud; its last argument seals the chunks.
    func chunkConnector(
        _ connect:
            @escaping @Sendable (RemoteCloud, String?, any ChunkSealing) throws -> any ChunkStore
    ) throws -> RemoteCloud.ChunkConnector {
        let secret = try location.sealingKey().map { try $0.secrets().current }
        return { remote, identifier in
            let sealing: any ChunkSealing =
                secret.map { SealedChunks($0, store: identifier ?? "") } ?? PlainChunks()
            let inner = try connect(remote, identifier, sealing)
            return RemoteChunks(
                store: CheckedChunks(inner, account: account, secret: secret), key: secret?.id)
        }
    }

    /// Returns the stores known to this device: its own, and those of its programs.
    func stores(and others: [String]) -> [String] {
        Set([""] + location.storeIdentifiers + others).subtracting([KeyStore.identifier]).sorted()
    }
}

/// A device's memory of a sealed cloud, in a file next to its key.
final class NotedSealing: SealingMemory {
    private let location: HomeLocation
    /// The id of the device's key at that time; empty for none.
    private let key: String?
    private let waiting = Mutex<Task<Void, Never>?>(nil)

    init(_ location: HomeLocation) {
        self.location = location
        do { key = try location.sealingKey()?.id ?? "" } catch { key = nil }
    }

    deinit { waiting.withLock { $0?.cancel() } }

    /// Changes the notes. If they cannot be written, they are learned again later.
    private func change(_ body: (inout SealingNotes) -> Void) {
        try? location.changeSealingNotes(body)
    }

    var former: Set<String> { location.sealingNotes().former }

    func note(former id: String) { change { $0.former.insert(id) } }

    var account: String? { location.sealingNotes().account }

    func generation(of account: String) -> Int64 {
        location.sealingNotes().generation(of: account)
    }

    func note(generation: Int64, of account: String) {
        change { $0.note(generation: generation, of: account) }
    }

    var isLocked: Bool { location.sealingNotes().isLocked }

    func note(isLocked: Bool) {
        change { notes in
            let since = notes.lockedSince ?? DeviceStore.milliseconds()
            notes.lockedSince = isLocked ? since : nil
            notes.lockedWith = isLocked ? key : nil
        }
        if isLocked { announceForgottenKey() }
    }

    /// Announces the current key if it differs from the last one and no process is sealing with it:
    /// the process that did was killed before it announced the key.
    private func announceForgottenKey() {
        guard let key, let found = try? location.sealingKey(), found.id != key else { return }
        waiting.withLock { waiting in
            if waiting != nil { return }
            waiting = Task { [location] in
                guard let lock = try? FileLock(path: location.sealingLock) else { return }
                guard (try? await lock.lock(lookingEvery: .milliseconds(500))) != nil else {
                    return
                }
                lock.unlock()
                // If a key cannot be announced now, polling finds it within a minute.
                try? location.announceSealingKey()
            }
        }
    }

    func unreadable(in store: String) -> Set<String> {
        location.sealingNotes().unreadable[store] ?? []
    }

    func note(unsealed count: Int, in store: String) {
        change { $0.unsealed[store] = count == 0 ? nil : count }
    }

    func note(unreadable names: Set<String>, in store: String) {
        change { $0.unreadable[store] = names.isEmpty ? nil : names }
    }
}

extension SealingKeyFile {
    /// The file of secrets.
    init(_ secrets: SealingSecrets, url: String) {
        self.init(
            url: url, id: secrets.current.id, current: secrets.current.bytes,
            previous: secrets.previous?.bytes,
            names: secrets.names ?? SealedAccount.names(for: secrets.current))
    }

    func secrets() throws(HomeError) -> SealingSecrets {
        guard let current = SealingSecret(bytes: current) else {
            throw HomeError(
                .damaged,
                "The key of \(url) is damaged. To get it again: cloudy key "
                    + "enter")
        }
        return SealingSecrets(
            current: current, previous: previous.flatMap { SealingSecret(bytes: $0) },
            names: names)
    }
}
