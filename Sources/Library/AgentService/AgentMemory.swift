import CMemory
import Glibc

/// Keeps the memory of an agent small: the C library keeps what was freed, which after a large
/// exchange is far more than an idle agent needs.
public enum AgentMemory {
    private static let interval = Duration.seconds(5)
    /// Seconds of a processor: less in an interval is rest, and more since the last time is work.
    private static let rest = 0.02
    private static let work = 0.2

    /// Has all threads of the process take memory from two arenas of the C library, each of which
    /// keeps what it once needed most. Call it before other threads start: arenas that exist stay.
    public static func limitArenas() { cmemory_limit_arenas(2) }

    /// Gives freed memory back to the system whenever the process has worked and rests, until the
    /// task is cancelled.
    static func giveBack() async {
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
