import DeviceStore
import Foundation
import KeyValueStore
import Testing

@testable import UbiquitousStore

/// Two devices that share a cloud, each with a running engine.
@Suite(.timeLimit(.minutes(10)))
struct TwoDevicesTests {
    let device = TestDevice()
    let (laptop, phone): (NSUbiquitousKeyValueStore, NSUbiquitousKeyValueStore)
    let (laptopNotes, phoneNotes): (Notes, Notes)

    init() async throws {
        laptop = NSUbiquitousKeyValueStore(device.configuration("laptop"))
        phone = NSUbiquitousKeyValueStore(device.configuration("phone"))
        laptopNotes = Notes(of: laptop)
        phoneNotes = Notes(of: phone)
        try await laptop.sync()
        try await phone.sync()
    }

    @Test func eachDeviceShowsTheOthersChanges() async throws {
        laptop.set("name", forKey: "sort")
        #expect(await eventually { phoneNotes.all.count == 1 })
        #expect(phoneNotes.all == [.init(reason: 0, keys: ["sort"], values: ["name"])])
        phone.set("added", forKey: "sort")
        #expect(await eventually { laptopNotes.all.count == 1 })
        #expect(laptopNotes.all == [.init(reason: 0, keys: ["sort"], values: ["added"])])
        phone.removeObject(forKey: "sort")
        #expect(await eventually { laptopNotes.all.count == 2 })
        #expect(laptopNotes.all.last == .init(reason: 0, keys: ["sort"], values: ["-"]))
        #expect(phoneNotes.all.count == 1, "a store must not announce its own writes")
    }

    @Test func notificationsNameOnlyChangedKeysInOrder() async throws {
        laptop.set("1", forKey: "same")
        #expect(await eventually { phone.string(forKey: "same") == "1" })
        #expect(await eventually { phoneNotes.all.count == 1 })
        try phone.opened().setOffline(true)
        // A value changes and changes back, and a key is added and removed.
        laptop.set("2", forKey: "same")
        laptop.set("1", forKey: "same")
        laptop.set("x", forKey: "gone")
        laptop.removeObject(forKey: "gone")
        try laptop.write(["b": 2, "c": 3, "a": 1])
        try await laptop.sync()
        try phone.opened().setOffline(false)
        try await phone.sync()
        #expect(await eventually { phoneNotes.keys.isSuperset(of: ["a", "b", "c"]) })
        #expect(phoneNotes.keys == ["a", "b", "c", "same"])
        #expect(phoneNotes.all.count { $0.keys.contains("same") } == 1)
        for note in phoneNotes.all { #expect(note.keys == note.keys.sorted()) }
    }

    /// When a notification comes, its value can be read, however quickly more changes follow.
    @Test func valuesAreReadableWhenNotificationsArrive() async throws {
        for number in 1...60 { laptop.set(Int64(number), forKey: "counter") }
        #expect(await eventually { phoneNotes.all.last?.values == ["60"] })
        let seen = phoneNotes.all.compactMap { Int($0.values[0]) }
        #expect(seen.count == phoneNotes.all.count)
        #expect(seen == seen.sorted())
        #expect(phone.longLong(forKey: "counter") == 60)
    }

    @Test func programsOfOneDeviceNotifyEachOther() async throws {
        let sibling = NSUbiquitousKeyValueStore(device.configuration("laptop"))
        let siblingNotes = Notes(of: sibling)
        #expect(sibling.synchronize())
        laptop.set("name", forKey: "sort")
        #expect(sibling.string(forKey: "sort") == "name", "both must share the replica")
        #expect(await eventually { siblingNotes.all.count == 1 })
        #expect(siblingNotes.all == [.init(reason: 0, keys: ["sort"], values: ["name"])])
        sibling.set("url", forKey: "sort")
        #expect(await eventually { laptopNotes.all.count == 1 })
        #expect(await eventually { phone.string(forKey: "sort") == "url" })
        #expect(siblingNotes.all.count == 1)
    }

    /// Apple's class posts nothing for a program's own changes, whichever instance makes them.
    @Test func instancesOfOneProgramDoNotNotifyEachOther() async throws {
        let configuration = device.configuration("laptop")
        let first = NSUbiquitousKeyValueStore(configuration)
        let second = NSUbiquitousKeyValueStore(configuration)
        let other = NSUbiquitousKeyValueStore(device.configuration("laptop"))
        let notes = Notes(of: first)
        #expect(first.synchronize() && second.synchronize() && other.synchronize())
        second.set("x", forKey: "own")
        #expect(first.synchronize())
        #expect(first.string(forKey: "own") == "x")
        // Another program's write is announced, and in the right order.
        other.set("y", forKey: "others")
        #expect(first.synchronize())
        #expect(await eventually { notes.all.count >= 1 })
        #expect(notes.all == [.init(reason: 0, keys: ["others"], values: ["y"])])
    }

    @Test func syncStateCountsUnsentWrites() async throws {
        try laptop.opened().setOffline(true)
        laptop.set("x", forKey: "a")
        #expect(try laptop.syncState.phase == .offline && laptop.syncState.unsent == 1)
        await #expect(throws: SyncError.offline) { try await laptop.sync() }
        try laptop.opened().setOffline(false)
        for await state in try laptop.syncStates() where state.unsent == 0 { break }
        #expect(await eventually { phone.string(forKey: "a") == "x" })
    }
}
