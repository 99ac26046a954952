import BookmarkLibrary
import Bookmarks
import BookmarksUI
import DeviceStore
import FileCoordination
import Glibc

/// The settings of a file, and its problems, one per line.
typealias SettingsReading = (settings: Settings, problems: [String])

/// The settings file of this device. Programs that change it take turns, and a reader sees it
/// before or after a change.
struct SettingsFile: Sendable {
    let path: String
    /// The home's folder with the lock: the file's own folder may belong to other programs.
    private let home: String

    init(_ location: HomeLocation) {
        path = location.settingsFile
        home = location.folder
    }

    /// The maximum size in bytes, many times the size of any real file.
    private static let limit = 262_144

    /// Returns the settings, and the problems, one per line. Reading never fails: an unreadable
    /// file is reported, and the defaults apply.
    func read() -> SettingsReading {
        do {
            var problems: [SettingsProblem] = []
            let settings = Settings(try document(), problems: &problems)
            return (settings, problems.map { $0.description(in: path) })
        } catch {
            return (Settings(), [message(for: error)])
        }
    }

    /// Returns the contents of the file; empty if there is none.
    func document() throws -> SettingsDocument { try documentAsSaved().document }

    /// Returns the contents, and whether another program is still saving the file after a short
    /// wait.
    private func documentAsSaved() throws -> (document: SettingsDocument, isUnfinished: Bool) {
        // Without blocking, so that a named pipe in place of the file doesn't stop the program.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        if file < 0 {
            if errno == ENOENT || errno == ENOTDIR { return (SettingsDocument(), false) }
            throw unreadable(String(cString: strerror(errno)))
        }
        defer { close(file) }
        let isUnfinished = !FileSaving.waitForEnd(file)
        do throws(FileCoordinationError) {
            let bytes = try FileReading.read(file, path, atMost: Self.limit)
            return (SettingsDocument(bytes: bytes), isUnfinished)
        } catch {
            throw unreadable(error.errno == EFBIG ? "it is larger than 256 KiB" : error.reason)
        }
    }

    /// Changes the file, and creates it if there is none. If the body throws, nothing changes.
    func change(_ body: (inout SettingsDocument) throws -> Void) throws {
        do {
            try createPrivateFolder(home)
            try createPrivateFolder(folder)
            try FileLock(path: home + "/settings.lock").withLock {
                let (old, isUnfinished) = try documentAsSaved()
                // Replacing the file now would lose what that program has yet to write.
                if isUnfinished { throw unfinished }
                var new = old
                try body(&new)
                if new != old { try writeAtomically(new.bytes, to: path) }
            }
        } catch let error as FileCoordinationError {
            throw HomeError(error)
        }
    }

    /// Creates the file with a short introduction, if there is none.
    func makeIfMissing() throws {
        if access(path, F_OK) == 0 { return }
        try change { document in
            document = SettingsDocument(
                """
                # The settings of Cloudy on this device: NAME = VALUE, one on each line.
                # For all settings and what they mean: cloudy settings

                """)
        }
    }

    /// Returns a stream with an element when the watch has begun, and whenever the file was
    /// replaced.
    func changes() -> AsyncStream<Void> {
        // A missing folder cannot be watched.
        try? createPrivateFolder(folder)
        let bell = Doorbell(existing: path)
        return AsyncStream { continuation in
            let task = Task.detached {
                let rings = bell.rings()
                continuation.yield()
                for await _ in rings { continuation.yield() }
                withExtendedLifetime(bell) {}
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    private var folder: String {
        String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    }

    private var unfinished: HomeError {
        HomeError(
            .configuration,
            "\(path): another program has it open to write, so nothing was changed. Save and close "
                + "it there, and try again.")
    }

    private func unreadable(_ reason: String) -> HomeError {
        HomeError(.configuration, "\(path) cannot be read, so the defaults apply: \(reason)")
    }
}

extension HomeOptions {
    /// Returns the settings file.
    func settingsFile() throws(HomeError) -> SettingsFile { SettingsFile(try deviceLocation()) }

    /// Returns the settings of this device; reports invalid lines.
    func settings() throws(HomeError) -> Settings {
        let (settings, problems) = try settingsFile().read()
        for problem in problems { complain(problem) }
        return settings
    }
}
