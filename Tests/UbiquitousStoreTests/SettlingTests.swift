import DeviceStore
import Foundation
import ScratchFolder
import TestSupport
import Testing

@testable import UbiquitousStore

/// The values that Apple's class discards when two devices set a key at once.
struct SettlingTests {
    let device = TestDevice()

    @Test func losingValueCanBeTaken() async throws {
        let laptop = NSUbiquitousKeyValueStore(device.configuration("laptop"))
        let phone = NSUbiquitousKeyValueStore(device.configuration("phone"))
        try await laptop.sync()
        try await phone.sync()
        for store in [laptop, phone] { try store.opened().setOffline(true) }
        laptop.set(["dark", 0.4] as [Any], forKey: "theme")
        waitForLaterStamp()
        phone.set("light", forKey: "theme")
        for store in [laptop, phone] { try store.opened().setOffline(false) }
        for store in [laptop, phone, laptop] { try await store.sync() }
        #expect(laptop.string(forKey: "theme") == "light")
        #expect(try laptop.keysInConflict == ["theme"])
        let lost = try #require(try laptop.lostValues(forKey: "theme").first)
        #expect(lost.value as? [AnyHashable] == ["dark", 0.4])
        #expect(lost.device == "laptop" && lost.field == nil)
        #expect(abs(lost.date.timeIntervalSinceNow) < 3600)
        #expect(try laptop.settle("theme", taking: lost))
        #expect(laptop.array(forKey: "theme")?.first as? String == "dark")
        #expect(try laptop.keysInConflict == [] && !laptop.settle("theme"))
    }

    /// Commands read and write the bookmarks, so no store may have the same name.
    @Test func identifierOfTheBookmarksIsReserved() {
        let reports = Heard()
        let store = NSUbiquitousKeyValueStore(
            device.configuration(identifier: "cloudy.bookmarks", reports: reports))
        store.set("x", forKey: "bookmarks")
        #expect(store.dictionaryRepresentation.isEmpty && !store.synchronize())
        #expect(reports.lines.count == 1 && reports.lines[0].contains("holds the bookmarks"))
        #expect(device.folder.names == [], "a refused store must not create files")
    }
}
