import Glibc
import Replication

/// The folder of this user's sockets. It is in the machine's memory, not on a network file system,
/// and its path is short: a socket's path has at most 108 bytes.
public enum SocketFolder {
    /// Returns the path of a socket for something with a long name, such as a device in a home.
    /// Makes the folder if it is missing, for its owner alone.
    ///
    /// - Parameter runtime: `$XDG_RUNTIME_DIR`.
    public static func path(for name: String, runtime: String?) throws(SocketError) -> String {
        let folder = try folder(runtime)
        return folder + "/" + hash(name)
    }

    private static func folder(_ runtime: String?) throws(SocketError) -> String {
        let bases = [runtime, "/run/user/\(geteuid())"].compactMap(\.self)
        // As the XDG specification requires, a folder that others can enter is not used.
        let base = bases.first { $0.hasPrefix("/") && $0.utf8.count <= longest && isPrivate($0) }
        let folder = base.map { $0 + "/cloudy" } ?? "/tmp/cloudy-\(geteuid())"
        if mkdir(folder, 0o700) != 0, errno != EEXIST {
            throw SocketError("Cannot make \(folder).", errno: errno, next: advice)
        }
        guard isPrivate(folder) else {
            throw SocketError(
                "Cannot use \(folder).",
                why: "It must be a folder of your own, closed to other users.",
                next: advice)
        }
        return folder
    }

    private static let longest = 60
    private static let advice = "Set XDG_RUNTIME_DIR to a folder of your own with mode 700."

    /// Returns whether a path is a folder, not a link to one, that only its owner may open.
    static func isPrivate(_ path: String) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return false }
        return status.st_uid == geteuid() && status.st_mode & 0o077 == 0
    }

    /// Returns a short hash. It is enough: all names are made by one person.
    static func hash(_ name: String) -> String { FNV1a(name).hexadecimal }
}
