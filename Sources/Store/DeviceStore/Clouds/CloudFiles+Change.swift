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

    /// Notes that a cloud is used. On an error, the files stay as they were.
    package func write(_ access: CloudAccess) throws(FileCoordinationError) {
        try createPrivateFolder(folder)
        try make(.use(access))
    }

    /// Notes that no cloud is used.
    package func remove() throws(HomeError) {
        let paths = [address, token, authority, identity]
        guard (paths + [next]).contains(where: { access($0, F_OK) == 0 }) else { return }
        // A full disk takes no new file, and a person must be able to leave.
        if (try? make(.leave)) != nil { return }
        for path in [next] + paths where calls.remove(path) != 0 && errno != ENOENT {
            throw HomeError(
                .cannotWrite, "Cannot remove \(path): \(String(cString: strerror(errno))).")
        }
    }

    /// The change that another process is making, or that cannot be finished here; `nil` when the
    /// files say all. One that was interrupted is finished.
    func unfinished() -> Change? {
        guard let change = readChange() else { return nil }
        guard let lock = try? FileLock(path: lockFile) else { return change }
        if lock.tryLock() {
            finish()
            lock.unlock()
        }
        return readChange()
    }

    /// Without it, a process that finishes an earlier change late could undo a later one.
    private var lockFile: String { folder + "/cloud.lock" }

    private func make(_ change: Change) throws(FileCoordinationError) {
        do {
            try FileLock(path: lockFile).withLock {
                do { try write(change.encoded, to: next) } catch {
                    // When only syncing the folder failed, the change is there, and counts.
                    guard readChange() == change else { throw error }
                }
                finish()
            }
        } catch {
            throw error as? FileCoordinationError
                ?? FileCoordinationError("Cannot write", next, errno: EIO)
        }
    }

    /// Replaces the files as the change says. The next reader tries a failed change again.
    private func finish() {
        guard let change = readChange() else { return }
        do {
            switch change {
            case .use(let access): try put(access)
            case .leave: for path in [address, token, authority, identity] { try remove(path) }
            }
            // No power failure brings back an old file after the change is gone.
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
        // The address is beside the token, so that no other server gets the token.
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
    /// Six lines, of which the last three may be empty, and the authority; or one line.
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
