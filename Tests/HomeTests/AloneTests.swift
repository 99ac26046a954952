import BookmarkLibrary
import DeviceStore
import KeyValueStore
import Testing

/// Whether a device has other devices to sync with, as the title of the list shows.
struct AloneTests {
    @Test func deviceIsAloneUntilASecondDeviceExists() throws {
        let desk = try Desk()
        #expect(try desk.home.device.syncState().isAlone)
        let again = try desk.other("desk")
        #expect(
            try again.home.device.syncState().isAlone,
            "a second process must not count as a second device")
        _ = try desk.other("laptop")
        #expect(try !desk.home.device.syncState().isAlone)
    }
}
