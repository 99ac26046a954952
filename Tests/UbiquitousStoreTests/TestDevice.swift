import DeviceStore
import Foundation
import KeyValueStore
import ScratchFolder
import Synchronization

@testable import UbiquitousStore

// Like Apple's, the class is not Sendable, but its documentation says that it may be used from
// every thread.
extension NSUbiquitousKeyValueStore: @unchecked Sendable {}

/// Devices in a scratch folder, whose stores belong to several programs.
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

    /// The location of the files of a store opened with ``configuration(_:identifier:reports:)``.
    func location(_ name: String = "desk", identifier: String = "test") throws -> StoreLocation {
        try HomeLocation(
            home: folder.path("home"), device: name, environment: [:], hostName: ""
        ).store(identifier: identifier)
    }

    /// The configuration of a program on a device whose store listens and syncs by itself.
    func configuration(
        _ device: String = "desk", identifier: String = "test", reports: Heard = Heard()
    ) -> StoreConfiguration {
        var configuration = StoreConfiguration()
        configuration.home = folder.path("home")
        configuration.device = device
        configuration.identifier = identifier
        // Each configuration stands for another program.
        configuration.process = Int64.random(in: 1 ... .max)
        configuration.report = { reports.append("\($0)") }
        return configuration
    }
}

/// Lines that were recorded on any thread.
final class Heard: Sendable {
    private let state = Mutex<[String]>([])
    var lines: [String] { state.withLock { $0 } }
    func append(_ line: String) { state.withLock { $0.append(line) } }
}

/// The notifications of one store, with the values that could be read when they came.
final class Notes: Sendable {
    struct Note: Sendable, Equatable {
        var reason: Int
        var keys: [String]
        /// The values of the first 20 keys; "-" for a missing value.
        var values: [String]
    }

    private let state: Box
    /// Returned to the notification center, which may be used from any thread.
    private nonisolated(unsafe) let token: any NSObjectProtocol

    private final class Box: Sendable {
        let notes = Mutex<[Note]>([])
    }

    var all: [Note] { state.notes.withLock { $0 } }
    /// The keys of all notifications, each once.
    var keys: Set<String> { Set(all.flatMap(\.keys)) }

    init(of store: NSUbiquitousKeyValueStore) {
        let box = Box()
        state = box
        token = NotificationCenter.default.addObserver(
            forName: NSUbiquitousKeyValueStore.didChangeExternallyNotification, object: store,
            queue: nil
        ) { notification in
            guard let store = notification.object as? NSUbiquitousKeyValueStore,
                let info = notification.userInfo,
                let reason = info[NSUbiquitousKeyValueStoreChangeReasonKey] as? Int,
                let keys = info[NSUbiquitousKeyValueStoreChangedKeysKey] as? [String]
            else { return }
            let values = keys.prefix(20).map { key in
                store.object(forKey: key).map { "\($0)" } ?? "-"
            }
            box.notes.withLock { $0.append(Note(reason: reason, keys: keys, values: values)) }
        }
    }

    deinit { NotificationCenter.default.removeObserver(token) }
}

/// Waits until a condition is true; returns whether that was in time. Other tasks run meanwhile.
func eventually(_ condition: () throws -> Bool) async rethrows -> Bool {
    let deadline = ContinuousClock.now + .seconds(60)
    while try !condition() {
        if ContinuousClock.now > deadline { return false }
        try? await Task.sleep(for: .milliseconds(5))
    }
    return true
}
