import KeyValueStore
import ReplicaFile
import Replication
import SQLite
import Synchronization
import Testing

/// The records that a change carries to its observers.
struct CarriedRecordsTests {
    let device: Device
    let store: UbiquitousKeyValueStore
    let sibling: UbiquitousKeyValueStore

    init() throws {
        device = try Device()
        store = try device.openStore()
        sibling = try device.openStore()
    }

    /// The first change that an observer receives when the store looks for changes.
    private func change(withRecords: Bool = true) throws -> ExternalChange {
        let told = Mutex<[ExternalChange]>([])
        let observation = store.observeExternalChanges(withRecords: withRecords) { change in
            told.withLock { $0.append(change) }
        }
        defer { observation.cancel() }
        store.synchronize()
        return try #require(told.withLock { $0.first })
    }

    @Test func aSmallChangeCarriesItsRecords() throws {
        try sibling.set([("a", .string("1")), ("b", .string("2")), ("c", .string("3"))])
        try sibling.removeObject(forKey: "b")
        let change = try change()
        #expect(change.changedKeys == ["a", "b", "c"])
        let records = try #require(change.records)
        #expect(records.map { $0?.value } == [.string("1"), nil, .string("3")])
        #expect(records[1]?.latestValue == .string("2"))
        let part = change.part(1..<3)
        #expect(part.changedKeys == ["b", "c"] && part.reason == change.reason)
        #expect(part.records == Array(records[1...]))
        #expect(try store.records(of: part) == Array(records[1...]))
    }

    @Test func carriedRecordsAreNotReadAgain() throws {
        try sibling.set(.string("1"), forKey: "a")
        let change = try change()
        // Deletes all entries without telling anybody.
        try device.replica.withDatabase { try $0.execute("DELETE FROM entries") }
        #expect(try store.records(of: change).map { $0?.value } == [.string("1")])
    }

    @Test func carriedRecordsAreReadAgainAfterALaterChange() throws {
        try sibling.set(.string("1"), forKey: "a")
        let change = try change()
        try store.set(.string("mine"), forKey: "a")
        #expect(try store.records(of: change).map { $0?.value } == [.string("mine")])
    }

    @Test func changeForKeyObserversCarriesNoRecords() throws {
        try sibling.set(.string("1"), forKey: "a")
        let change = try change(withRecords: false)
        #expect(change.records == nil)
        #expect(try store.records(of: change).map { $0?.value } == [.string("1")])
    }

    @Test func aLargeChangeIsReadInParts() throws {
        let count = ExternalChange.mostRecords + 1
        try sibling.set((0..<count).map { ("\(1000 + $0)", .integer(Int64($0))) })
        let change = try change()
        #expect(change.keys.count == count && change.records == nil)
        let last = change.part(count - 2..<count)
        let values = try store.records(of: last).map { $0?.value }
        #expect(values == [.integer(Int64(count - 2)), .integer(Int64(count - 1))])
    }

    /// Two accounts may have the same revision by chance.
    @Test func recordsOfAnotherAccountAreReadAgain() throws {
        try sibling.set(.string("1"), forKey: "a")
        let change = try change()
        let other = try Device("other")
        try other.openStore().set(.string("2"), forKey: "a")
        _ = try store.changeAccount(to: other.replica, signal: other.bell.signal)
        #expect(try store.revision() == sibling.revision())
        #expect(try store.records(of: change).map { $0?.value } == [.string("2")])
    }
}
