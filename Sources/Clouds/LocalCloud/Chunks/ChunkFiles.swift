public import Documents
public import FileCoordination
import Glibc

/// A folder with a file for each chunk that a cloud keeps: `ab/abcd…`, by their names.
///
/// It does not check that bytes match their name: for sealed chunks, only holders of the key can.
/// The time of a file is when its lease was last renewed. Processes may share the folder, and so
/// may machines if something else copies the files.
public struct ChunkFiles: Sendable {
    public let path: String
    /// The clock, in seconds since 1970.
    private let now: @Sendable () -> Double

    /// Throws if the caller may no longer change anything.
    public typealias Permit = @Sendable () throws(ChunkStoreError) -> Void

    /// The effect of a change on the folder.
    public struct Change: Sendable, Hashable {
        /// The number of files that were added or removed.
        public var count = 0
        /// The growth of the folder in bytes; negative if it shrank.
        public var bytes = 0
    }

    /// Makes a store in a folder, which is created with the first bytes.
    public init(path: String, now: @escaping @Sendable () -> Double = ChunkFolder.time) {
        self.path = path
        self.now = now
    }

    // MARK: Reading

    /// Returns whether there is a file under a name. Its lease stays as it is.
    public func contains(_ name: ChunkName) -> Bool { access(file(name), F_OK) == 0 }

    /// Returns the missing names, in their order. Renews the leases of the others.
    public func missing(of names: [ChunkName]) throws(ChunkStoreError) -> [ChunkName] {
        if names.isEmpty || access(path, F_OK) != 0 { return names }
        return try locked(.shared) { () throws(ChunkStoreError) in names.filter { !renew($0) } }
    }

    /// Returns the missing names in the same way, but waits for another process without blocking a
    /// thread.
    public func missing(
        of names: [ChunkName], permit: Permit = { () throws(ChunkStoreError) in }
    ) async throws(ChunkStoreError) -> [ChunkName] {
        if names.isEmpty || access(path, F_OK) != 0 { return names }
        return try await locked(.shared) { () throws(ChunkStoreError) in
            try permit()
            return names.filter { !renew($0) }
        }
    }

    /// Returns the bytes under a name; `nil` if there are none.
    public func bytes(_ name: ChunkName) throws(ChunkStoreError) -> [UInt8]? {
        let path = file(name)
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw ChunkStoreError("Cannot read", path, errno)
        }
        defer { close(descriptor) }
        return try Self.read(descriptor, path)
    }

    /// Returns the names of all files, sorted.
    public func names() throws(ChunkStoreError) -> [ChunkName] {
        var names: [ChunkName] = []
        for part in try parts() { names += try self.names(in: part) }
        return names
    }

    /// Returns up to `limit` names after `last`, sorted; from the first if `last` is `nil`.
    public func names(
        after last: ChunkName?, limit: Int
    ) throws(ChunkStoreError) -> [ChunkName] {
        var names: [ChunkName] = []
        for part in try parts() where last.map({ part >= $0.description.prefix(2) }) ?? true {
            names += try self.names(in: part).filter { name in last.map { $0 < name } ?? true }
            if names.count >= limit { break }
        }
        return Array(names.prefix(limit))
    }

    /// Returns the folders of the chunks, sorted by name.
    private func parts() throws(ChunkStoreError) -> [String] {
        try entries(of: path).filter { $0.utf8.count == 2 }.sorted()
    }

    private func names(in part: String) throws(ChunkStoreError) -> [ChunkName] {
        try entries(of: "\(path)/\(part)").compactMap { ChunkName($0) }
            .filter { $0.description.hasPrefix(part) }.sorted()
    }

    /// Returns the number of files and of their bytes; zeros if they cannot be listed.
    public func size() -> (count: Int, bytes: Int) {
        let names = (try? names()) ?? []
        return names.reduce(into: (0, 0)) { size, name in
            guard let length = length(name) else { return }
            size.0 += 1
            size.1 += length
        }
    }

    /// Returns the number of bytes under a name; `nil` if there are none.
    public func length(_ name: ChunkName) -> Int? { status(name).map { Int($0.st_size) } }

    // MARK: Changing

    /// Keeps bytes, durably, and creates the folder if it is missing. A file with the same name and
    /// length stays.
    @discardableResult
    public func put(_ chunks: [StoredChunk]) throws(ChunkStoreError) -> Change {
        if chunks.isEmpty { return Change() }
        try make(path)
        return try locked(.shared) { () throws(ChunkStoreError) in try write(chunks) }
    }

    /// Keeps bytes in the same way, but waits for another process without blocking a thread.
    ///
    /// - Parameters:
    ///   - isMaking: whether to create the folder if it is missing.
    ///   - permit: called before anything is written, while no process has the folder to itself:
    ///     see ``waitForChanges(seconds:)``.
    @discardableResult
    public func put(
        _ chunks: [StoredChunk], isMaking: Bool = true,
        permit: Permit = { () throws(ChunkStoreError) in }
    ) async throws(ChunkStoreError) -> Change {
        if chunks.isEmpty { return Change() }
        if isMaking { try make(path) }
        return try await locked(.shared) { () throws(ChunkStoreError) in
            try permit()
            return try write(chunks)
        }
    }

    /// Writes chunks while the lock is held.
    private func write(_ chunks: [StoredChunk]) throws(ChunkStoreError) -> Change {
        // A file with another length is torn, and is replaced.
        let new = chunks.filter { length($0.name) != $0.bytes.count || !renew($0.name) }
        let before = new.reduce(0) { $0 + (length($1.name) ?? 0) }
        try checkSpace(for: new.reduce(0) { $0 + $1.bytes.count })
        for part in Set(new.map { folder($0.name) }) { try make(part) }
        do throws(FileCoordinationError) {
            try writeTogether(new.map { (file($0.name), $0.bytes) })
        } catch {
            throw ChunkStoreError(error)
        }
        return Change(
            count: new.count, bytes: new.reduce(0) { $0 + $1.bytes.count } - before)
    }

    /// Throws if the disk lacks the space for some bytes: the first chunks of a content would fill
    /// it, and stay for weeks.
    private func checkSpace(for bytes: Int) throws(ChunkStoreError) {
        var system = statvfs()
        guard statvfs(path, &system) == 0, system.f_blocks > 0 else { return }
        // Only root may use the blocks that are reserved.
        let blocks = geteuid() == 0 ? system.f_bfree : system.f_bavail
        let free = Int(clamping: UInt64(blocks)).multipliedReportingOverflow(
            by: Int(clamping: system.f_frsize))
        if !free.overflow, bytes > free.partialValue {
            throw ChunkStoreError("Cannot write", path, ENOSPC)
        }
    }

    /// Removes the files with these names whose lease has ended.
    @discardableResult
    public func remove(_ names: [ChunkName]) throws(ChunkStoreError) -> Change {
        if names.isEmpty || access(path, F_OK) != 0 { return Change() }
        return try locked(.exclusive) { () throws(ChunkStoreError) in try removeEnded(names) }
    }

    /// Removes files in the same way, but waits for another process without blocking a thread.
    @discardableResult
    public func remove(
        _ names: [ChunkName], permit: Permit = { () throws(ChunkStoreError) in }
    ) async throws(ChunkStoreError) -> Change {
        if names.isEmpty || access(path, F_OK) != 0 { return Change() }
        return try await locked(.exclusive) { () throws(ChunkStoreError) in
            try permit()
            return try removeEnded(names)
        }
    }

    /// Removes files while the lock is held.
    private func removeEnded(_ names: [ChunkName]) throws(ChunkStoreError) -> Change {
        var change = Change()
        for name in names where leaseEnd(name).map({ $0 < now() }) ?? false {
            let length = length(name) ?? 0
            if unlink(file(name)) == 0 {
                change.count += 1
                change.bytes -= length
            } else if errno != ENOENT {
                throw ChunkStoreError("Cannot remove", file(name), errno)
            }
        }
        return change
    }

    /// Removes the files with these names, even within their lease.
    public func drop(_ names: [ChunkName]) throws(ChunkStoreError) {
        if names.isEmpty || access(path, F_OK) != 0 { return }
        try locked(.exclusive) { () throws(ChunkStoreError) in
            for name in names where unlink(file(name)) != 0 && errno != ENOENT {
                throw ChunkStoreError("Cannot remove", file(name), errno)
            }
        }
    }

    /// Copies all files to another folder, durably. Leaves out damaged files, which are longer than
    /// any chunk. Throws if a file cannot be read.
    public func copy(to folder: String) throws(ChunkStoreError) {
        let copies = ChunkFiles(path: folder)
        var batch: [StoredChunk] = []
        for name in try names() {
            let copied: [UInt8]?
            do throws(ChunkStoreError) { copied = try bytes(name) } catch {
                if error.code == .damaged { continue }
                throw error
            }
            // A chunk that was collected in the meantime needs no copy.
            guard let copied else { continue }
            batch.append(StoredChunk(name: name, bytes: copied))
            if batch.count < 64 { continue }
            try copies.put(batch)
            batch = []
        }
        try copies.put(batch)
    }

    /// Waits until all changes that already had their permit are over. Returns false if that takes
    /// longer than `seconds`. Throws if it cannot be found out.
    public func waitForChanges(seconds: Double) throws(ChunkStoreError) -> Bool {
        if access(path, F_OK) != 0 { return true }
        let lock: FileLock
        do throws(FileCoordinationError) { lock = try FileLock(path: lockFile) } catch {
            // If nothing can be written, nothing changes either.
            if [.readOnly, .notAllowed].contains(error.code) { return true }
            throw ChunkStoreError(error)
        }
        var turns = seconds * 100
        while !lock.tryLock() {
            if turns < 1 { return false }
            turns -= 1
            usleep(10_000)
        }
        lock.unlock()
        return true
    }

    // MARK: Files

    private func folder(_ name: ChunkName) -> String { "\(path)/\(name.description.prefix(2))" }

    func file(_ name: ChunkName) -> String { "\(folder(name))/\(name)" }

    private var lockFile: String { path + "/lock" }

    /// Returns when the lease of a name began, in seconds since 1970; `nil` if there is no file.
    func renewed(_ name: ChunkName) -> Double? {
        status(name).map { Double($0.st_mtim.tv_sec) + Double($0.st_mtim.tv_nsec) / 1e9 }
    }

    /// Renews the lease of a name. Returns whether there is a file.
    @discardableResult
    func renew(_ name: ChunkName) -> Bool {
        let time = now()
        let seconds = time.rounded(.down)
        let moment = timespec(
            tv_sec: Int(seconds), tv_nsec: Int((time - seconds) * 1_000_000_000))
        if utimensat(AT_FDCWD, file(name), [moment, moment], AT_SYMLINK_NOFOLLOW) == 0 {
            return true
        }
        // In a folder that cannot be written, the chunk may still exist.
        return errno != ENOENT && errno != ENOTDIR && contains(name)
    }

    /// Returns when the lease of a chunk ends, in seconds since 1970; `nil` if there is no chunk.
    private func leaseEnd(_ name: ChunkName) -> Double? {
        status(name).map { Double($0.st_mtim.tv_sec) + ChunkFolder.lease }
    }

    private func status(_ name: ChunkName) -> stat? {
        var status = stat()
        return lstat(file(name), &status) == 0 ? status : nil
    }

    private func make(_ folder: String) throws(ChunkStoreError) {
        do throws(FileCoordinationError) { try createPrivateFolder(folder) } catch {
            throw ChunkStoreError(error)
        }
    }

    /// Runs `body` with a lock, so that the requested chunks are not removed at the same time.
    private func locked<R>(
        _ kind: FileLock.Kind, _ body: () throws(ChunkStoreError) -> R
    ) throws(ChunkStoreError) -> R {
        do {
            return try FileLock(path: lockFile).withLock(kind, body)
        } catch let error as ChunkStoreError {
            throw error
        } catch let error as FileCoordinationError {
            return try withoutLock(kind, error, body)
        } catch {
            throw ChunkStoreError(.unreachable, "\(error)")
        }
    }

    /// Runs `body` with a lock like the other `locked`, but waits for it without blocking a thread.
    /// Tasks share few threads, and another process may hold the lock for a long time.
    private func locked<R>(
        _ kind: FileLock.Kind, _ body: () throws(ChunkStoreError) -> R
    ) async throws(ChunkStoreError) -> R {
        let lock: FileLock
        do {
            lock = try FileLock(path: lockFile)
            try await lock.lock(kind)
        } catch let error as FileCoordinationError {
            return try withoutLock(kind, error, body)
        } catch {
            throw ChunkStoreError(
                .unreachable, "Stopped while another process was using \(path).")
        }
        defer { lock.unlock() }
        return try body()
    }

    /// Runs `body` without the lock if the folder is read-only: then nothing removes chunks either.
    /// Throws `error` otherwise, and for an exclusive lock.
    private func withoutLock<R>(
        _ kind: FileLock.Kind, _ error: FileCoordinationError,
        _ body: () throws(ChunkStoreError) -> R
    ) throws(ChunkStoreError) -> R {
        guard kind == .shared, [.readOnly, .notAllowed].contains(error.code) else {
            throw ChunkStoreError(error)
        }
        return try body()
    }

    private static func read(
        _ descriptor: Int32, _ path: String
    ) throws(ChunkStoreError) -> [UInt8] {
        var content: [UInt8] = []
        // One byte more than the longest chunk reveals a file that is not a chunk.
        while content.count <= StoredChunk.longest {
            let have = content.count
            var length = 0
            let bytes = [UInt8](unsafeUninitializedCapacity: 64 << 10) { buffer, count in
                length = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
                count = max(0, length)
            }
            if length < 0 { throw ChunkStoreError("Cannot read", path, errno) }
            content += bytes
            if content.count == have { return content }
        }
        throw ChunkStoreError(.damaged, "\(path) is damaged: it is longer than any chunk.")
    }
}

/// Returns the names in a folder; none if the folder does not exist.
private func entries(of path: String) throws(ChunkStoreError) -> [String] {
    do {
        return try FolderEntries.read(path)
    } catch {
        if error.errno == ENOENT || error.errno == ENOTDIR { return [] }
        throw ChunkStoreError(error)
    }
}

extension ChunkStoreError {
    /// Makes the error of a chunk store from an error of the file system.
    public init(_ error: FileCoordinationError) {
        switch error.code {
        case .noSpace:
            self.init(.full, error.description)
            isFullHere = true
        case .notAllowed, .readOnly: self.init(.notAllowed, error.description)
        default: self.init(.unreachable, error.description)
        }
    }

    fileprivate init(_ attempt: String, _ path: String, _ errno: Int32) {
        self.init(FileCoordinationError(attempt, path, errno: errno))
    }
}
