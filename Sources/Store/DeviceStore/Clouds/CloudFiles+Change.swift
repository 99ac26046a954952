package import FileCoordination
import Glibc

// A change replaces several files. It is written to a file of its own first, as a whole, and counts
// from then on. Any process that finds that file replaces the others as it says, and removes it.
extension CloudFiles {
    /// A person's decision about the cloud.
    enum Change: Hashable {
        case use(CloudAccess)
        case leave
    }

    private var next: String { folder + "/cloud.next" }

    /// Notes that the device uses a cloud. On an error, the files stay as they were.
    package func write(_ access: CloudAccess) throws(FileCoordinationError) {
        try createPrivateFolder(folder)
        try make(.use(access))
    }

    /// Notes that the device uses no cloud.
    package func remove() throws(HomeError) {
        let paths = [address, token, authority, identity]
        guard (paths + [next]).contains(where: { access($0, F_OK) == 0 }) else { return }
        // A full disk has no space for the change, but a person must still be able to leave.
        if (try? make(.leave)) != nil { return }
        for path in [next] + paths where calls.remove(path) != 0 && errno != ENOENT {
            throw HomeError(
                .cannotWrite, "Cannot remove \(path): \(String(cString: strerror(errno))).")
        }
    }

    /// Returns the change that another process is making, or that this process cannot finish; `nil`
    /// if the files are up to date. Finishes an interrupted change.
    func unfinished() -> Change? {
        guard let change = readChange() else { return nil }
        guard let lock = try? FileLock(path: lockFile) else { return change }
        if lock.tryLock() {
            finish()
            lock.unlock()
        }
        return readChange()
    }

    /// Without this lock, a process that finishes an earlier change late could undo a later one.
    private var lockFile: String { folder + "/cloud.lock" }

    private func make(_ change: Change) throws(FileCoordinationError) {
        do {
            try FileLock(path: lockFile).withLock {
                do { try write(change.encoded, to: next) } catch {
                    // If only syncing the folder failed, the change is written, and counts.
                    guard readChange() == change else { throw error }
                }
                finish()
            }
        } catch {
            throw error as? FileCoordinationError
                ?? FileCoordinationError("Cannot write", next, errno: EIO)
        }
    }

    /// Replaces the files as the change says. If that fails, the next reader tries again.
    private func finish() {
        guard let change = readChange() else { return }
        do {
            switch change {
            case .use(let access): try put(access)
            case .leave: for path in [address, token, authority, identity] { try remove(path) }
            }
            // The new files must be durable before the change is removed.
            guard calls.syncFolder(folder) == 0 else { return }
            try remove(next)
            _ = calls.syncFolder(folder)
        } catch {}
    }

    private func put(_ access: CloudAccess) throws {
        if let certificate = access.authority {
            try write(certificate, to: authority)
        } else {
            try remove(authority)
        }
        if let it = access.identity {
            try write(Array("\(it.certificate)\n\(it.key)\n".utf8), to: identity)
        } else {
            try remove(identity)
        }
        // The address is in the token's file, too, so that no other server gets the token.
        try write(Array("\(access.token)\n\(access.url)\n".utf8), to: token)
        try write(Self.address(access.url, staysUnsealed: access.staysUnsealed), to: address)
    }

    private func write(_ bytes: [UInt8], to path: String) throws {
        try writeAtomically(to: path, calls: calls) { file in try file.write(bytes) }
    }

    private func remove(_ path: String) throws {
        guard calls.remove(path) != 0, errno != ENOENT else { return }
        throw FileCoordinationError("Cannot remove", path, errno: errno)
    }

    private func readChange() -> Change? {
        let limit = CloudAccess.largestAuthority + 65_536
        guard let bytes = (try? HomeLocation.bytes(of: next, limit: limit)) ?? nil else {
            return nil
        }
        return Change(encoded: bytes)
    }
}

extension CloudFiles.Change {
    /// The change as text: six lines, of which the last three may be empty, and the authority; or
    /// the single line `leave`.
    fileprivate var encoded: [UInt8] {
        switch self {
        case .leave: return Array("leave\n".utf8)
        case .use(let access):
            let lines = [
                "use", access.url, access.token, access.staysUnsealed ? "unsealed" : "",
                access.identity?.certificate ?? "", access.identity?.key ?? "",
            ]
            let text = lines.map { $0 + "\n" }.joined()
            return Array(text.utf8) + (access.authority ?? [])
        }
    }

    fileprivate init?(encoded bytes: [UInt8]) {
        let parts = bytes.split(
            separator: UInt8(ascii: "\n"), maxSplits: 6, omittingEmptySubsequences: false)
        let lines = parts.prefix(6).compactMap { String(validating: $0, as: UTF8.self) }
        if lines.first == "leave" {
            self = .leave
            return
        }
        guard parts.count == 7, lines.count == 6, lines[0] == "use",
            CloudAddress(lines[1]) != nil
        else { return nil }
        self = .use(
            CloudAccess(
                url: lines[1], token: lines[2], authority: parts[6].isEmpty ? nil : Array(parts[6]),
                identity: lines[5].isEmpty
                    ? nil : CloudIdentity(certificate: lines[4], key: lines[5]),
                staysUnsealed: lines[3] == "unsealed"))
    }
}
