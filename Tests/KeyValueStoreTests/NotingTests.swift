import KeyValueStore
import ReplicaFile
import Replication
import SQLite
import Testing

/// Notes that are kept beside the records, in the same transaction.
struct NotingTests {
    private struct Refusal: Error {}

    private func write(_ key: String, _ value: PropertyListValue?) -> StoreWrite {
        StoreWrite(key: key, value: value)
    }

    private func update(
        _ store: UbiquitousKeyValueStore, of device: Device, _ writes: [StoreWrite],
        noting note: ([EntryChange]) throws -> Void
    ) throws {
        try store.update(
            writes, in: { try device.replica.write(.durable, withTables: $0) },
            noting: { _, tables, changes in
                // The records are already written when the notes are made.
                let database = try tables.database
                let count = try database.first("SELECT count(*) FROM entries") { $0.integer(0) }
                #expect(count ?? 0 > 0)
                try note(changes)
            })
    }

    @Test func noteReceivesTheChangedEntries() throws {
        let device = try Device()
        // The device keeps the folder that has its files.
        defer { withExtendedLifetime(device) {} }
        let store = try device.openStore()
        try store.set(.string("1"), forKey: "a")
        var told: [EntryChange] = []
        try update(
            store, of: device,
            [write("a", .string("2")), write("b", nil), write("c", .integer(3))]
        ) { told = $0 }
        #expect(told.map(\.key) == ["a", "c"])
        #expect(told.map(\.old?.record.value) == [.string("1"), nil])
        #expect(told.map(\.new.record.value) == [.string("2"), .integer(3)])
        try update(store, of: device, [write("a", .string("2"))]) { told = $0 }
        #expect(told.isEmpty)
    }

    @Test func failedNoteCancelsTheWrite() throws {
        let device = try Device()
        let store = try device.openStore()
        let rings = device.bell.rings
        #expect(throws: Refusal.self) {
            try update(store, of: device, [write("a", .string("1"))]) { _ in throw Refusal() }
        }
        #expect(try store.object(forKey: "a") == nil)
        #expect(device.bell.rings == rings)
    }
}
