import KeyValueStore
import Replication
import Synchronization
import Testing

/// A store that switches to the values of another account.
struct AccountChangeTests {
    typealias Key = ExternalChange.Key
    /// The device's replica and cloud in each of two accounts.
    let (first, second): (Device, Device)
    let store: UbiquitousKeyValueStore

    init() throws {
        (first, second) = (try Device(), try Device())
        store = try first.openStore()
        // Here each account numbers its processes by itself, and no other process may get the
        // store's number.
        _ = try second.openStore()
    }

    private func goToSecond() throws -> ExternalChange {
        try store.changeAccount(to: second.replica, signal: second.bell.signal)
    }

    @Test func switchReportsKeysWhoseValuesDiffer() throws {
        let other = try second.openStore()
        try store.set([("same", .integer(1)), ("mine", .integer(2)), ("both", .integer(3))])
        try store.set([("gone", .integer(4))])
        try store.removeObject(forKey: "gone")
        try other.set([("same", .integer(1)), ("theirs", .integer(5)), ("both", .integer(6))])
        let told = Announcements(of: store)
        let change = try goToSecond()
        #expect(change.reason == .accountChange)
        #expect(change.keys == ["both", "mine", "theirs"].map { Key(name: $0, device: nil) })
        #expect(told.take().isEmpty, "observers must not hear of it before announce")
        store.announce(change)
        #expect(told.take() == [change])
        #expect(
            try store.dictionaryRepresentation()
                == ["same": .integer(1), "theirs": .integer(5), "both": .integer(6)])
        // Values that the other account already had are not announced later.
        store.synchronize()
        #expect(told.take().isEmpty)
    }

    @Test func switchBetweenEqualAccountsIsStillAChange() throws {
        #expect(try goToSecond() == ExternalChange(reason: .accountChange, keys: []))
    }

    @Test func switchReportsKeysThatAnotherProcessChangedUnseen() throws {
        try second.openStore().set(.integer(2), forKey: "a")
        try first.openStore().set(.integer(2), forKey: "a")
        #expect(try goToSecond().changedKeys == ["a"])
    }

    @Test func eachAccountKeepsItsOwnWrites() throws {
        try store.set(.string("of the first"), forKey: "a")
        _ = try goToSecond()
        try store.set(.string("of the second"), forKey: "b")
        #expect(try first.unsent == 1 && second.unsent == 1)
        #expect(try first.openStore().dictionaryRepresentation() == ["a": .string("of the first")])
        #expect(
            try second.openStore().dictionaryRepresentation() == ["b": .string("of the second")])
        let back = try store.changeAccount(to: first.replica, signal: first.bell.signal)
        #expect(back.changedKeys == ["a", "b"])
        #expect(try store.object(forKey: "a") == .string("of the first"))
    }

    @Test func writeSignalsOnlyProcessesOfTheSameAccount() async throws {
        _ = try goToSecond()
        let (before, others) = (first.bell.rings, second.bell.rings)
        try store.set(.integer(1), forKey: "a")
        #expect(first.bell.rings == before && second.bell.rings == others + 1)
    }

    @Test(.timeLimit(.minutes(10))) func storeListensToTheNewAccount() async throws {
        store.announce(try goToSecond())
        let listening = Task { [store] in await store.listen() }
        defer { listening.cancel() }
        let told = Announcements(of: store)
        let sibling = try second.openStore()
        try first.openStore().set(.integer(1), forKey: "of the first")
        try sibling.set(.integer(1), forKey: "a")
        let change = await told.arrivals.first { _ in true }
        #expect(change?.changedKeys == ["a"] && change?.reason == .serverChange)
    }

    /// A program declares its policies once, for all accounts.
    @Test func declaredPoliciesHoldInEachAccount() throws {
        try store.setMergePolicy(.fields(sets: ["tags"]), forPrefix: "b.")
        _ = try goToSecond()
        #expect(try second.meta.policies.byPrefix["b."] == .fields(sets: ["tags"]))
    }

    @Test func switchToAnUnreadableAccountFails() throws {
        try store.set(.integer(1), forKey: "a")
        #expect(throws: CloudError.self) {
            try store.changeAccount(to: Unreadable(), signal: second.bell.signal)
        }
        #expect(try store.object(forKey: "a") == .integer(1))
        try store.set(.integer(2), forKey: "a")
        #expect(try first.openStore().object(forKey: "a") == .integer(2))
    }

    /// A device must be able to leave a damaged account.
    @Test func unreadableAccountCanBeLeft() throws {
        try second.openStore().set(.integer(2), forKey: "a")
        let lost = FailingStorage(first.replica)
        let store = try UbiquitousKeyValueStore(
            storage: lost, signal: first.bell.signal, process: 77, now: { 1 })
        lost.isUnreadable.withLock { $0 = true }
        let change = try store.changeAccount(to: second.replica, signal: second.bell.signal)
        #expect(change.changedKeys == ["a"])
        #expect(try store.object(forKey: "a") == .integer(2))
    }

    private struct Unreadable: ReplicaStorage {
        func read<R: Sendable>(_ body: (any ReplicaReader) throws -> R) throws -> R {
            throw CloudError(.unusable, "damaged")
        }
        func write<R: Sendable>(
            _ durability: Durability, _ body: (any ReplicaWriter) throws -> R
        ) throws -> R { throw CloudError(.unusable, "damaged") }
    }
}
