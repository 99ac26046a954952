import Glibc
import Synchronization

/// A program in a session of its own, for nobody to wait for.
enum DetachedProgram {
    /// Those that were started, and are not known to have ended.
    private static let started = Mutex<[pid_t]>([])

    /// Takes leave of those that have ended: until then the system keeps them for who started them.
    /// Whoever ends soon need not do it.
    static func takeLeave() {
        // Each by its number, since editors and browsers are waited for elsewhere.
        started.withLock { $0.removeAll { waitpid($0, nil, WNOHANG) != 0 } }
    }

    /// This program.
    static let own = "/proc/self/exe"

    /// Starts one. Should that fail, what it was to do is left for later.
    static func start(_ path: String, _ arguments: [String]) {
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
        // Ctrl-C in the terminal is not meant for it, nor the end of the terminal.
        posix_spawnattr_setflags(&attributes, Self.ownSession)
        let names: [String] = [
            "HOME", "XDG_CONFIG_HOME", "CLOUDY_HOME", "TZ", "LD_LIBRARY_PATH", "PATH",
        ]
        let variables = names.compactMap { name in
            getenv(name).map { "\(name)=\(String(cString: $0))" }
        }
        withTexts([path == own ? "cloudy" : path] + arguments) { argv in
            withTexts(variables) { envp in
                var child = pid_t()
                if posix_spawn(&child, path, &actions, &attributes, argv, envp) == 0 {
                    started.withLock { $0.append(child) }
                }
            }
        }
    }

    /// POSIX_SPAWN_SETSID, which the headers have for those only who ask for all of GNU.
    private static let ownSession: Int16 = 0x80

    private static func withTexts(
        _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Void
    ) {
        let copies = texts.map { strdup($0) }
        defer { for copy in copies { free(copy) } }
        body(copies + [nil])
    }
}
