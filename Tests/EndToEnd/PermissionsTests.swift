import Dispatch
import Glibc
import ScratchFolder
import Synchronization
import TestSupport
import Testing

/// Every file is private to its owner from the moment it is created, whatever the umask.
@Suite(.endToEnd)
struct PermissionsTests {
    /// Repeatedly checks everything below a folder while other programs work in it.
    private final class Watch: Sendable {
        private let seen = Mutex<[String: Set<UInt32>]>([:])
        private let isOver = Mutex(false)

        func watch(_ folder: String) {
            while !isOver.withLock({ $0 }) {
                look(folder)
                // Leaves processor time to the other programs.
                poll(nil, 0, 1)
            }
        }

        func end() -> [String: Set<UInt32>] {
            isOver.withLock { $0 = true }
            return seen.withLock { $0 }
        }

        func look(_ folder: String) {
            guard let stream = opendir(folder) else { return }
            defer { closedir(stream) }
            while let entry = readdir(stream) {
                let name = withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                }
                if name == "." || name == ".." { continue }
                let path = "\(folder)/\(name)"
                var status = stat()
                guard lstat(path, &status) == 0 else { continue }
                let isFolder = status.st_mode & S_IFMT == S_IFDIR
                // Temporary files have names with random numbers.
                let kind = name.replacing(#/\d{3,}/#, with: "N")
                seen.withLock {
                    _ = $0["\(isFolder ? "folder" : "file") \(kind)", default: []].insert(
                        status.st_mode & 0o7777)
                }
                if isFolder { look(path) }
            }
        }
    }

    @Test(arguments: ["000", "077", "022"])
    func filesArePrivateFromTheirCreation(_ umask: String) throws {
        try withScratchHome { home in
            let watch = Watch()
            let thread = Thread(watch, home.folder.path)
            for line in [
                "for i in 1 2 3; do \"$0\" add https://a.example/$i >/dev/null; done",
                "\"$0\" list >&2; printf torn > \"$CLOUDY_HOME/devices/here/defaults.plist\"",
                "\"$0\" sync --device other; \"$0\" list >/dev/null 2>&1; \"$0\" verify >/dev/null",
            ] {
                _ = try home.shell("umask \(umask); \(line)")
            }
            let list = try home.open(
                ["-c", "umask \(umask); exec \"$0\"", Places.program], columns: 100, program: "sh")
            try list.expect("q quit")
            try list.press("a")
            try list.expect("Notes")
            try list.type("https://typed.example/")
            #expect(
                wait { access("\(home.deviceFolder())/unsaved-1.plist", F_OK) == 0 },
                "the typed text must be saved")
            watch.look(home.path)
            thread.join()
            let seen = watch.end().filter { !$0.key.contains("tmux") }
            for (what, modes) in seen where what.hasPrefix("file") {
                #expect(modes == [0o600], "\(what) \(modes.map { String($0, radix: 8) })")
            }
            for (what, modes) in seen where what.hasPrefix("folder") {
                #expect(modes == [0o700], "\(what) \(modes.map { String($0, radix: 8) })")
            }
            let expected = [
                "file replica.sqlite", "file replica.sqlite-wal", "file replica.sqlite-shm",
                "file cloud.sqlite", "file cloud.sqlite-wal", "file cloud.sqlite-bell",
                "file defaults.plist", "file defaults.lock", "file engine.lock", "file doorbell",
                "file unsaved-1.plist", "file unsaved-1.lock", "folder home", "folder devices",
            ]
            for what in expected { #expect(seen[what] != nil, "\(what) must have been seen") }
            #expect(
                seen.keys.contains { $0.contains("corrupt-") }, "a file must have been set aside")
        }
    }

    /// A thread that runs a watch.
    private final class Thread {
        private let watch: Watch
        private let group = DispatchGroup()

        init(_ watch: Watch, _ folder: String) {
            self.watch = watch
            DispatchQueue(label: "watch").async(group: group) { watch.watch(folder) }
        }

        func join() {
            _ = watch.end()
            group.wait()
        }
    }
}
