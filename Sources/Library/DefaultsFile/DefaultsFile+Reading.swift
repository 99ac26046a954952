public import Bookmarks
import FileCoordination
import FoundationEssentials
import Glibc
import Replication

extension DefaultsFile {
    /// The largest file that Cloudy reads, in bytes: enough for half a million bookmarks.
    public static let maximumBytes = 268_435_456

    /// Reads the file, XML or binary, and returns it with the fingerprint of the bytes read.
    ///
    /// Entries other than bookmarks are reported in the result. The call fails when the file as a
    /// whole is not a property list of bookmarks (`corrupt`), was written by a newer version
    /// (`newer`), or can't be read (`missing`, `cannotRead`). If another program is saving the file
    /// in place, the call waits for a few seconds: half a file is not `corrupt`.
    ///
    /// Reading takes time: 3 s for 100,000 bookmarks. At the start of a program, compare the
    /// fingerprint instead.
    public func read() throws(DefaultsError) -> (found: FoundDefaults, fingerprint: Fingerprint) {
        for _ in 0..<Self.attempts {
            let read = try readBytes()
            do {
                return (try parse(read.bytes), read.fingerprint)
            } catch {
                guard error.code == .corrupt else { throw error }
                let isWhole = !read.mayBeUnfinished && fingerprint() == read.fingerprint
                if isWhole { throw error }
                if !FileSaving.waitForEnd(at: path, pause: pause) { break }
            }
        }
        throw unfinished
    }

    /// The number of attempts: another program may begin to save the file again.
    private static let attempts = 5

    private var unfinished: DefaultsError {
        DefaultsError(
            .cannotRead, path,
            "Cannot read \(path): another program is writing into it. Cloudy reads it when that "
                + "program closes it.")
    }

    /// Whether it is safe to give these bytes to a property list decoder: no nesting or cycle in
    /// them would crash the program.
    public static func isSafeToDecode(_ bytes: [UInt8]) -> Bool { flaw(in: bytes) == nil }

    private static func flaw(in bytes: [UInt8]) -> String? {
        bytes.starts(with: "bplist".utf8)
            ? BinaryPropertyListCheck.flaw(in: bytes) : XMLPropertyListCheck.flaw(in: bytes)
    }

    /// Parses a property list in memory.
    func parse(_ bytes: [UInt8]) throws(DefaultsError) -> FoundDefaults {
        if let flaw = Self.flaw(in: bytes) { throw corrupt(flaw) }
        let layout: DefaultsLayout
        do {
            layout = try PropertyListDecoder().decode(DefaultsLayout.self, from: Data(bytes))
        } catch {
            throw corrupt("it isn't a complete property list")
        }
        if let version = layout.version, version > Self.version {
            throw DefaultsError(
                .newer, path,
                "\(path) was written by a newer Cloudy (layout \(version)). It stays as it is. "
                    + "Install that version here too.")
        }
        guard let found = layout.found else { throw corrupt("it has no array `bookmarks`") }
        return found
    }

    private func corrupt(_ flaw: String) -> DefaultsError {
        DefaultsError(.corrupt, path, "\(path) can't be read as bookmarks: \(flaw).")
    }

    private struct FoundBytes {
        var bytes: [UInt8]
        var fingerprint: Fingerprint
        /// Whether another program had the file open for writing during the reading.
        var mayBeUnfinished: Bool
    }

    private func readBytes() throws(DefaultsError) -> FoundBytes {
        // Without blocking, so that a named pipe in place of the file doesn't stop the program.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        if file < 0 {
            let isMissing = errno == ENOENT
            throw DefaultsError(
                isMissing ? .missing : .cannotRead, path,
                "Cannot read \(path): \(String(cString: strerror(errno))).")
        }
        defer { close(file) }
        guard Self.isRegular(file) else {
            throw DefaultsError(
                .cannotRead, path,
                "Cannot read \(path): it is a folder, a pipe or a device. Move it away, and Cloudy "
                    + "writes the file again.")
        }
        // An editor may be writing the file: read until it is unchanged during a reading.
        for _ in 0..<3 {
            let mayBeUnfinished = FileSaving.mayBeUnderWay(file)
            guard let before = Fingerprint(descriptor: file) else { break }
            if before.size > Self.maximumBytes {
                throw corrupt("it is larger than \(Self.maximumBytes / 1_048_576) MiB")
            }
            guard let bytes = Self.readAll(file, count: Int(before.size)) else { break }
            guard Fingerprint(descriptor: file) == before else {
                pause()
                continue
            }
            return FoundBytes(
                bytes: bytes, fingerprint: before,
                mayBeUnfinished: mayBeUnfinished || FileSaving.mayBeUnderWay(file))
        }
        throw unfinished
    }

    private static func isRegular(_ file: Int32) -> Bool {
        var status = stat()
        return fstat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    private static func readAll(_ file: Int32, count: Int) -> [UInt8]? {
        var isWhole = true
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, done in
            while done < count {
                let rest = UnsafeMutableRawBufferPointer(
                    UnsafeMutableBufferPointer(rebasing: buffer[done..<count]))
                let result = pread(file, rest.baseAddress, rest.count, done)
                if result < 0 && errno == EINTR { continue }
                if result <= 0 { break }
                done += result
            }
            isWhole = done == count
        }
        return isWhole ? bytes : nil
    }
}
