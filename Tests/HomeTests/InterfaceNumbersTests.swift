import BookmarkDatabase
import BookmarkLibrary
import Bookmarks
import DeviceStore
import Glibc
import Testing

/// The numbers that the interfaces of other programs use for bookmarks.
struct InterfaceNumbersTests {
    /// A client that asks for what changed since its last call needs the time of the arrival.
    @Test func newBookmarkOfAnotherDeviceHasTheTimeOfItsArrival() async throws {
        let desk = try Desk()
        let replica = desk.home.device.replica
        let first = try desk.add("A", "https://a.example/")
        #expect(try InterfaceNumbers.numbers(.bookmark, of: [first], in: replica) == [1])
        try await desk.sync()
        let laptop = try desk.other()
        let id = try laptop.add("B", "https://b.example/")
        try await laptop.sync()
        let before = Double(time(nil)) - 1
        try await desk.sync()
        #expect(try InterfaceNumbers.arrivals(after: before, in: replica).contains(id))
        #expect(try InterfaceNumbers.numbers(.bookmark, of: [first, id], in: replica) == [1, 2])
    }

    /// Names that differ only in the spelling of an accent are equal keys of a dictionary.
    @Test func twoSpellingsOfANameGiveOneNumber() throws {
        let desk = try Desk()
        let replica = desk.home.device.replica
        for name in ["e\u{301}", "é"] {
            _ = try InterfaceNumbers.numbers(.tag, of: [name], in: replica)
        }
        let names = ["é"] + (0..<1200).map { "tag\($0)" }
        let numbers = try InterfaceNumbers.numbers(.tag, of: names, in: replica)
        #expect(numbers.count == names.count)
        #expect(numbers[0] == 1)
    }
}
