import DeviceStore
import Glibc
import KeyValueStore
import ReplicaFile
import Replication
import ScratchFolder
import Testing

/// A device's folder that was copied while a process wrote there.
@Suite(.timeLimit(.minutes(10))) struct CopiedReplicaTests {
    private let folder = ScratchFolder()

    private func store(_ device: String) throws -> DeviceStore {
        let location = try HomeLocation(
            home: folder.path("home"), device: device, environment: [:], hostName: ""
        ).inUsedAccount()
        return try DeviceStore(location.store)
    }

    /// A replica with a key whose deletion it claims to have listed long ago, as in a copy that was
    /// made while a process was writing.
    private func tear(_ device: DeviceStore, _ entry: ReplicaEntry) throws {
        try device.replica.write(.durable) { replica in
            let meta = try replica.meta()
            try replica.put(
                entry, replacing: try replica.entry(forKey: entry.key),
                cause: .cloud(device: "", isInitial: false))
            try replica.setMeta(meta)
        }
    }

    private func copyFolder(from: String, to: String) {
        let devices = folder.path("home/devices/")
        #expect(system("cp -a '\(devices)\(from)' '\(devices)\(to)'") == 0)
    }

    private func sharedKeys(_ desk: DeviceStore) async throws -> ReplicaEntry {
        try desk.store.set((0..<30).map { ("k\($0)", .integer(1)) })
        try await desk.syncOnce()
        let entry = try #require(try desk.replica.read { try $0.entry(forKey: "k3") })
        try desk.store.removeObject(forKey: "k3")
        // The second sync lists what the first one sent.
        for _ in 0..<2 { try await desk.syncOnce() }
        return entry
    }

    @Test func copiedReplicaListsTheWholeCloudAgain() async throws {
        let entry = try await sharedKeys(try store("desk"))
        copyFolder(from: "desk", to: "copy")
        let copy = try store("copy")
        try tear(copy, entry)
        #expect(try copy.store.object(forKey: "k3") != nil)
        try await copy.syncOnce()
        #expect(try copy.store.object(forKey: "k3") == nil)
        #expect(try copy.store.dictionaryRepresentation().count == 29)
        // On the device that was copied, the key stays deleted.
        let desk = try store("desk")
        try await desk.syncOnce()
        #expect(try desk.store.object(forKey: "k3") == nil)
    }

    /// Only copies list everything again: a device continues from where it was.
    @Test func originalReplicaContinuesFromItsCursor() async throws {
        let entry = try await sharedKeys(try store("desk"))
        let desk = try store("desk")
        try tear(desk, entry)
        try await desk.syncOnce()
        #expect(try desk.store.object(forKey: "k3") != nil)
    }
}
