import Glibc

/// A program in a session of its own, for nobody to wait for.
enum DetachedProgram {
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
                _ = posix_spawn(&child, path, &actions, &attributes, argv, envp)
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
