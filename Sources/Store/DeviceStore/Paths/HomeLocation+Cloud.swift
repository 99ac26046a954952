import FileCoordination
import Glibc

// Each account remembers its cloud and the previous one, with their credentials: going back needs
// no token.

extension HomeLocation {
    private var cloudFiles: CloudFiles { CloudFiles(folder: accountFolder) }

    private var formerFiles: CloudFiles { CloudFiles(folder: accountFolder + "/cloud.before") }

    /// The current server's files, kept while another server replaces it.
    private var keptFiles: CloudFiles { CloudFiles(folder: accountFolder + "/cloud.kept") }

    /// Returns the cloud behind a network that this device uses; `nil` for the local cloud.
    func remoteCloud() throws(HomeError) -> RemoteCloud? {
        let files = cloudFiles
        let lost = try files.readLost()
        let address = lost == nil ? try files.readAddress() : nil
        guard let url = address?.url ?? lost.map({ $0.url ?? "" }) else { return nil }
        return RemoteCloud(
            url: url, tokenFile: files.token, tokenWritten: Self.modificationTime(of: files.token),
            authorityFile: access(files.authority, F_OK) == 0 ? files.authority : nil,
            identity: lost == nil ? try files.readIdentity() : nil,
            keyWritten: Self.modificationTime(of: sealingKeyFile), keyFile: sealingKeyFile,
            notesFile: sealingNotesFile, staysUnsealed: address?.staysUnsealed ?? false,
            lostReason: lost?.message)
    }

    /// Writes the address again, with a new choice of whether everything is sent in plain text.
    func writeCloud(_ url: String, staysUnsealed: Bool) throws(FileCoordinationError) {
        try cloudFiles.writeAddress(url, staysUnsealed: staysUnsealed)
    }

    /// Returns the token or password for the remote cloud. Throws ``HomeError`` if it is missing.
    public func cloudToken() throws(HomeError) -> String {
        if let lost = try cloudFiles.readLost() { throw HomeError(.damaged, lost.message) }
        return try cloudFiles.readToken()
    }

    /// Returns the credentials for a server whose address was lost; `nil` if none was lost, or if
    /// it is unknown which server gave the token.
    public func lostAccess() -> CloudAccess? {
        guard let lost = (try? cloudFiles.readLost()) ?? nil, let url = lost.url,
            let token = lost.token
        else { return nil }
        return CloudAccess(
            url: url, token: token,
            authority: try? Self.bytes(
                of: cloudFiles.authority, limit: CloudAccess.largestAuthority),
            identity: (try? cloudFiles.readIdentity()) ?? nil)
    }

    /// Removes the address of the server again, after a trial of another one failed.
    public func loseAddress() throws(HomeError) {
        cloudFiles.removeAddress()
        do { try announceCloud() } catch { throw HomeError(error) }
    }

    /// Returns the credentials for the remote cloud; `nil` for the local cloud.
    public func cloudAccess() throws(HomeError) -> CloudAccess? { try cloudFiles.read() }

    /// Returns the credentials for the remote cloud, or for the server whose address was lost.
    public func latestAccess() -> CloudAccess? { (try? cloudAccess()) ?? lostAccess() }

    /// Returns the credentials for the previous server; `nil` if there was none, or if the device
    /// left it since.
    public func formerAccess() -> CloudAccess? { leftBehind ?? (try? formerFiles.read()) ?? nil }

    /// The credentials of a server that another one has replaced, if the program was killed before
    /// it kept them as the previous ones.
    private var leftBehind: CloudAccess? {
        guard let kept = (try? keptFiles.read()) ?? nil else { return nil }
        let now = (try? cloudAccess()) ?? nil
        return Self.isSame(kept, now) ? nil : kept
    }

    private static func isSame(_ one: CloudAccess, _ other: CloudAccess?) -> Bool {
        one.url == other?.url && one.token == other?.token
    }

    /// Makes this device sync through a server from now on. Its data stays; open lists and stores
    /// follow on their own. Its credentials for the last server or account are kept as
    /// ``formerAccess()``. They are not lost if the program is killed.
    public func useCloud(_ access: CloudAccess) throws(HomeError) {
        let last = latestAccess()
        let isSame = Self.isSame(access, last)
        do {
            if let last, !isSame {
                try putAway()
                try keptFiles.write(last)
            }
            if access.staysUnsealed || !isSame && !staysLocked(at: access.url, last) {
                try forgetSealing(at: access.url)
            }
            try cloudFiles.write(access)
            try announceCloud()
        } catch {
            throw HomeError(error)
        }
        // If the old credentials cannot be kept as the previous ones now, they stay valid where
        // they are, and the next process moves them.
        try? putAway()
    }

    /// Returns whether a device without a key gets another token from a server that it found
    /// sealed. That does not prove that the account is another one: a server that wants to read the
    /// bookmarks could give out a new token.
    private func staysLocked(at url: String, _ last: CloudAccess?) -> Bool {
        guard last?.url == url, Glibc.access(sealingKeyFile, F_OK) != 0 else { return false }
        let notes = sealingNotes()
        return notes.isLocked || notes.account != nil
    }

    /// Keeps the server that was just left as the previous one, for “cloudy cloud use -”.
    private func putAway() throws(HomeError) {
        if let leftBehind {
            // Whenever the program ends, no token is beside the address of another server.
            try formerFiles.remove()
            do { try formerFiles.write(leftBehind) } catch { throw HomeError(error) }
        }
        try keptFiles.remove()
    }

    /// Sets ``formerAccess()``; `nil` removes it.
    public func keepFormer(_ access: CloudAccess?) throws(HomeError) {
        for files in [formerFiles, keptFiles] { try files.remove() }
        guard let access else { return }
        do { try formerFiles.write(access) } catch { throw HomeError(error) }
    }

    /// Makes this device use the local cloud again. Its data stays; the tokens of this server and
    /// the previous one are removed. The previous token is removed first: if the program is killed
    /// then, the device still uses its server, and can leave it again.
    public func leaveCloud() throws(HomeError) {
        let last = remote?.url
        for files in [formerFiles, keptFiles, cloudFiles] { try files.remove() }
        do {
            if let last { try forgetSealing(at: last) }
            try announceCloud()
        } catch {
            throw HomeError(error)
        }
    }

    private var trialLock: String { accountFolder + "/cloud.trial.lock" }

    /// Runs a trial of another cloud, after which the device may go back to this one. Meanwhile
    /// ``isTryingCloud`` is true; afterwards, programs that watch the account check the cloud
    /// again.
    public func tryCloud<R>(_ body: () throws -> R) throws -> R {
        try createPrivateFolder(accountFolder)
        defer { try? announceCloud() }
        return try FileLock(path: trialLock).withLock(body)
    }

    /// Whether a program tries another cloud, so that the current one may not stay.
    public var isTryingCloud: Bool {
        guard access(trialLock, F_OK) == 0, let lock = try? FileLock(path: trialLock) else {
            return false
        }
        return !lock.tryLock(.shared)
    }

    /// Tells programs that the cloud has changed: those that follow the account watch this file.
    func announceCloud() throws(FileCoordinationError) {
        try writeAtomically(Array((account + "\n").utf8), to: accountFile)
    }

    /// Returns the first bytes of a file; `nil` if there is no file.
    static func bytes(of path: String, limit: Int) throws(HomeError) -> [UInt8]? {
        // A person may be saving the file in place, and half of it would look damaged.
        _ = FileSaving.waitForEnd(at: path)
        do {
            return try FileReading.beginning(of: path, atMost: limit)
        } catch {
            if error.errno == ENOENT || error.errno == ENOTDIR { return nil }
            throw HomeError(
                error.errno == EACCES ? .notAllowed : .damaged,
                "\(path) cannot be read: \(error.reason).")
        }
    }
}
