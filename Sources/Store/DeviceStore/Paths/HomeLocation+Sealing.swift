import AgentMessages
import FileCoordination
import Glibc
import Replication

// The files that seal the cloud of an account are beside its address:
//
//     cloud.key            the key; replaced as a whole, and never thrown away for another
//     cloud.sealing        this device's notes on the sealed cloud, which it can learn again
//     cloud.sealing.lock   held while either is changed
//     sealing.lock         held while sealing with a key that is not announced yet

extension HomeLocation {
    /// The file with the key that seals the records for the server.
    public var sealingKeyFile: String { accountFolder + "/cloud.key" }

    /// The lock that is held while sealing with a key that is not announced yet.
    public var sealingLock: String { accountFolder + "/sealing.lock" }

    var sealingNotesFile: String { accountFolder + "/cloud.sealing" }

    private var sealingFilesLock: String { accountFolder + "/cloud.sealing.lock" }

    /// The key with which this device seals the records for its server; `nil` when it has none, or
    /// is to use the server unsealed.
    ///
    /// Throws ``HomeError`` for a file without a valid key: `nil` would send everything in plain
    /// text.
    public func sealingKey() throws(HomeError) -> SealingKeyFile? { try remote?.sealingKey() }

    /// Whether nothing is sealed at its server, by a person's choice, although it has a key.
    public var staysUnsealed: Bool {
        guard let remote, remote.staysUnsealed else { return false }
        return access(sealingKeyFile, F_OK) == 0
    }

    /// The key of this device, whether or not it seals records for the server.
    public func anySealingKey() throws(HomeError) -> SealingKeyFile? {
        try RemoteCloud.sealingKey(in: sealingKeyFile)
    }

    /// The keys that were set aside for others, those for this server first, then the latest.
    ///
    /// Of keys that make the same names only the latest is one of them, and none where that is the
    /// key itself: the others were replaced, by a person who knew why. A server that has one of
    /// those could show an old state.
    public func sealingKeysAside() -> [SealingKeyFile] {
        let prefix = "cloud.key-"
        let found = Self.names(in: accountFolder, maximumLength: 255).filter {
            $0.hasPrefix(prefix)
        }.compactMap { name -> (key: SealingKeyFile, written: Int64)? in
            let path = accountFolder + "/" + name
            return (try? RemoteCloud.sealingKey(in: path)).flatMap { $0 }.map {
                ($0, Self.written(path))
            }
        }
        var known = Set([(try? anySealingKey()).flatMap { $0 }?.names].compactMap(\.self))
        let latest = found.sorted { $0.written > $1.written }.map(\.key).filter {
            known.insert($0.names).inserted
        }
        return latest.filter { $0.url == remote?.url } + latest.filter { $0.url != remote?.url }
    }

    /// Seals the records for the server with this key from now on. Another key that was here is set
    /// aside, and open lists follow.
    ///
    /// Wherever the program is ended, there is a key here: in a moment without one, everything
    /// might be sent unsealed.
    ///
    /// - Parameter isAnnounced: whether open lists and programs are told at once, not within a
    ///   minute.
    /// - Returns: where the other key is now.
    @discardableResult
    public func useSealingKey(
        _ key: SealingKeyFile, isAnnounced: Bool = true
    ) throws(HomeError) -> String? {
        do {
            // Two commands at once must not both replace the same key: one of theirs would be lost.
            return try FileLock(path: sealingFilesLock).withLock {
                let aside = try setAside(for: key)
                try writeAtomically(Array(key.text.utf8), to: sealingKeyFile)
                // Making or joining a key means that the server shall be sealed.
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

    /// Sets the present key aside unless `key` is it, or remembers it.
    private func setAside(for key: SealingKeyFile) throws -> String? {
        guard let found = try Self.bytes(of: sealingKeyFile, limit: 65_536) else { return nil }
        let old = SealingKeyFile(text: String(decoding: found, as: UTF8.self))
        if [key.current, key.previous].contains(old?.current) { return nil }
        return try setAside(found, called: old?.id ?? "damaged")
    }

    /// Copies the contents of the key's file to a name that nothing else has.
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

    /// Whether two files hold one key, of whichever servers.
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
    /// - Parameter aside: the key that was set aside for it, which is the key again.
    public func forgetSealingKey(for aside: String?) throws(HomeError) {
        if let aside, rename(aside, sealingKeyFile) == 0 { return }
        unlink(sealingKeyFile)
    }

    /// Tells open lists and programs of a key that was set without telling them.
    public func announceSealingKey() throws(HomeError) {
        do { try announceCloud() } catch { throw HomeError(error) }
    }

    /// The device's notes about its sealed server.
    public func sealingNotes() -> SealingNotes { remote?.sealingNotes() ?? SealingNotes() }

    /// Whether its server was found sealed with a key that this device lacks.
    public var isLocked: Bool { remote?.isLocked ?? false }

    /// Changes the notes about its server, with a lock between processes from reading to writing,
    /// so that no change is lost. Nothing is written when they stay the same, or when the device
    /// uses another server now.
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

    /// Forgets the notes about a server, as a person said that it is another one now, or another
    /// account there. The keys seen in accounts stay noted, and a device that has a key sends
    /// nothing in plain to any.
    func forgetSealing(at url: String) throws {
        guard access(sealingNotesFile, F_OK) == 0 else { return }
        try FileLock(path: sealingFilesLock).withLock {
            guard let bytes = try? Self.bytes(of: sealingNotesFile, limit: 4 << 20) else { return }
            let notes = SealingNotes(text: String(decoding: bytes, as: UTF8.self), url: url)
            try writeAtomically(Array(notes.elsewhere.text(url: url).utf8), to: sealingNotesFile)
        }
    }

    /// The agent's problem, in its own words.
    public var cloudTrouble: String? {
        guard let remote else { return nil }
        if let reason = remote.lostReason { return reason }
        let request = AgentRequest(.state, cloudIdentity: store.cloudIdentity)
        guard case .state(let state)? = agent.ask(request) else { return nil }
        return state.trouble?.message
    }

    /// When a file was replaced, in nanoseconds since 1970; 0 when there is none.
    static func written(_ path: String) -> Int64 {
        var status = stat()
        guard stat(path, &status) == 0 else { return 0 }
        return Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
    }
}
