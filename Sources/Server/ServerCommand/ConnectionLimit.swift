import Glibc

/// Returns the number of connections that a server may have, at most `most`. Clouds, logs and other
/// open files need a share of the system's limit.
package func connectionLimit(atMost most: Int) -> Int {
    min(most, max(16, raisedFileLimit() - 256))
}

/// Returns the number of files and connections that this process may have open, after raising the
/// limit as far as possible: the default of most systems is low.
private func raisedFileLimit() -> Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
        return 1024
    }
    var raised = limit
    raised.rlim_cur = raised.rlim_max
    if setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &raised) == 0 {
        limit = raised
    }
    return Int(clamping: limit.rlim_cur)
}
