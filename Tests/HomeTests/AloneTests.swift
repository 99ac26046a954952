import BookmarkLibrary
import DeviceStore
import KeyValueStore
import Testing

/// Whether a device has anybody to sync with, which the title of the list tells.
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
