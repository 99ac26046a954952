import Glibc

extension Duration {
    /// Whole milliseconds, rounded up, as `poll(2)` expects them.
    var milliseconds: Int32 {
        let (seconds, attoseconds) = components
        return Int32(
            clamping: seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}

/// Checks a condition repeatedly; returns whether it became true in time.
///
/// No test sleeps for a fixed time: a condition that is true at once is found at once, and a slow
/// machine gets more time.
public func wait(
    for timeout: Duration = .seconds(60), until condition: () throws -> Bool
) rethrows -> Bool {
    let deadline = ContinuousClock.now + timeout
    while true {
        if try condition() { return true }
        if ContinuousClock.now >= deadline { return false }
        poll(nil, 0, 20)
    }
}

/// Waits until the clock of stamps has moved on, so that the next edit is later than the previous
/// one. Within the same millisecond, either of two devices may win.
public func waitForLaterStamp() {
    func milliseconds() -> Int64 {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return Int64(now.tv_sec) * 1000 + Int64(now.tv_nsec) / 1_000_000
    }
    let start = milliseconds()
    while milliseconds() == start { sched_yield() }
}

/// Returns the time that this thread has computed, however busy the machine is.
public func processorTime() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}
