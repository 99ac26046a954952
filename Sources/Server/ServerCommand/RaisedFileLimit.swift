import Glibc

/// How many files and connections this process may have open, after it has asked for as many as it
/// may get: systems allow few unless asked.
package func raisedFileLimit() -> Int {
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
