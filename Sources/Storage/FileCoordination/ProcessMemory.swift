import CMemory
import Glibc

/// Keeps the memory of a long-running process small: the C library keeps freed memory, which after
/// much work is far more than the process needs at rest.
public enum ProcessMemory {
    private static let interval = Duration.seconds(5)
    /// Thresholds in seconds of processor time: less than `rest` in an interval is rest, and more
    /// than `work` since the last time is work.
    private static let rest = 0.02
    private static let work = 0.2

    /// Limits the number of arenas of the C library that the threads of the process share: each
    /// arena keeps the most memory it ever needed. Call it before other threads start, as existing
    /// arenas stay.
    public static func limitArenas(to count: Int32 = 2) { cmemory_limit_arenas(count) }

    /// Returns freed memory to the system whenever the process rests after work, until the task is
    /// cancelled.
    public static func returnFreedMemory() async {
        var last = processorTime
        var returned = last
        while (try? await Task.sleep(for: interval)) != nil {
            let now = processorTime
            if now - last < rest, now - returned > work {
                cmemory_trim()
                returned = processorTime
            }
            last = now
        }
    }

    private static var processorTime: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
