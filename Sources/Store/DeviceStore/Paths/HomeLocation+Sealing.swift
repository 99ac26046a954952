import AgentMessages
import FileCoordination
import Glibc
import Replication

// The files that seal the cloud of an account are beside its address:
//
//     cloud.key            the key; replaced atomically, and set aside when another is used
//     cloud.sealing        this device's notes on the sealed cloud, which it can learn again
//     cloud.sealing.lock   held while either file is changed
//     sealing.lock         held while sealing with a key that is not announced yet

extension HomeLocation {
    /// The file with the key that seals the records for the server.
    public var sealingKeyFile: String { accountFolder + "/cloud.key" }

    /// The file of the lock that is held while sealing with a key that is not announced yet.
    public var sealingLock: String { accountFolder + "/sealing.lock" }

    var sealingNotesFile: String { accountFolder + "/cloud.sealing" }

    private var sealingFilesLock: String { accountFolder + "/cloud.sealing.lock" }

    /// Returns the key with which this device seals the records for its server; `nil` if it has
    /// none, or uses the server unsealed.
    ///
    /// Throws ``HomeError`` for a file without a valid key: `nil` would send everything in plain
    /// text.
    public func sealingKey() throws(HomeError) -> SealingKeyFile? { try remote?.sealingKey() }

    /// Whether a person chose to use the server unsealed, although the device has a key.
    public var staysUnsealed: Bool {
        guard let remote, remote.staysUnsealed else { return false }
        return access(sealingKeyFile, F_OK) == 0
    }

    /// Returns the key of this device, whether or not it seals records for the server.
    public func anySealingKey() throws(HomeError) -> SealingKeyFile? {
        try RemoteCloud.sealingKey(in: sealingKeyFile)
    }

    /// Returns the keys that were set aside, those for this server first, then the latest.
    ///
    /// Of keys that make the same names, this returns only the latest, and none if the current key
    /// makes those names: a person replaced the others on purpose. A server with one of those keys
    /// could show an old state.
    public func sealingKeysAside() -> [SealingKeyFile] {
        let prefix = "cloud.key-"
        let found = Self.names(in: accountFolder, maximumLength: 255).filter {
            $0.hasPrefix(prefix)
        }.compactMap { name -> (key: SealingKeyFile, written: Int64)? in
            let path = accountFolder + "/" + name
            return (try? RemoteCloud.sealingKey(in: path)).flatMap { $0 }.map {
                ($0, Self.modificationTime(of: path))
            }
        }
        var known = Set([(try? anySealingKey()).flatMap { $0 }?.names].compactMap(\.self))
        let latest = found.sorted { $0.written > $1.written }.map(\.key).filter {
            known.insert($0.names).inserted
        }
        return latest.filter { $0.url == remote?.url } + latest.filter { $0.url != remote?.url }
    }

    /// Seals the records for the server with this key from now on. Sets another current key aside.
    /// Open lists follow.
    ///
    /// Whenever the program ends, there is a key: without one, everything might be sent in plain
    /// text.
    ///
    /// - Parameter isAnnounced: whether to tell open lists and programs at once. Otherwise they
    ///   notice within a minute.
    /// - Returns: the path of the key that was set aside; `nil` if there was none.
    @discardableResult
    public func useSealingKey(
        _ key: SealingKeyFile, isAnnounced: Bool = true
    ) throws(HomeError) -> String? {
        do {
            // Two commands at once must not both replace the same key: one of theirs would be lost.
            return try FileLock(path: sealingFilesLock).withLock {
                let aside = try setAside(for: key)
                try writeAtomically(Array(key.text.utf8), to: sealingKeyFile)
                // Making or joining a key means that the server is to be sealed.
                if let now = try remoteCloud(), now.staysUnsealed, now.url == key.url {
                    try writeCloud(now.url, staysUnsealed: false)
                }
                if isAnnounced { try announceCloud() }
                return aside
            }
        } catch {
            throw HomeError(error)
        }
    }

    /// Sets the current key aside, unless `key` is the same one or replaces it.
    private func setAside(for key: SealingKeyFile) throws -> String? {
        guard let found = try Self.bytes(of: sealingKeyFile, limit: 65_536) else { return nil }
        let old = SealingKeyFile(text: String(decoding: found, as: UTF8.self))
        if let old, [key.current, key.previous].contains(old.current) { return nil }
        return try setAside(found, called: old?.id ?? "damaged")
    }

    /// Copies the contents of the key's file to an unused name.
    private func setAside(_ bytes: [UInt8], called id: String) throws -> String {
        var (path, attempt) = (sealingKeyFile + "-" + id, 1)
        while let there = try Self.bytes(of: path, limit: 65_536) {
            if Self.isSameKey(there, bytes) { return path }
            attempt += 1
            path = sealingKeyFile + "-" + id + "-\(attempt)"
        }
        try writeAtomically(bytes, to: path)
        return path
    }

    /// Returns whether two files hold the same key, whatever their servers.
    private static func isSameKey(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        func key(_ bytes: [UInt8]) -> SealingKeyFile? {
            var key = SealingKeyFile(text: String(decoding: bytes, as: UTF8.self))
            key?.url = ""
            return key
        }
        return one == other || key(one).map { $0 == key(other) } ?? false
    }

    /// Removes a key that sealed nothing.
    ///
    /// - Parameters:
    ///   - key: the key to remove; if the file has another one by now, that stays. `nil` removes
    ///     any.
    ///   - aside: the key that was set aside for it, which becomes the key again.
    public func forgetSealingKey(
        _ key: SealingKeyFile? = nil, for aside: String?
    ) throws(HomeError) {
        if let key, let bytes = (try? Self.bytes(of: sealingKeyFile, limit: 65_536)) ?? nil,
            SealingKeyFile(text: String(decoding: bytes, as: UTF8.self))?.current != key.current
        {
            return
        }
        if let aside, rename(aside, sealingKeyFile) == 0 { return }
        unlink(sealingKeyFile)
    }

    /// Tells open lists and programs about a key that was set without an announcement.
    public func announceSealingKey() throws(HomeError) {
        do { try announceCloud() } catch { throw HomeError(error) }
    }

    /// Returns the device's notes about its sealed server.
    public func sealingNotes() -> SealingNotes { remote?.sealingNotes() ?? SealingNotes() }

    /// Whether the server was found sealed with a key that this device lacks.
    public var isLocked: Bool { remote?.isLocked ?? false }

    /// Changes the notes about the server, under a lock from reading to writing, so that no change
    /// of another process is lost. Writes nothing if the notes stay the same, or if the device uses
    /// another server now.
    public func changeSealingNotes(_ change: (inout SealingNotes) -> Void) throws(HomeError) {
        guard let remote else { return }
        do {
            try FileLock(path: sealingFilesLock).withLock {
                guard try remoteCloud()?.url == remote.url else { return }
                let before = sealingNotes()
                var notes = before
                change(&notes)
                if notes == before { return }
                try writeAtomically(Array(notes.text(url: remote.url).utf8), to: sealingNotesFile)
            }
        } catch {
            throw HomeError(error)
        }
    }

    /// Discards the notes about a server, because a person said that the server or the account is
    /// another one now. The generations of keys seen in accounts are kept, and a device with a key
    /// sends plain text to no server.
    func forgetSealing(at url: String) throws {
        guard access(sealingNotesFile, F_OK) == 0 else { return }
        try FileLock(path: sealingFilesLock).withLock {
            guard let bytes = try? Self.bytes(of: sealingNotesFile, limit: 4 << 20) else { return }
            let notes = SealingNotes(text: String(decoding: bytes, as: UTF8.self), url: url)
            try writeAtomically(Array(notes.elsewhere.text(url: url).utf8), to: sealingNotesFile)
        }
    }

    /// The agent's problem, as a message.
    public var cloudTrouble: String? {
        guard let remote else { return nil }
        if let reason = remote.lostReason { return reason }
        let request = AgentRequest(.state, cloudIdentity: store.cloudIdentity)
        guard case .state(let state)? = agent.ask(request) else { return nil }
        return state.trouble?.message
    }

    /// Returns when a file was written, in nanoseconds since 1970; 0 if there is no file.
    static func modificationTime(of path: String) -> Int64 {
        var status = stat()
        guard stat(path, &status) == 0 else { return 0 }
        return Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
    }
}
