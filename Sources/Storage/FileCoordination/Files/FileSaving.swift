import Glibc

/// Detects whether a program is saving a file in place: it has emptied the file and not yet written
/// all of it. In that moment, the file looks damaged to a reader.
public enum FileSaving {
    /// Returns whether a program may be saving a file.
    ///
    /// - Parameter descriptor: open for reading only.
    public static func mayBeUnderWay(_ descriptor: Int32) -> Bool {
        switch writers(of: descriptor) {
        case .none: false
        case .some: true
        case .unknown: isFresh(descriptor)
        }
    }

    /// Waits, for two seconds at most, until no program saves the file at a path.
    ///
    /// - Parameter pause: waits for a moment; called at most a hundred times.
    /// - Returns: whether no program saves it now.
    public static func waitForEnd(
        at path: String, pause: () -> Void = FileSaving.pause
    ) -> Bool {
        // Not blocking, so that a named pipe in the file's place cannot stop the program.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return true }
        defer { close(file) }
        return waitForEnd(file, pause: pause)
    }

    /// Waits like the other `waitForEnd`, for an open file.
    public static func waitForEnd(
        _ descriptor: Int32, pause: () -> Void = FileSaving.pause
    ) -> Bool {
        for _ in 0..<100 {
            if !mayBeUnderWay(descriptor) { return true }
            pause()
        }
        return !mayBeUnderWay(descriptor)
    }

    /// Waits for 20 milliseconds.
    public static let pause: @Sendable () -> Void = { usleep(20_000) }

    private enum Writers { case none, some, unknown }

    /// Looks for writers with a lease: the system leases a file to a reader only while no program
    /// has it open for writing. The lease is given back at once. A program that opens the file in
    /// that instant waits for it, and the signal about it is one that programs ignore.
    private static func writers(of descriptor: Int32) -> Writers {
        guard fcntl(descriptor, leaseSignal, SIGURG) == 0 else { return .unknown }
        if fcntl(descriptor, lease, Int32(F_RDLCK)) == 0 {
            _ = fcntl(descriptor, lease, Int32(F_UNLCK))
            return .none
        }
        return errno == EAGAIN ? .some : .unknown
    }

    /// F_SETSIG and F_SETLEASE, which the headers have only with _GNU_SOURCE.
    private static let leaseSignal: Int32 = 10
    private static let lease: Int32 = 1024

    /// Returns whether the file was written within the last second, the resolution of network file
    /// systems.
    private static func isFresh(_ descriptor: Int32) -> Bool {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return false }
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return abs(now.tv_sec - status.st_mtim.tv_sec) <= 1
    }
}
