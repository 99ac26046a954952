import KeyValueStore
import Replication
import Testing

/// The notes kept beside the records, in their transaction.
struct NotingTests {
    private struct Refusal: Error {}

    private func write(_ key: String, _ value: PropertyListValue?) -> StoreUpdate {
        StoreUpdate(key: key) { _ in StoreWrite(key: key, value: value) }
    }

    @Test func theNoteIsToldWhatChanged() throws {
        let device = try Device()
        // Its folder goes with it, and what is stored in it.
        defer { withExtendedLifetime(device) {} }
        let store = try device.openStore()
        try store.set(.string("1"), forKey: "a")
        var told: [StoreChange] = []
        try store.update([write("a", .string("2")), write("b", nil), write("c", .integer(3))]) {
            told = $1
        }
        #expect(told.map(\.key) == ["a", "c"])
        #expect(told.map(\.old?.value) == [.string("1"), nil])
        #expect(told.map(\.new.value) == [.string("2"), .integer(3)])
        try store.update([write("a", .string("2"))]) { told = $1 }
        #expect(told.isEmpty)
    }

    @Test func aNoteThatFailsKeepsAllBack() throws {
        let device = try Device()
        let store = try device.openStore()
        let rings = device.bell.rings
        #expect(throws: Refusal.self) {
            try store.update([write("a", .string("1"))]) { _, _ in throw Refusal() }
        }
        #expect(try store.object(forKey: "a") == nil)
        #expect(device.bell.rings == rings)
    }
}
