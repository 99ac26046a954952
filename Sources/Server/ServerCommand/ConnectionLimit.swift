import Glibc

/// How many connections a server may have, at most so many: clouds, logs and whatever else is open
/// have their share of what the system allows.
package func connectionLimit(atMost most: Int) -> Int {
    min(most, max(16, raisedFileLimit() - 256))
}

/// How many files and connections this process may have open, after it has asked for as many as it
/// may get: systems allow few unless asked.
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
