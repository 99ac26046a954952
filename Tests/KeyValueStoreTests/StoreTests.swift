import KeyValueStore
import Replication
import Testing

/// Values and keys, in one process.
struct StoreTests {
    let device: Device
    let store: UbiquitousKeyValueStore

    init() throws {
        device = try Device()
        store = try device.openStore()
    }

    @Test func valuesAreSetReadAndRemoved() throws {
        #expect(try store.object(forKey: "a") == nil)
        try store.set(.string("1"), forKey: "a")
        try store.set(.integer(2), forKey: "b")
        #expect(try store.object(forKey: "a") == .string("1"))
        #expect(try store.dictionaryRepresentation() == ["a": .string("1"), "b": .integer(2)])
        try store.removeObject(forKey: "a")
        try store.set(nil, forKey: "never there")
        #expect(try store.object(forKey: "a") == nil)
        #expect(try store.dictionaryRepresentation() == ["b": .integer(2)])
        #expect(try store.record(forKey: "a")?.latestValue == .string("1"))
        #expect(try store.record(forKey: "never there") == nil)
    }

    @Test func valueIsKeptAfterReopening() throws {
        try store.set(.string("1"), forKey: "a")
        #expect(try device.openStore().object(forKey: "a") == .string("1"))
    }

    @Test func writingTheSameValueTwiceChangesNothing() throws {
        try store.set(.string("1"), forKey: "a")
        let (record, meta, rings) = (
            try store.record(forKey: "a"), try device.meta, device.bell.rings
        )
        try store.set(.string("1"), forKey: "a")
        try store.removeObject(forKey: "none")
        #expect(try store.record(forKey: "a") == record)
        #expect(try device.meta == meta)
        #expect(device.bell.rings == rings)
    }

    @Test func writeOfSeveralKeysIsAllOrNothing() throws {
        try store.set(.string("old"), forKey: "a")
        #expect(throws: StoreError.self) {
            try store.set([("a", .string("new")), ("b", .string("new")), ("", .string("bad"))])
        }
        #expect(try store.dictionaryRepresentation() == ["a": .string("old")])
        try store.set([("a", nil), ("b", .string("new")), ("b", .string("newer"))])
        #expect(try store.dictionaryRepresentation() == ["b": .string("newer")])
        #expect(device.bell.rings == 2)
    }

    /// A sibling sees all keys that are set at once, or none of them.
    @Test func otherProcessesSeeSeveralKeysChangeAtOnce() async throws {
        let sibling = try device.openStore()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for turn in 1...50 as ClosedRange<Int64> {
                    try store.set([("a", .integer(turn)), ("b", .integer(turn))])
                }
            }
            group.addTask {
                for _ in 1...50 {
                    let all = try sibling.dictionaryRepresentation()
                    #expect(all["a"] == all["b"])
                }
            }
            try await group.waitForAll()
        }
    }

    private static func nested(_ levels: Int) -> PropertyListValue {
        (1..<levels).reduce(.array([])) { value, _ in .array([value]) }
    }

    @Test func oversizedKeysAndValuesAreRefused() throws {
        try store.set(.string("1"), forKey: "a")
        let before = try device.meta
        func refusal(_ value: PropertyListValue, _ key: String) -> StoreError.Code? {
            #expect(throws: StoreError.self) { try store.set(value, forKey: key) }?.code
        }
        #expect(refusal(.string("x"), "") == .emptyKey)
        #expect(refusal(.string("x"), String(repeating: "k", count: 129)) == .keyTooLong)
        #expect(refusal(.string("x"), String(repeating: "😀", count: 65)) == .keyTooLong)
        #expect(refusal(.data([UInt8](repeating: 0, count: 1_048_577)), "a") == .valueTooLarge)
        #expect(refusal(Self.nested(65), "a") == .nestedTooDeep)
        #expect(try store.dictionaryRepresentation() == ["a": .string("1")])
        #expect(try device.meta == before)
    }

    @Test func largestKeysAndValuesAreAccepted() throws {
        try store.set(.string("x"), forKey: String(repeating: "語", count: 128))
        try store.set(.data([UInt8](repeating: 1, count: 1_048_576)), forKey: "large")
        try store.set(Self.nested(64), forKey: "deep")
        #expect(try store.object(forKey: "deep") == Self.nested(64))
        #expect(try store.dictionaryRepresentation().count == 3)
    }

    @Test func repeatedPolicyDeclarationChangesNothing() throws {
        try store.setMergePolicy(.fields(sets: ["tags"]), forPrefix: "b.")
        let before = try device.meta
        try store.setMergePolicy(.fields(sets: ["tags"]), forPrefix: "b.")
        try device.openStore().setMergePolicy(.fields(sets: ["tags"]), forPrefix: "b.")
        #expect(try device.meta == before)
        #expect(before.policies.policy(forKey: "b.1") == .fields(sets: ["tags"]))
        #expect(before.policies.policy(forKey: "c") == .latest)
        try store.setMergePolicy(.latest, forPrefix: "b.")
        #expect(try device.meta.policies.policy(forKey: "b.1") == .latest)
    }
}
