import FileCoordination
import Glibc

// Which cloud a device meets others in is said for each account, in files that are replaced as a
// whole:
//
//     cloud           the address of a server; without it, the cloud of this machine. A second line
//                     says that nothing is sealed there, whatever key this device has
//     cloud.token     what the server gave out to let this device in
//     cloud.identity  where the certificate of the device and its key lie, if it shows one
//     cloud.pem       the private authority that vouches for the server, if one does

extension HomeLocation {
    private var cloudFile: String { accountFolder + "/cloud" }

    /// The file with what a server gave out to let this device into the account.
    var cloudTokenFile: String { accountFolder + "/cloud.token" }

    private var identityFile: String { accountFolder + "/cloud.identity" }

    private var authorityFile: String { accountFolder + "/cloud.pem" }

    /// The cloud that this device meets others in when that is not the one of this machine.
    func remoteCloud() throws(HomeError) -> RemoteCloud? {
        guard let lines = try Self.lines(of: cloudFile) else { return nil }
        return RemoteCloud(
            url: lines[0], tokenFile: cloudTokenFile, tokenWritten: Self.written(cloudTokenFile),
            authorityFile: access(authorityFile, F_OK) == 0 ? authorityFile : nil,
            identity: try identity(),
            keyWritten: Self.written(sealingKeyFile), keyFile: sealingKeyFile,
            notesFile: sealingNotesFile, staysUnsealed: lines.dropFirst().first == Self.unsealed)
    }

    /// Both are in one file, so that no address is ever used with what was said of another one.
    func writeCloud(_ url: String, staysUnsealed: Bool) throws(FileCoordinationError) {
        let text = url + "\n" + (staysUnsealed ? Self.unsealed + "\n" : "")
        try writeAtomically(Array(text.utf8), to: cloudFile)
    }

    private static let unsealed = "unsealed"

    private func identity() throws(HomeError) -> CloudIdentity? {
        guard let bytes = try Self.bytes(of: identityFile, limit: 16_384) else { return nil }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
        guard lines.count == 2 else {
            throw HomeError(
                .damaged,
                "\(identityFile) names no certificate and key. Say it again: cloudy cloud use URL "
                    + "--certificate FILE --key FILE")
        }
        return CloudIdentity(certificate: lines[0], key: lines[1])
    }

    /// What lets this device into its remote cloud. Throws ``HomeError`` when it is missing.
    public func cloudToken() throws(HomeError) -> String {
        if let token = try Self.lines(of: cloudTokenFile)?.first { return token }
        throw HomeError(
            .configuration,
            "There is no token for \(remote?.url ?? "the cloud") in \(cloudTokenFile). Say it "
                + "again: cloudy cloud use \(remote?.url ?? "URL")")
    }

    /// What this device says to be let into its remote cloud; `nil` in the cloud of this machine.
    public func cloudAccess() throws(HomeError) -> CloudAccess? {
        guard let remote else { return nil }
        return try CloudAccess(
            url: remote.url, token: cloudToken(),
            authority: Self.bytes(of: authorityFile, limit: CloudAccess.largestAuthority),
            identity: remote.identity, staysUnsealed: remote.staysUnsealed)
    }

    /// Has this device meet others at a server from now on. What it has stays; open lists and
    /// stores follow by themselves.
    ///
    /// The token is there before the address is, so that nobody goes there without it.
    public func useCloud(_ access: CloudAccess) throws(HomeError) {
        let last = try? cloudAccess()
        if last?.url != access.url || last?.token != access.token || access.staysUnsealed {
            forgetLock(of: access.url, staysUnsealed: access.staysUnsealed)
        }
        do {
            try createPrivateFolder(accountFolder)
            if let authority = access.authority {
                try writeAtomically(authority, to: authorityFile)
            } else {
                unlink(authorityFile)
            }
            if let identity = access.identity {
                let lines = "\(identity.certificate)\n\(identity.key)\n"
                try writeAtomically(Array(lines.utf8), to: identityFile)
            } else {
                unlink(identityFile)
            }
            try writeAtomically(Array((access.token + "\n").utf8), to: cloudTokenFile)
            try writeCloud(access.url, staysUnsealed: access.staysUnsealed)
            try announceCloud()
        } catch {
            throw HomeError(error)
        }
    }

    /// Has this device meet others in the cloud of this machine again. What it has stays, and the
    /// token is forgotten.
    public func leaveCloud() throws(HomeError) {
        if let remote { forgetLock(of: remote.url, staysUnsealed: false) }
        for path in [cloudFile, cloudTokenFile, authorityFile, identityFile]
        where unlink(path) != 0 && errno != ENOENT {
            throw HomeError(
                .cannotWrite, "Cannot remove \(path): \(String(cString: strerror(errno))).")
        }
        do { try announceCloud() } catch { throw HomeError(error) }
    }

    /// Whoever follows the account of the device looks at its cloud, too.
    func announceCloud() throws(FileCoordinationError) {
        // Trouble with another server is none any more, and its room is not that of the next.
        unlink(store.trouble)
        unlink(store.quota)
        try writeAtomically(Array((account + "\n").utf8), to: accountFile)
    }

    /// The lines of a file, of which there is one at least; `nil` when there is no file.
    private static func lines(of path: String) throws(HomeError) -> [String]? {
        guard let bytes = try bytes(of: path, limit: 4096) else { return nil }
        let lines = bytes.split(separator: UInt8(ascii: "\n")).map {
            String(validating: $0, as: UTF8.self)
        }
        guard let first = lines.first, first != nil else {
            throw HomeError(
                .damaged,
                "\(path) holds no address or token. Say it again: cloudy cloud use URL, or "
                    + "cloudy cloud leave")
        }
        return lines.compactMap(\.self)
    }

    /// The first bytes of a file; `nil` when there is no file.
    static func bytes(of path: String, limit: Int) throws(HomeError) -> [UInt8]? {
        // Not blocking, so that a named pipe in the file's place doesn't stop the program.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        if file < 0 {
            let reason = errno
            if reason == ENOENT || reason == ENOTDIR { return nil }
            throw HomeError(
                reason == EACCES ? .notAllowed : .damaged,
                "\(path) cannot be read: \(String(cString: strerror(reason))).")
        }
        defer { close(file) }
        return [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            count = max(0, read(file, buffer.baseAddress, limit))
        }
    }
}
