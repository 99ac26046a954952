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

    /// Starts one, and says whether it could: what it was to do is left for later otherwise.
    @discardableResult
    static func start(_ path: String, _ arguments: [String]) -> Bool {
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
        return withTexts([path == own ? "cloudy" : path] + arguments) { argv in
            withTexts(ownVariables) { envp in
                var child = pid_t()
                guard posix_spawn(&child, path, &actions, &attributes, argv, envp) == 0 else {
                    return false
                }
                started.withLock { $0.append(child) }
                return true
            }
        }
    }

    /// POSIX_SPAWN_SETSID, which the headers have for those only who ask for all of GNU.
    private static let ownSession: Int16 = 0x80

}

/// What our own programs need of the environment.
private var ownVariables: [String] {
    let names: [String] = [
        "HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "CLOUDY_HOME", "TZ", "LD_LIBRARY_PATH", "PATH",
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

/// A program that speaks in place of this one and under its name, and is waited for.
enum AttachedProgram {
    /// Runs one with a line on its standard input. Returns its exit status, or `nil` when it cannot
    /// be started or is ended by a signal.
    static func run(_ path: String, _ arguments: [String], input: String) -> Int32? {
        // A line this short fits into a pipe whole, so that writing it waits for nobody.
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let line = Array((input + "\n").utf8.prefix(4096))
        let written = Glibc.write(ends[1], line, line.count)
        close(ends[1])
        defer { close(ends[0]) }
        guard written == line.count else { return nil }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO)
        var child = pid_t()
        var error: Int32 = 0
        withTexts(["cloudy"] + arguments) { argv in
            withTexts(ownVariables) { envp in
                error = posix_spawn(&child, path, &actions, nil, argv, envp)
            }
        }
        guard error == 0 else { return nil }
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0 { if errno != EINTR { return nil } }
        return status & 0x7f == 0 ? status >> 8 & 0xff : nil
    }
}
