import DeviceStore
import KeyValueStore
import ScratchFolder
import Synchronization
import UbiquitousStore

/// Devices in a scratch folder, whose stores are those of several programs.
struct TestDevice {
    let folder = ScratchFolder()

    /// A store as another program opens it.
    func openDevice(_ name: String = "desk", limits: StoreLimits = .icloud) throws -> DeviceStore {
        try DeviceStore(
            StoreLocation(
                device: name, folder: folder.path(name), cloudFolder: folder.path("cloud")),
            limits: limits)
    }

    /// The store of another program, which begins to listen at once.
    func openStore(
        _ name: String = "desk", limits: StoreLimits = .icloud
    ) throws -> NSUbiquitousKeyValueStore {
        let store = NSUbiquitousKeyValueStore(try openDevice(name, limits: limits))
        _ = try store.usage
        return store
    }
}

/// Lines that were heard on any thread.
final class Heard: Sendable {
    private let state = Mutex<[String]>([])
    var lines: [String] { state.withLock { $0 } }
    func append(_ line: String) { state.withLock { $0.append(line) } }
}
