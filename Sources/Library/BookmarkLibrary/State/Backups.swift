import Bookmarks
public import DeviceStore
import FileCoordination
import Glibc
public import Interchange
import Replication

/// The backups of a device in an account, next to its other files.
///
/// Each day with changes has a daily backup, such as `2026-11-22.backup`; the latest fourteen are
/// kept. The very first one is replaced when the number of bookmarks has doubled. Backups made by
/// command, such as `by-hand-2026-11-22-101502.backup`, are never removed.
public struct Backups: Sendable {
    /// The number of daily backups to keep.
    public static let kept = 14

    /// The folder of the backups.
    public let folder: String

    /// The backups of a location's account.
    public init(_ location: HomeLocation) {
        folder = location.accountFolder + "/backups"
    }

    /// An existing backup.
    public struct Found: Sendable, Hashable {
        public var path: String
        /// The day as `2026-11-22`; with the time for a backup made by command.
        public var name: String
        /// Whether it was made automatically.
        public var isDaily: Bool
        public var bytes: Int
    }

    private static let suffix = ".backup"
    private static let byHand = "by-hand-"

    /// Returns the existing backups, the latest first. A backup made while the clock was ahead
    /// comes after all that were made later.
    public func found() -> [Found] {
        var all: [Found] = []
        for name in FolderEntries.names(in: folder) where name.hasSuffix(Self.suffix) {
            let isByHand = name.hasPrefix(Self.byHand)
            let bare = name.dropLast(Self.suffix.count).dropFirst(isByHand ? Self.byHand.count : 0)
            guard bare.first?.isNumber == true else { continue }
            let path = "\(folder)/\(name)"
            var status = stat()
            guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
            all.append(
                Found(
                    path: path, name: String(bare), isDaily: !isByHand,
                    bytes: Int(status.st_size)))
        }
        let ahead = namesAhead()
        let tomorrow = Self.tomorrow()
        func key(_ backup: Found) -> (Int, String, Int) {
            let isAhead = ahead.contains(fileName(backup)) || backup.name.prefix(10) > tomorrow
            return (isAhead ? 0 : 1, backup.name, backup.isDaily ? 1 : 0)
        }
        return all.sorted { key($1) < key($0) }
    }

    // MARK: Backups dated while the clock was ahead

    /// Returns the names of files that are dated later than a backup made after them.
    private func namesAhead() -> Set<String> {
        let bytes = (try? FileReading.beginning(of: aheadFile, atMost: 1 << 16)) ?? []
        return Set(String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init))
    }

    /// Records which other backups are dated later than the one made now.
    private func noteAhead(of path: String) throws {
        let before = namesAhead()
        let tomorrow = Self.tomorrow()
        let names = found().filter { $0.path != path }.compactMap { other -> String? in
            let isAhead = other.name.prefix(10) > tomorrow || before.contains(fileName(other))
            return isAhead ? fileName(other) : nil
        }
        if Set(names) == before { return }
        try writeAtomically(Array(names.map { $0 + "\n" }.joined().utf8), to: aheadFile)
    }

    private func fileName(_ backup: Found) -> String {
        String(backup.path.dropFirst(folder.count + 1))
    }

    private var aheadFile: String { folder + "/ahead" }

    /// Returns the day after today: it may have begun further east, and a device travels.
    private static func tomorrow() -> String {
        LocalTime.text(Double(time(nil) + CalendarTime.secondsPerDay), as: "%Y-%m-%d")
    }

    // MARK: Making them

    /// Returns the latest backup whose name has this prefix; `latest` means the latest of all.
    public func named(_ name: String) -> Found? {
        found().first { name == "latest" || $0.name.hasPrefix(name) }
    }

    /// Whether a check for the daily backup is due: no process has checked today, or today's backup
    /// is the first and the number of bookmarks has doubled since. `nil` if no process ever
    /// checked.
    ///
    /// - Parameters:
    ///   - few: a smaller number of bookmarks needs no backup on the first day.
    ///   - hasAtLeast: whether there are at least that many bookmarks; called on the first day
    ///     only.
    public func isDue(
        on day: String, few: Int = 1, hasAtLeast: (Int) throws -> Bool
    ) rethrows -> Bool? {
        let bytes: [UInt8]
        do {
            bytes = try FileReading.beginning(of: mark, atMost: 32)
        } catch {
            return [ENOENT, ENOTDIR, EACCES].contains(error.errno) ? nil : true
        }
        let words = String(decoding: bytes, as: UTF8.self).split(separator: " ")
        guard let looked = words.first, looked == day else { return true }
        guard words.count > 1, let last = Int(words[1]), last < Int.max / 2 else { return false }
        return try hasAtLeast(max(few, last * 2))
    }

    /// Whether a check is due if no bookmarks were added: see ``isDue(on:few:hasAtLeast:)``.
    public func isDue(on day: String) -> Bool? { isDue(on: day) { _ in false } }

    /// Records that a process checked today.
    ///
    /// - Parameter count: the number of bookmarks in today's backup, if it is the first one.
    public func note(day: String, count: Int? = nil) throws {
        do {
            try createPrivateFolder(folder)
            try writeAtomically(Array((day + (count.map { " \($0)" } ?? "")).utf8), to: mark)
        } catch {
            throw HomeError(error)
        }
    }

    /// Writes the daily backup if anything changed since the last one, and removes surplus ones.
    /// Returns its path; `nil` if nothing changed or another program is writing it.
    ///
    /// - Parameters:
    ///   - count: the number of bookmarks.
    ///   - make: makes the backup; called only if it is needed.
    @discardableResult
    public func makeDaily(
        on day: String, holding count: Int = 0, _ make: () throws -> Backup
    ) throws -> String? {
        do {
            try createPrivateFolder(folder)
            let lock = try FileLock(path: folder + "/lock")
            guard lock.tryLock() else { return nil }
            defer { lock.unlock() }
            if isDue(on: day, hasAtLeast: { count >= $0 }) == false { return nil }
            let backup = try make()
            let (bytes, check) = backup.written()
            let daily = found().filter(\.isDaily)
            var path: String?
            if daily.first.map({ tail(of: $0.path).contains(check) }) != true {
                let new = "\(folder)/\(day)\(Self.suffix)"
                try writeAtomically(bytes, to: new)
                try noteAhead(of: new)
                path = new
            }
            let isFirst = daily.allSatisfy { $0.name == day }
            try note(day: day, count: isFirst ? backup.bookmarks.count : nil)
            // Only after the new backup is safe.
            let others = found().filter { $0.isDaily && $0.path != path }
            for old in others.dropFirst(Self.kept - (path == nil ? 0 : 1)) { unlink(old.path) }
            return path
        } catch let error as FileCoordinationError {
            throw HomeError(error)
        }
    }

    /// Returns the path for a backup made by command.
    public func path(byHandAt time: String) -> String {
        "\(folder)/\(Self.byHand)\(time)\(Self.suffix)"
    }

    /// Writes a backup atomically, and replaces one with the same name.
    public func write(_ backup: Backup, to path: String) throws {
        do {
            if path.hasPrefix(folder + "/") { try createPrivateFolder(folder) }
            try writeWhole(backup.written().bytes, to: path)
            if path.hasPrefix(folder + "/") { try noteAhead(of: path) }
        } catch {
            throw HomeError(error)
        }
    }

    /// Reads a backup: see ``Backup/read(_:)``.
    public func read(_ path: String) throws -> (backup: Backup, damage: [ImportNote]) {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { throw unreadable(path, String(cString: strerror(errno))) }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw unreadable(path, "it is not a file")
        }
        guard status.st_size <= Backup.maximumBytes else {
            throw unreadable(path, "it is larger than 2 GiB")
        }
        let bytes: [UInt8]
        do throws(FileCoordinationError) {
            bytes = try FileReading.read(file, path, atMost: Backup.maximumBytes)
        } catch {
            throw unreadable(path, error.errno == EFBIG ? "it grows" : error.reason)
        }
        do throws(ImportError) { return try Backup.read(bytes) } catch {
            throw HomeError(.damaged, "\(path): \(error.message)".sentence)
        }
    }

    private var mark: String { folder + "/looked" }

    private func unreadable(_ path: String, _ reason: String) -> HomeError {
        HomeError(
            .damaged,
            "\(path) cannot be read: \(reason). To see the backups: cloudy backup "
                + "--list")
    }

    /// Returns the last bytes of a file, which contain a backup's checksum.
    private func tail(of path: String) -> String {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return "" }
        defer { close(file) }
        let end = lseek(file, 0, SEEK_END)
        var bytes = [UInt8](repeating: 0, count: 120)
        let count = pread(file, &bytes, bytes.count, max(0, end - off_t(bytes.count)))
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }
}

extension Home {
    /// The backups of this device in its account.
    public var backups: Backups { Backups(location) }
}
