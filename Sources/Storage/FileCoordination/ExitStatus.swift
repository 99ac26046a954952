/// The exit statuses of Cloudy's programs: the numbers of sysexits.h, and 1 for an empty result.
/// The help of each program explains its own.
public enum ExitStatus: Int32, Sendable {
    case done = 0
    case nothingFound = 1
    /// Invalid arguments, or no terminal.
    case usage = 64
    /// Input that is damaged, missing or already there.
    case badData = 65
    /// A server, an etcd or the web cannot be reached, or an address is already in use.
    case cloudUnreachable = 69
    /// The disk is full or cannot be written.
    case cannotWrite = 74
    /// Permissions, or a server, do not allow it.
    case notAllowed = 77
    /// The machine is not set up correctly.
    case configuration = 78
}
