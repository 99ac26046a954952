import BookmarkLibrary
import Bookmarks
import DeviceStore
import Glibc
import KeyValueStore
import ScratchFolder
import Testing

/// A device that lost its replica, but not its property list.
@Suite struct LostReplicaTests {
    let folder = ScratchFolder()

    /// A laptop with four bookmarks loses its replica, after the phone deleted one and renamed
    /// another. Its property list has an edit that was not imported yet.
    private func loss() async throws -> (phone: Desk, laptop: Desk, ids: [String]) {
        let laptop = try Desk("laptop", in: folder)
        var ids: [String] = []
        for number in 0..<4 {
            ids.append(try laptop.add("B \(number)", "https://example.com/\(number)"))
        }
        try await laptop.sync()
        let phone = try laptop.other("phone")
        try await phone.sync()
        try laptop.add("Unsent", "https://unsent.example")
        laptop.mirror.flushBeforeExit()
        try phone.controller.delete(ids: [ids[1]])
        try phone.edit(ids[2]) { $0.name = "Renamed" }
        try await phone.sync()
        for suffix in ["", "-wal", "-shm"] {
            unlink(laptop.home.location.accountFolder + "/replica.sqlite" + suffix)
        }
        return (phone, laptop, ids)
    }

    @Test func changesOfOtherDevicesSurviveALostReplica() async throws {
        let (phone, lost, ids) = try await loss()
        let home = try Home(lost.home.location)
        #expect(try home.findsForeignDefaults())
        try await home.device.syncOnce()
        let laptop = try Desk("laptop", in: folder)
        #expect(try !laptop.home.findsForeignDefaults())
        try await laptop.sync()
        try await phone.sync()
        for device in [phone, laptop] {
            #expect(try !device.controller.isLive(id: ids[1]))
            let renamed = try #require(try device.controller.bookmark(id: ids[2]))
            #expect(renamed.name == "Renamed")
            #expect(renamed.lostValues.map(\.text) == ["B 2"])
            let rows = try device.home.catalog.rows(matching: Query("unsent"), sortedBy: .standard)
            #expect(rows.map(\.name) == ["Unsent"])
            #expect(try device.home.catalog.count() == 4)
        }
    }
}
