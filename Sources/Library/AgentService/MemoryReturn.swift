import CMemory
import Glibc

/// Keeps the memory of a process small that lives for long: the C library keeps what was freed, for
/// each of its arenas, and after a large exchange that is far more than an agent at rest needs.
///
/// Few arenas are made, and when the process rests that has worked, what is free in them goes back
/// to the system.
struct MemoryReturn {
    private static let interval = Duration.seconds(5)
    /// Seconds of a processor: less in an interval is rest, and more since the last time is work.
    private static let rest = 0.02
    private static let work = 0.2

    private var last = Self.processorTime
    private var returned = Self.processorTime

    /// Looks every few seconds, until the task is cancelled.
    static func run() async {
        cmemory_limit_arenas(2)
        var memory = MemoryReturn()
        while (try? await Task.sleep(for: interval)) != nil { memory.look() }
    }

    private mutating func look() {
        let now = Self.processorTime
        if now - last < Self.rest, now - returned > Self.work {
            cmemory_trim()
            returned = Self.processorTime
        }
        last = now
    }

    private static var processorTime: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
