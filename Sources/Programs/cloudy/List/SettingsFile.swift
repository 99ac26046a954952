import BookmarkLibrary
import Bookmarks
import BookmarksUI
import DeviceStore
import FileCoordination
import Glibc

/// The file in which a person sets things on this device. Programs that change it take turns, and a
/// reader sees it before the change or after.
struct SettingsFile: Sendable {
    let path: String
    /// The home's folder, where the lock is: the file's own may be kept by others.
    private let home: String

    init(_ location: HomeLocation) {
        path = location.settingsFile
        home = location.folder
    }

    /// Many times what anybody writes, in bytes.
    private static let limit = 262_144

    /// The settings, and the problems, one line each. Reading never fails: an unreadable file is
    /// reported, and the defaults apply.
    func read() -> (settings: Settings, problems: [String]) {
        do {
            var problems: [SettingsProblem] = []
            let settings = Settings(try document(), problems: &problems)
            return (settings, problems.map { $0.description(in: path) })
        } catch {
            return (Settings(), [message(for: error)])
        }
    }

    /// The contents of the file, empty where there is none.
    func document() throws -> SettingsDocument { try documentAsSaved().document }

    /// The same, and whether another program is still saving it, after a short wait.
    private func documentAsSaved() throws -> (document: SettingsDocument, isUnfinished: Bool) {
        // Not blocking, so that a named pipe in the file's place doesn't stop the program.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        if file < 0 {
            if errno == ENOENT || errno == ENOTDIR { return (SettingsDocument(), false) }
            throw unreadable(String(cString: strerror(errno)))
        }
        defer { close(file) }
        let isUnfinished = !FileSaving.waitForEnd(file)
        do throws(FileCoordinationError) {
            let bytes = try FileContents.read(file, path, atMost: Self.limit)
            return (SettingsDocument(bytes: bytes), isUnfinished)
        } catch {
            throw unreadable(error.errno == EFBIG ? "it is larger than 256 KiB" : error.reason)
        }
    }

    /// Changes the file, and makes it where there is none. An error of the body changes nothing.
    func change(_ body: (inout SettingsDocument) throws -> Void) throws {
        do {
            try createPrivateFolder(home)
            try createPrivateFolder(folder)
            try FileLock(path: home + "/settings.lock").withLock {
                let (old, isUnfinished) = try documentAsSaved()
                // The file would be replaced, and with it what that program has yet to write.
                if isUnfinished { throw unfinished }
                var new = old
                try body(&new)
                if new != old { try writeAtomically(new.bytes, to: path) }
            }
        } catch let error as FileCoordinationError {
            throw HomeError(error)
        }
    }

    /// Makes the file with a few words about itself, where there is none.
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

    /// A ring whenever the file has become another one.
    func changes() -> AsyncStream<Void> {
        // A missing folder cannot be watched.
        try? createPrivateFolder(folder)
        let bell = Doorbell(existing: path)
        return AsyncStream { continuation in
            let task = Task.detached {
                for await _ in bell.rings() { continuation.yield() }
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
    /// The file of settings.
    func settingsFile() throws(HomeError) -> SettingsFile { SettingsFile(try deviceLocation()) }

    /// The settings of this device; reports the lines it leaves out.
    func settings() throws(HomeError) -> Settings {
        let (settings, problems) = try settingsFile().read()
        for problem in problems { complain(problem) }
        return settings
    }
}
