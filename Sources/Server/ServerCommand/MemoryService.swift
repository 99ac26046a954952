import FileCoordination
import Glibc
import ServiceLifecycle

/// Keeps the memory of a server small while it has little to do: see ``ProcessMemory``.
package struct MemoryService: Service {
    /// From now on, threads share an arena of the C library for each processor.
    package init() {
        let processors = sysconf(Int32(_SC_NPROCESSORS_ONLN))
        ProcessMemory.limitArenas(to: Int32(clamping: max(2, processors)))
    }

    package func run() async {
        await cancelWhenGracefulShutdown { await ProcessMemory.giveBack() }
    }
}
