import DeviceStore
import Synchronization
import Testing

/// Work that a device repeats when something changes.
struct RepeatingTests {
    let device = TestDevice()

    @Test func changeDuringTheFirstRunStartsAnother() async throws {
        for _ in 1...20 {
            let store = try device.openDevice()
            let runs = Mutex(0)
            let task = Task {
                await store.repeatOnChanges {
                    let isFirst = runs.withLock { runs in
                        runs += 1
                        return runs == 1
                    }
                    if isFirst { store.ring() }
                    return true
                }
            }
            defer { task.cancel() }
            try #require(await eventually { runs.withLock { $0 } >= 2 })
        }
    }
}
