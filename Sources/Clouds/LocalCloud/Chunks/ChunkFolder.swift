public import Documents
public import FileCoordination
import Glibc

/// A folder with a file for each chunk: `ab/abcd…`, named by its content.
///
/// The time of a file is when its lease was renewed last. The folder may be shared by processes,
/// and by machines if something else brings the files over: what a file holds is checked whenever
/// it is read.
public struct ChunkFolder: ChunkStore {
    public let path: String
    /// The clock, in seconds since 1970.
    private let now: @Sendable () -> Double

    /// For so many seconds after it was put or asked for, nothing removes a chunk: 30 days.
    public static let lease: Double = 30 * 24 * 3600

    /// A folder, which is made when the first chunk comes.
    public init(path: String, now: @escaping @Sendable () -> Double = Self.time) {
        self.path = path
        self.now = now
    }

    /// This machine's clock.
    @Sendable public static func time() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
    }

    // MARK: Asking

    /// Whether a chunk is there; its lease stays as it is.
    public func contains(_ name: ChunkName) -> Bool { access(file(name), F_OK) == 0 }

    /// When a chunk was put or touched last, in seconds since 1970; `nil` when it is not there.
    public func lastUse(of name: ChunkName) -> Double? {
        status(name).map { Double($0.st_mtim.tv_sec) + Double($0.st_mtim.tv_nsec) / 1e9 }
    }

    /// Notes that a chunk is used.
    public func touch(_ name: ChunkName) { _ = renew(name) }

    public func missing(of names: [ChunkName]) throws(ChunkStoreError) -> [ChunkName] {
        if names.isEmpty || access(path, F_OK) != 0 { return names }
        return try locked(.shared) { () throws(ChunkStoreError) in
            names.filter { !renew($0) }
        }
    }

    public func chunk(_ name: ChunkName) throws(ChunkStoreError) -> Chunk? {
        let path = file(name)
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw ChunkStoreError("Cannot read", path, errno)
        }
        defer { close(descriptor) }
        let content = try Self.read(descriptor, path)
        guard let chunk = Chunk(content, named: name) else {
            throw ChunkStoreError(
                .damaged, "\(path) is damaged: it does not hold what its name says.")
        }
        return chunk
    }

    public func names() throws(ChunkStoreError) -> [ChunkName] {
        entries(of: path).filter { $0.utf8.count == 2 }.flatMap { part in
            entries(of: "\(path)/\(part)").compactMap { ChunkName($0) }
                .filter { $0.description.hasPrefix(part) }
        }.sorted()
    }

    // MARK: Changing

    public func put(_ chunks: [Chunk]) throws(ChunkStoreError) {
        if chunks.isEmpty { return }
        try make(path)
        try locked(.shared) { () throws(ChunkStoreError) in
            // A file of another length is torn, and is replaced.
            let new = chunks.filter { length($0.name) != $0.content.count || !renew($0.name) }
            for part in Set(new.map { folder($0.name) }) { try make(part) }
            do throws(FileCoordinationError) {
                try writeTogether(new.map { (file($0.name), $0.content) })
            } catch {
                throw ChunkStoreError(error)
            }
        }
    }

    public func remove(_ names: [ChunkName]) throws(ChunkStoreError) {
        if names.isEmpty || access(path, F_OK) != 0 { return }
        try locked(.exclusive) { () throws(ChunkStoreError) in
            for name in names where leaseEnd(name).map({ $0 < now() }) ?? false {
                if unlink(file(name)) != 0, errno != ENOENT {
                    throw ChunkStoreError("Cannot remove", file(name), errno)
                }
            }
        }
    }

    /// Removes chunks whatever their lease says: those of a device, which has others elsewhere.
    public func drop(_ names: [ChunkName]) throws(ChunkStoreError) {
        for name in names where unlink(file(name)) != 0 && errno != ENOENT {
            throw ChunkStoreError("Cannot remove", file(name), errno)
        }
    }

    // MARK: Files

    private func folder(_ name: ChunkName) -> String { "\(path)/\(name.description.prefix(2))" }

    private func file(_ name: ChunkName) -> String { "\(folder(name))/\(name)" }

    /// Whether a chunk is there; then its lease begins anew.
    private func renew(_ name: ChunkName) -> Bool {
        let time = now()
        let seconds = time.rounded(.down)
        let moment = timespec(
            tv_sec: Int(seconds), tv_nsec: Int((time - seconds) * 1_000_000_000))
        if utimensat(AT_FDCWD, file(name), [moment, moment], AT_SYMLINK_NOFOLLOW) == 0 {
            return true
        }
        // A folder that may only be read has its chunks, too.
        return errno != ENOENT && errno != ENOTDIR && contains(name)
    }

    /// When the lease of a chunk ends, in seconds since 1970; `nil` when it is not there.
    private func leaseEnd(_ name: ChunkName) -> Double? {
        status(name).map { Double($0.st_mtim.tv_sec) + Self.lease }
    }

    private func length(_ name: ChunkName) -> Int? { status(name).map { Int($0.st_size) } }

    private func status(_ name: ChunkName) -> stat? {
        var status = stat()
        return lstat(file(name), &status) == 0 ? status : nil
    }

    private func make(_ folder: String) throws(ChunkStoreError) {
        do throws(FileCoordinationError) { try createPrivateFolder(folder) } catch {
            throw ChunkStoreError(error)
        }
    }

    /// Keeps what is asked for from being removed at the same time.
    private func locked<R>(
        _ kind: FileLock.Kind, _ body: () throws(ChunkStoreError) -> R
    ) throws(ChunkStoreError) -> R {
        do {
            return try FileLock(path: path + "/lock").withLock(kind, body)
        } catch let error as ChunkStoreError {
            throw error
        } catch let error as FileCoordinationError {
            // Where nothing can be written, nothing is removed either.
            if kind == .shared, [.readOnly, .notAllowed].contains(error.code) { return try body() }
            throw ChunkStoreError(error)
        } catch {
            throw ChunkStoreError(.unreachable, "\(error)")
        }
    }

    private static func read(
        _ descriptor: Int32, _ path: String
    ) throws(ChunkStoreError) -> [UInt8] {
        var content: [UInt8] = []
        // One byte more than any chunk has tells what is none.
        while content.count <= Manifest.longestChunk {
            let have = content.count
            let bytes = [UInt8](unsafeUninitializedCapacity: 64 << 10) { buffer, count in
                count = max(0, Glibc.read(descriptor, buffer.baseAddress, buffer.count))
            }
            content += bytes
            if content.count == have { return content }
        }
        throw ChunkStoreError(.damaged, "\(path) is damaged: it is longer than any chunk.")
    }
}

/// The names in a folder; none where it cannot be read.
private func entries(of path: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
        names.append(
            withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            })
    }
    return names
}

extension ChunkStoreError {
    /// What a failure of the file system means for the chunks.
    public init(_ error: FileCoordinationError) {
        switch error.code {
        case .noSpace: self.init(.full, error.description)
        case .notAllowed, .readOnly: self.init(.notAllowed, error.description)
        default: self.init(.unreachable, error.description)
        }
    }

    fileprivate init(_ attempt: String, _ path: String, _ errno: Int32) {
        self.init(FileCoordinationError(attempt, path, errno: errno))
    }
}
