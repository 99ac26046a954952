import FileCoordination
import Glibc
import Replication

// What seals the cloud of an account lies beside its address:
//
//     cloud.key       the key; replaced as a whole, and never thrown away for another
//     cloud.sealing   what this device remembers of the sealed cloud; lost, it is learned again
//     sealing.lock    held by whoever seals with a key of which nobody else is told yet

extension HomeLocation {
    /// The file with the key that seals what goes to the server.
    public var sealingKeyFile: String { accountFolder + "/cloud.key" }

    /// The lock of whoever seals with a key that is not announced yet.
    public var sealingLock: String { accountFolder + "/sealing.lock" }

    var sealingNotesFile: String { accountFolder + "/cloud.sealing" }

    /// The key for the server that this device uses; `nil` when it has none for it.
    ///
    /// Throws ``HomeError`` for a file that holds none: without a key everything would go out for
    /// all to read.
    public func sealingKey() throws(HomeError) -> SealingKeyFile? { try remote?.sealingKey() }

    /// The key that lies here and is for another server than the one that this device uses.
    public func sealingKeyOfAnotherServer() throws(HomeError) -> SealingKeyFile? {
        guard let remote, let bytes = try Self.bytes(of: sealingKeyFile, limit: 65_536),
            let key = SealingKeyFile(text: String(decoding: bytes, as: UTF8.self)),
            key.url != remote.url
        else { return nil }
        return key
    }

    /// Has this device seal what goes to its server with a key from now on. Another key that was
    /// here is set aside, and open lists follow.
    ///
    /// - Parameter isAnnounced: whether those that are open are told at once, and not in a minute.
    /// - Returns: where the other key is now.
    @discardableResult
    public func useSealingKey(
        _ key: SealingKeyFile, isAnnounced: Bool = true
    ) throws(HomeError) -> String? {
        do {
            var aside: String?
            let found = try Self.bytes(of: sealingKeyFile, limit: 65_536)
            if let found {
                let old = SealingKeyFile(text: String(decoding: found, as: UTF8.self))
                let isKnown = [key.current, key.previous].contains(old?.current)
                if !isKnown {
                    aside = try moveAside(
                        sealingKeyFile, to: sealingKeyFile + "-\(old?.id ?? "damaged")")
                }
            }
            try writeAtomically(Array(key.text.utf8), to: sealingKeyFile)
            if isAnnounced { try announceCloud() }
            return aside
        } catch {
            throw HomeError(error)
        }
    }

    /// Tells those that are open of a key that was put here without telling them.
    public func announceSealingKey() throws(HomeError) {
        do { try announceCloud() } catch { throw HomeError(error) }
    }

    /// What this device remembers of its server as a sealed one.
    public func sealingNotes() -> SealingNotes { remote?.sealingNotes() ?? SealingNotes() }

    /// Whether its server was found sealed with a key that this device has not.
    public var isLocked: Bool { remote?.isLocked ?? false }

    /// Remembers something else of its server; nothing is written when it is the same.
    public func setSealingNotes(_ notes: SealingNotes) throws(HomeError) {
        guard let remote, notes != sealingNotes() else { return }
        do {
            try writeAtomically(Array(notes.text(url: remote.url).utf8), to: sealingNotesFile)
        } catch {
            throw HomeError(error)
        }
    }

    /// Forgets that a server was sealed, when this device has no key for it: a person has said that
    /// it is another one now.
    func forgetLock(of url: String) {
        do {
            let key = try RemoteCloud.sealingKey(in: sealingKeyFile, for: url)
            if key == nil { unlink(sealingNotesFile) }
        } catch {
            // A key that is damaged is one all the same.
        }
    }

    /// What is in the way of the process that talks to the server, as it said it.
    public var cloudTrouble: String? {
        remote == nil ? nil : NotedTrouble(file: store.trouble)?.error.message
    }

    /// When a file was replaced, in nanoseconds since 1970; 0 when there is none.
    static func written(_ path: String) -> Int64 {
        var status = stat()
        guard stat(path, &status) == 0 else { return 0 }
        return Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
    }
}
