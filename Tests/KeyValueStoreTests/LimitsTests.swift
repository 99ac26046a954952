import KeyValueStore
import Replication
import Testing

/// A store with limits, such as an app has in iCloud.
struct LimitsTests {
    let device: Device

    init() throws { device = try Device() }

    private func refusal(
        _ store: UbiquitousKeyValueStore, _ values: (String, PropertyListValue?)...
    ) -> StoreError.Code? {
        #expect(throws: StoreError.self) {
            try store.set(values.map { (key: $0.0, value: $0.1) })
        }?.code
    }

    @Test func icloudLimitAllows1024Keys() throws {
        let store = try device.openStore(limits: .icloud)
        try store.set((0..<1024).map { (key: "key \($0)", value: .integer(Int64($0))) })
        #expect(try store.usage().keys == 1024)
        #expect(refusal(store, ("one more", .integer(0))) == .tooManyKeys)
        #expect(try store.object(forKey: "one more") == nil)
        // An existing key may change, and a key may replace another one.
        try store.set(.string("changed"), forKey: "key 7")
        try store.set([("key 8", nil), ("one more", .integer(0))])
        #expect(try store.usage().keys == 1024)
    }

    @Test func icloudLimitAllowsOneMebibyte() throws {
        let store = try device.openStore(limits: .icloud)
        let half = PropertyListValue.data([UInt8](repeating: 1, count: 524_284))
        try store.set([("a", half), ("b", half)])
        #expect(try store.usage().bytes == 1_048_568)
        #expect(refusal(store, ("c", .string("a few bytes more"))) == .storeFull)
        #expect(try store.usage().keys == 2)
        try store.set([("a", nil), ("c", .string("fits now"))])
        #expect(try store.object(forKey: "c") == .string("fits now"))
    }

    /// Other devices may have filled the store beyond this one's limits.
    @Test func shrinkingAnOverfullStoreIsAllowed() throws {
        let wide = try device.openStore()
        try wide.set((0..<10).map { (key: "\($0)", value: .string("x")) })
        let narrow = try device.openStore(limits: StoreLimits(maximumTotalBytes: 8, maximumKeys: 3))
        #expect(refusal(narrow, ("another", .string("x"))) == .tooManyKeys)
        #expect(refusal(narrow, ("1", .string("longer than before"))) == .storeFull)
        try narrow.removeObject(forKey: "1")
        try narrow.set(.string(""), forKey: "2")
        #expect(try narrow.usage().keys == 9)
    }

    @Test func aRefusedWriteIsAnnounced() throws {
        let store = try device.openStore(limits: StoreLimits(maximumKeys: 1))
        let announced = Announcements(of: store)
        try store.set(.integer(1), forKey: "a")
        #expect(announced.take() == [])
        #expect(refusal(store, ("c", .integer(1)), ("b", .integer(1))) == .tooManyKeys)
        let changes = announced.take()
        #expect(changes.map(\.reason) == [.quotaViolationChange])
        #expect(changes.first?.changedKeys == ["b", "c"])
        #expect(try store.dictionaryRepresentation() == ["a": .integer(1)])
    }
}
