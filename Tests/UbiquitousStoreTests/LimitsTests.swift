import Foundation
import KeyValueStore
import Testing
import UbiquitousStore

/// iCloud's limits for a program, and what happens to a write that exceeds them.
struct LimitsTests {
    let device = TestDevice()
    let reports = Heard()
    let store: NSUbiquitousKeyValueStore
    let notes: Notes

    init() throws {
        store = NSUbiquitousKeyValueStore(device.configuration(reports: reports))
        notes = Notes(of: store)
    }

    private func data(taking bytes: Int) -> Data { Data(count: bytes) }

    /// Expects that one write is refused with reason 2 and one report, and that nothing changes.
    private func expectNoRoom(for key: String, _ write: () -> Void) async throws {
        let (before, reported) = (try store.usage, reports.lines.count)
        let value = store.data(forKey: key)
        let noted = notes.all.count
        write()
        #expect(try store.usage == before && store.data(forKey: key) == value)
        #expect(reports.lines.count == reported + 1)
        #expect(await eventually { notes.all.count > noted })
        let note = try #require(notes.all.last)
        #expect(note.reason == NSUbiquitousKeyValueStoreQuotaViolationChange)
        #expect(note.keys == [key])
        #expect(notes.all.count == noted + 1)
    }

    @Test func storeHolds1024Keys() async throws {
        var values: [String: Any?] = [:]
        for number in 0..<1024 { values["key \(number)"] = number }
        try store.write(values)
        #expect(try store.usage.keys == 1024)
        try await expectNoRoom(for: "one more") { store.set("x", forKey: "one more") }
        // Each refused write is announced.
        try await expectNoRoom(for: "one more") { store.set("x", forKey: "one more") }
        store.set("changed", forKey: "key 5")
        #expect(store.string(forKey: "key 5") == "changed")
        store.removeObject(forKey: "key 6")
        store.set("x", forKey: "one more")
        #expect(store.string(forKey: "one more") == "x")
        #expect(notes.all.count == 2)
    }

    @Test func storeHoldsAMebibyte() async throws {
        for number in 0..<8 { store.set(data(taking: 131_072), forKey: "key \(number)") }
        #expect(try store.usage.keys == 8 && store.usage.bytes == 1_048_576)
        #expect(notes.all == [])
        try await expectNoRoom(for: "more") { store.set(true, forKey: "more") }
        try await expectNoRoom(for: "key 3") { store.set(data(taking: 131_073), forKey: "key 3") }
        store.set(data(taking: 131_071), forKey: "key 3")
        store.set(true, forKey: "more")
        #expect(store.bool(forKey: "more"))
    }

    @Test func storeHoldsAValueOfAMebibyte() async throws {
        try await expectNoRoom(for: "a") { store.set(data(taking: 1_048_577), forKey: "a") }
        store.set(data(taking: 1_048_576), forKey: "a")
        #expect(store.data(forKey: "a")?.count == 1_048_576)
    }

    @Test func writeOfSeveralKeysIsAllOrNothing() async throws {
        store.set("before", forKey: "small")
        let large = data(taking: 1_000_000)
        #expect(throws: StoreError.self) {
            try store.write(["small": "after", "large": large, "larger": large])
        }
        #expect(store.string(forKey: "small") == "before")
        #expect(store.dictionaryRepresentation.count == 1)
        #expect(await eventually { notes.all.count == 1 })
        #expect(notes.all.map(\.keys) == [["large", "larger", "small"]])
    }

    /// Apple's class raises an exception for these keys, which has nothing to do with the limits.
    @Test(arguments: [
        "", String(repeating: "k", count: 129), String(repeating: "語", count: 129),
        String(repeating: "😀", count: 65),
    ])
    func invalidKeyIsRefused(_ key: String) async throws {
        store.set("x", forKey: key)
        #expect(store.dictionaryRepresentation.isEmpty && store.object(forKey: key) == nil)
        #expect(reports.lines.count == 1)
        store.set(NSNull(), forKey: "no property list")
        #expect(reports.lines.count == 2)
        // Notifications come in order, so an earlier one would have arrived before this one.
        try await expectNoRoom(for: "a") { store.set(data(taking: 1_048_577), forKey: "a") }
        #expect(notes.all.count == 1)
    }

    @Test(arguments: [
        String(repeating: "k", count: 128), String(repeating: "語", count: 128),
        String(repeating: "😀", count: 64), " ",
    ])
    func validKeyIsStoredAndSynced(_ key: String) async throws {
        store.set("x", forKey: key)
        #expect(store.string(forKey: key) == "x")
        #expect(reports.lines == [])
        // The cloud accepts the key, too.
        try await store.sync()
        let phone = NSUbiquitousKeyValueStore(device.configuration("phone"))
        try await phone.sync()
        #expect(phone.string(forKey: key) == "x")
    }

    @Test func valueOfAMebibyteIsSynced() async throws {
        let whole = Data(repeating: 7, count: 1_048_576)
        store.set(whole, forKey: "a")
        try await store.sync()
        let phone = NSUbiquitousKeyValueStore(device.configuration("phone"))
        try await phone.sync()
        #expect(phone.data(forKey: "a") == whole && reports.lines == [])
    }

    @Test func limitsCanBeConfigured() throws {
        var configuration = device.configuration(identifier: "roomy")
        configuration.limits = StoreLimits()
        let roomy = NSUbiquitousKeyValueStore(configuration)
        for number in 0..<3 { roomy.set(data(taking: 1_000_000), forKey: "key \(number)") }
        #expect(try roomy.usage.bytes == 3_000_000)
        #expect(try roomy.limits == StoreLimits())
    }
}
