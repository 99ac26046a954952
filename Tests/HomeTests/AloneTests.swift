import BookmarkLibrary
import DeviceStore
import KeyValueStore
import Testing

/// Whether a device has other devices to sync with, as the title of the list shows.
struct AloneTests {
    @Test func aDeviceIsAloneUntilAnotherOneIsThere() throws {
        let desk = try Desk()
        #expect(try desk.home.device.syncState().isAlone)
        let again = try desk.other("desk")
        #expect(try again.home.device.syncState().isAlone, "another process of it")
        _ = try desk.other("laptop")
        #expect(try !desk.home.device.syncState().isAlone)
    }
}
