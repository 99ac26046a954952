import DeviceStore
import Foundation
import KeyValueStore
import Testing
import UbiquitousStore

/// A store that syncs for the first time, with a cloud that has many values.
@Suite(.timeLimit(.minutes(10)))
struct InitialSyncTests {
    let device = TestDevice()
    let reports = Heard()
    let old: NSUbiquitousKeyValueStore

    init() async throws {
        old = NSUbiquitousKeyValueStore(device.configuration("old", reports: reports))
        try old.write(
            Dictionary(uniqueKeysWithValues: (0..<1024).map { ("key \($0)", "old" as Any?) }))
        try await old.sync()
    }

    @Test func newStoreReceivesAFullCloud() async throws {
        let new = NSUbiquitousKeyValueStore(device.configuration("new"))
        let notes = Notes(of: new)
        try await new.sync()
        #expect(await eventually { notes.keys.count == 1024 })
        for note in notes.all {
            #expect(note.reason == NSUbiquitousKeyValueStoreInitialSyncChange)
            #expect(note.keys == note.keys.sorted())
            #expect(Set(note.values) == ["old"])
        }
        #expect(new.dictionaryRepresentation.count == 1024)
        old.set("newer", forKey: "key 7")
        #expect(await eventually { notes.all.last?.keys == ["key 7"] })
        #expect(notes.all.last?.reason == NSUbiquitousKeyValueStoreServerChange)
    }

    /// Apple's class may discard such writes.
    @Test func writesBeforeTheFirstSyncAreKept() async throws {
        // There is no engine at first, so that the writes are certainly earlier than the listing.
        let program = try DeviceStore(try device.location("new"), limits: .icloud)
        let store = NSUbiquitousKeyValueStore(program)
        let notes = Notes(of: store)
        store.set("mine", forKey: "key 5")
        store.set("mine", forKey: "own")
        try await program.syncOnce()
        #expect(store.synchronize())
        #expect(await eventually { notes.keys.count == 1023 })
        #expect(Set(notes.all.map(\.reason)) == [NSUbiquitousKeyValueStoreInitialSyncChange])
        #expect(!notes.keys.contains("key 5") && !notes.keys.contains("own"))
        #expect(store.string(forKey: "key 5") == "mine" && store.string(forKey: "own") == "mine")
        // The values are merged, and the other device has them, too, beyond the limits: nothing is
        // lost.
        #expect(await eventually { old.string(forKey: "own") == "mine" })
        #expect(await eventually { old.string(forKey: "key 5") == "mine" })
        #expect(try old.usage.keys == 1025 && store.usage.keys == 1025)
        let reported = reports.lines.count
        old.set("x", forKey: "one more")
        #expect(reports.lines.count == reported + 1 && old.object(forKey: "one more") == nil)
        old.set("smaller", forKey: "key 5")
        old.removeObject(forKey: "key 6")
        #expect(try old.usage.keys == 1024 && old.string(forKey: "key 5") == "smaller")
    }
}
