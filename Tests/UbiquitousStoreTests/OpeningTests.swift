import DeviceStore
import Foundation
import KeyValueStore
import SQLite
import ScratchFolder
import TestSupport
import Testing
import UbiquitousStore

/// Stores that can't be opened report it, and crash no program.
@Suite(.ownThread)
struct OpeningTests {
    let device = TestDevice()
    let reports = Heard()

    /// Makes every call on a store, none of which may crash. The failure to open it is reported
    /// once.
    private func expectNothing(_ store: NSUbiquitousKeyValueStore) async {
        let calls: [() -> Bool] = [
            { store.object(forKey: "a") == nil }, { store.string(forKey: "a") == nil },
            { store.array(forKey: "a") == nil }, { store.dictionary(forKey: "a") == nil },
            { store.data(forKey: "a") == nil }, { store.longLong(forKey: "a") == 0 },
            { store.double(forKey: "a") == 0 }, { !store.bool(forKey: "a") },
            { store.dictionaryRepresentation.isEmpty }, { !store.synchronize() },
            {
                store.set("x", forKey: "a")
                store.removeObject(forKey: "a")
                return true
            },
        ]
        for (number, call) in calls.enumerated() {
            #expect(call(), "call \(number)")
            #expect(reports.lines.count == 1, "call \(number): \(reports.lines)")
        }
        #expect(throws: HomeError.self) { try store.write(["a": 1]) }
        #expect(throws: HomeError.self) { try store.usage }
        #expect(throws: HomeError.self) { try store.syncStates() }
        await #expect(throws: HomeError.self) { try await store.sync() }
    }

    @Test func homeThatCannotBeCreatedIsReported() async throws {
        let path = device.folder.write("home", Array("a file, and no folder".utf8))
        let store = NSUbiquitousKeyValueStore(device.configuration(reports: reports))
        await expectNothing(store)
        #expect(reports.lines.allSatisfy { $0.contains(path) })
        // After a success, the next failure is reported again.
        unlink(path)
        store.set("x", forKey: "a")
        #expect(store.string(forKey: "a") == "x")
        #expect(reports.lines.count == 1)
    }

    @Test func damagedReplicaIsReportedAndLeftAlone() async throws {
        try await writeAndClose()
        let path = try damage(try device.location().replica)
        await expectNothing(NSUbiquitousKeyValueStore(device.configuration(reports: reports)))
        #expect(try Data(contentsOf: URL(filePath: path)) == Data("no database".utf8))
    }

    /// The values on the device can be used without the cloud.
    @Test func storeWorksWithADamagedCloud() async throws {
        try await writeAndClose()
        let path = try damage(try device.location().cloud)
        let store = NSUbiquitousKeyValueStore(device.configuration(reports: reports))
        store.set("y", forKey: "b")
        #expect(store.string(forKey: "a") == "x" && store.string(forKey: "b") == "y")
        #expect(store.synchronize())
        #expect(reports.lines == [])
        await #expect(throws: (any Error).self) { try await store.sync() }
        #expect(try store.syncState.unsent == 1)
        #expect(try Data(contentsOf: URL(filePath: path)) == Data("no database".utf8))
    }

    private func writeAndClose() async throws {
        let store = NSUbiquitousKeyValueStore(device.configuration())
        store.set("x", forKey: "a")
        try await store.sync()
    }

    /// Puts a damaged file in place of the one at `path`. A store that still ends may have that one
    /// open, and must not write into the new one.
    private func damage(_ path: String) throws -> String {
        try Data("no database".utf8).write(to: URL(filePath: path), options: .atomic)
        for end in ["-wal", "-shm"] { unlink(path + end) }
        return path
    }

    @Test func invalidIdentifierIsReported() async throws {
        let store = NSUbiquitousKeyValueStore(
            device.configuration(identifier: "../laptop", reports: reports))
        await expectNothing(store)
        #expect(device.folder.names == [])
    }

    /// File permissions do not restrict root, but a read-only file system does.
    @Test(.enabled(if: canMount, "mounting needs user name spaces, or root"))
    func readOnlyDiskIsReported() throws {
        let script = """
            mount -t tmpfs -o ro none "$1" && export CLOUDY_HOME="$1/home" CLOUDY_DEVICE=desk &&
            "$2" set sort name
            """
        let outcome = try Command(
            "unshare",
            ["-rm", "sh", "-c", script, "sh", device.folder.path, RoundTripProgram.path]
        ).run()
        #expect(outcome.status == 1, "\(outcome)")
        #expect(outcome.errors.contains("Read-only file system"), "\(outcome)")
    }

    private static let canMount =
        (try? Command("unshare", ["-rm", "mount", "-t", "tmpfs", "none", "/mnt"]).run().status) == 0

    /// Only the values on this disk count: a slow cloud delays no caller.
    @Test(.timeLimit(.minutes(10))) func synchronizeNeverWaitsForTheCloud() async throws {
        let store = NSUbiquitousKeyValueStore(device.configuration(reports: reports))
        store.set("before", forKey: "a")
        try await store.sync()
        let cloud = try Database(path: try device.location().cloud)
        try cloud.execute("BEGIN EXCLUSIVE")
        store.set("after", forKey: "a")
        #expect(store.synchronize())
        // The value is durable at once: another program reads it from the disk, while the cloud is
        // unavailable.
        let sibling = NSUbiquitousKeyValueStore(try DeviceStore(try device.location()))
        #expect(sibling.synchronize() && sibling.string(forKey: "a") == "after")
        try cloud.execute("ROLLBACK")
        try await store.sync()
        #expect(reports.lines == [])
    }
}
