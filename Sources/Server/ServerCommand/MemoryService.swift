import FileCoordination
import Glibc
import ServiceLifecycle

/// Keeps the memory of an idle server small: see ``ProcessMemory``.
package struct MemoryService: Service {
    /// Limits the C library to one arena for each processor, but at least two. Threads share them
    /// from now on.
    package init() {
        let processors = sysconf(Int32(_SC_NPROCESSORS_ONLN))
        ProcessMemory.limitArenas(to: Int32(clamping: max(2, processors)))
    }

    package func run() async {
        await cancelWhenGracefulShutdown { await ProcessMemory.returnFreedMemory() }
    }
}
