import Dispatch
import Glibc
import Synchronization

/// Starts programs that run on their own, each in a session of its own.
public enum DetachedProgram {
    /// The processes that were started and may still run.
    private static let started = Mutex<[pid_t]>([])

    /// The path of this program.
    public static let own = "/proc/self/exe"

    /// Returns the path of a program: beside this one, else the first in `$PATH`.
    public static func path(_ name: String) -> String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(own, &buffer, buffer.count - 1)
        let file = buffer.prefix(max(0, count)).map(UInt8.init(bitPattern:))
        let beside = file[..<(file.lastIndex(of: UInt8(ascii: "/")) ?? 0)]
        let search = getenv("PATH").map { String(cString: $0) } ?? ""
        let folders =
            [String(decoding: beside, as: UTF8.self)]
            + search.split(separator: ":").map(String.init)
        return folders.map { $0 + "/" + name }.first { access($0, X_OK) == 0 } ?? name
    }

    /// Starts a program. Returns whether that worked; if not, its work is left for later.
    @discardableResult
    public static func start(_ path: String, _ arguments: [String]) -> Bool {
        launch(path, arguments) != nil
    }

    /// Returns whether a process that this program started has ended.
    static func hasEnded(_ process: pid_t) -> Bool {
        started.withLock { !$0.contains(process) }
    }

    /// Starts a program; returns `nil` if it cannot be started.
    static func launch(_ path: String, _ arguments: [String]) -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
        }
        // Ctrl-C in the terminal, or its end, must not end the program.
        posix_spawnattr_setflags(&attributes, Self.ownSession)
        return withTexts([path == own ? "cloudy" : path] + arguments) { argv in
            withTexts(ownVariables) { envp in
                var child = pid_t()
                guard posix_spawn(&child, path, &actions, &attributes, argv, envp) == 0 else {
                    return nil
                }
                started.withLock { $0.append(child) }
                reap(child)
                return child
            }
        }
    }

    /// Reaps a child when it exits, on another thread. Other code waits for editors and browsers.
    private static func reap(_ child: pid_t) {
        DispatchQueue(label: "cloudy.child").async {
            while waitpid(child, nil, 0) < 0 && errno == EINTR {}
            started.withLock { $0.removeAll { $0 == child } }
        }
    }

    /// POSIX_SPAWN_SETSID, which the headers have only with _GNU_SOURCE.
    private static let ownSession: Int16 = 0x80
}

/// The variables that our own programs need.
private var ownVariables: [String] {
    let names: [String] = [
        "HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR", "CLOUDY_HOME", "TZ",
        "LD_LIBRARY_PATH", "PATH",
    ]
    return names.compactMap { name in getenv(name).map { "\(name)=\(String(cString: $0))" } }
}

private func withTexts<R>(
    _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> R
) -> R {
    let copies = texts.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
}
