/// What the exit statuses of Cloudy's programs mean: the numbers of sysexits.h, and 1 for nothing
/// found. The help of each program says what leads to them there.
public enum ExitStatus: Int32, Sendable {
    case done = 0
    case nothingFound = 1
    /// What was typed cannot be, or needs a terminal.
    case usage = 64
    /// What was given is damaged, missing or there already.
    case badData = 65
    /// A server, an etcd or the web cannot be reached, or an address is taken.
    case cloudUnreachable = 69
    /// The disk is full or cannot be written.
    case cannotWrite = 74
    /// Permissions, or a server, forbid it.
    case notAllowed = 77
    /// The machine is not set up for it.
    case configuration = 78
}
