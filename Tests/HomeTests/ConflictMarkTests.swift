import BookmarkLibrary
import Bookmarks
import DeviceStore
import KeyValueStore
import Replication
import SQLite
import ScratchFolder
import Testing
import Verification

/// The rows of a list that have a conflict, and the messages when a value of this device lost.
struct ConflictMarkTests {
    let desk: Desk
    let laptop: Desk
    let id: String

    init() async throws { try await self.init { try $0.other() } }

    /// - Parameter other: makes the other device.
    private init(_ other: (Desk) throws -> Desk) async throws {
        desk = try Desk()
        laptop = try other(desk)
        id = try desk.add("One", "https://example.com")
        for device in [desk, laptop] {
            try await device.sync()
            try device.controller.open(firstPage: 100)
        }
    }

    private func conflicts(_ desk: Desk) -> [[String]] {
        (0..<desk.controller.list.count).map { desk.controller.list[$0].conflictFields }
    }

    /// Edits on the desk and, with a later stamp, on the laptop, so that the laptop's value wins.
    /// The stamps of devices on one machine may differ by as much as a call to the cloud takes.
    private func disagree(_ change: (inout BookmarkDraft, String) -> Void) throws {
        try desk.edit(id) { change(&$0, "Mine") }
        let key = BookmarksController.keyPrefix + id
        let stamp = try #require(try desk.home.store.record(forKey: key)?.stamp)
        repeat {
            try laptop.edit(id) { change(&$0, "Not yet") }
            try laptop.edit(id) { change(&$0, "Theirs") }
        } while try laptop.home.store.record(forKey: key)?.stamp ?? stamp <= stamp
    }

    /// Whether the list's table matches the records.
    private func isTableRight(_ desk: Desk) throws -> Bool {
        let report = try HomeVerification.report(desk.home.location)
        return report.findings.allSatisfy { !$0.isDamage }
    }

    /// Several machines often have the same name.
    @Test func deviceWithTheSameNameCountsAsAnotherDevice() async throws {
        let both = try await Self { try $0.namesake() }
        try both.disagree { $0.name = $1 }
        try await both.desk.sync()
        #expect(try await both.laptop.sync().map(\.lostFields) == [[]])
        #expect(try await both.desk.sync().map(\.lostFields) == [["name"]])
    }

    @Test func conflictMarkStaysOnBothDevicesUntilAValueIsTaken() async throws {
        try disagree { $0.name = $1 }
        #expect(conflicts(desk) == [[]])
        try await desk.sync()
        let atTheWinner = try await laptop.sync()
        #expect(atTheWinner.map(\.kind) == [.reconciled])
        #expect(atTheWinner.allSatisfy { $0.lostFields == [] })
        #expect(atTheWinner.map(\.keptFields) == [["name"]])
        #expect(atTheWinner.map(\.device) == ["desk"])
        #expect(try laptop.receiveArrivals() == [], "a conflict must be announced only once")
        let atTheLoser = try await desk.sync()
        #expect(atTheLoser.map(\.kind) == [.edited])
        #expect(atTheLoser.map(\.lostFields) == [["name"]])
        #expect(atTheLoser.map(\.keptFields) == [[]])
        #expect(atTheLoser.map(\.device) == ["laptop"])
        for device in [desk, laptop] {
            #expect(conflicts(device) == [["name"]])
            #expect(device.listed == ["Theirs"])
            #expect(try isTableRight(device))
        }
        // The loss is announced only once, and later edits of other fields do not change the
        // conflict.
        try laptop.edit(id) { $0.notes = "more" }
        try await laptop.sync()
        #expect(try await desk.sync().map(\.lostFields) == [[]])
        #expect(conflicts(desk) == [["name"]])

        let other = try #require(try laptop.controller.bookmark(id: id)?.lostValues.first)
        try laptop.controller.choose(other, of: id)
        #expect(conflicts(laptop) == [[]])
        try await laptop.sync()
        #expect(try await desk.sync().map(\.lostFields) == [[]])
        for device in [desk, laptop] {
            #expect(conflicts(device) == [[]])
            #expect(device.listed == ["Mine"])
            #expect(try isTableRight(device))
        }
    }

    /// Another field that the other device changed must not hide the message.
    @Test func conflictIsAnnouncedEvenIfAnotherFieldChanged() async throws {
        try desk.edit(id) { $0.notes = "of the desk" }
        try disagree { $0.name = $1 }
        try await desk.sync()
        let atTheWinner = try await laptop.sync()
        #expect(try laptop.draft(id)?.notes == "of the desk")
        #expect(atTheWinner.map(\.keptFields).contains(["name"]), "\(atTheWinner)")
        #expect(atTheWinner.allSatisfy { $0.lostFields == [] })
    }

    @Test func settledConflictEndsOnAllDevicesAndUndoRestoresIt() async throws {
        try disagree { $0.name = $1 }
        for device in [desk, laptop, desk] { try await device.sync() }
        let sibling = try laptop.other("laptop")
        try sibling.controller.open(firstPage: 100)
        try desk.controller.settle(id: id)
        #expect(conflicts(desk) == [[]])
        try await desk.sync()
        // Although no value changed, both terminals of the laptop are notified.
        for device in [laptop, sibling] {
            let received = try await device.sync()
            #expect(received.map(\.kind) == [.reconciled])
            #expect(received.map(\.keptFields) == [[]])
            #expect(conflicts(device) == [[]])
            #expect(try device.receiveArrivals() == [])
        }
        _ = try desk.controller.undo()
        #expect(conflicts(desk) == [["name"]])
        #expect(try isTableRight(desk))
    }

    @Test func typingTheLosingValueSettlesTheConflict() async throws {
        try disagree { $0.name = $1 }
        for device in [desk, laptop, desk] { try await device.sync() }
        try desk.edit(id) { $0.name = "Mine" }
        #expect(conflicts(desk) == [[]])
        #expect(try isTableRight(desk))
        _ = try desk.controller.undo()
        #expect(conflicts(desk) == [["name"]])
        _ = try desk.controller.redo()
        try await desk.sync()
        try await laptop.sync()
        #expect(conflicts(laptop) == [[]])
        // Later edits do not bring the conflict back.
        try laptop.edit(id) { $0.name = "Ours" }
        #expect(conflicts(laptop) == [[]])
        #expect(try isTableRight(laptop))
    }

    /// Each of three values can be taken. The mark stays until the last one is taken or dropped.
    @Test func threeDevicesLeaveTwoLosingValues() async throws {
        let phone = try desk.other("phone")
        try await phone.sync()
        try phone.edit(id) { $0.name = "Third" }
        try disagree { $0.name = $1 }
        for _ in 0..<2 {
            for device in [desk, laptop, phone] { try await device.sync() }
        }
        func values() throws -> [String] {
            let bookmark = try #require(try desk.controller.bookmark(id: id))
            return [bookmark.name] + bookmark.lostValues.map(\.text)
        }
        let three = try values()
        #expect(Set(three) == ["Mine", "Theirs", "Third"])
        for count in [2, 1] {
            #expect(conflicts(desk) == [["name"]])
            let next = try #require(try desk.controller.bookmark(id: id)?.lostValues.first)
            try desk.controller.choose(next, of: id)
            #expect(try values() == three.suffix(count))
        }
        #expect(conflicts(desk) == [[]])
        for _ in 0..<2 { _ = try desk.controller.undo() }
        #expect(try values() == three)
    }

    @Test func allFieldsInConflictAreNamed() async throws {
        try disagree {
            $0.name = $1
            $0.notes = $1
        }
        for device in [desk, laptop] { try await device.sync() }
        #expect(try await desk.sync().map(\.lostFields) == [["name", "notes"]])
        #expect(conflicts(desk) == [["name", "notes"]])
    }

    /// A field that already lost a value can lose again.
    @Test func secondLossOfAFieldIsAnnouncedToo() async throws {
        try disagree { $0.name = $1 }
        for device in [desk, laptop, desk] { try await device.sync() }
        try disagree { $0.name = $1 + " again" }
        for device in [desk, laptop] { try await device.sync() }
        #expect(try await desk.sync().map(\.lostFields) == [["name"]])
    }

    /// The store's announcement and the check for conflicts may come in either order.
    @Test func lossIsAnnouncedEvenIfTheConflictCheckComesFirst() async throws {
        try disagree { $0.name = $1 }
        for device in [desk, laptop] { try await device.sync() }
        try await desk.home.device.syncOnce()
        let early = try desk.controller.receive(conflicts: desk.home.catalog.conflicts())
        #expect(early.changes.map(\.kind) == [.reconciled])
        #expect(try desk.receiveArrivals().map(\.lostFields) == [["name"]])
    }

    /// The check for conflicts may come before the store's announcement: a deletion must still be
    /// announced.
    @Test func deletionIsAnnouncedEvenIfTheConflictCheckComesFirst() async throws {
        try disagree { $0.name = $1 }
        for device in [desk, laptop, desk] { try await device.sync() }
        try laptop.controller.delete(ids: [id])
        try await laptop.sync()
        try await desk.home.device.syncOnce()
        #expect(try desk.controller.receive(conflicts: desk.home.catalog.conflicts()).changes == [])
        #expect(try desk.receiveArrivals().map(\.kind) == [.deleted])
        #expect(desk.listed.isEmpty)
    }

    /// The bookmark was deleted here and not edited, so the message says only that it is back. The
    /// mark shows the conflict.
    @Test func bookmarkThatComesBackIsNotAnnouncedAsALoss() async throws {
        try disagree { $0.name = $1 }
        try desk.controller.delete(ids: [id])
        for device in [desk, laptop] { try await device.sync() }
        let received = try await desk.sync()
        #expect(received.map(\.kind) == [.broughtBack])
        #expect(received.map(\.lostFields) == [[]])
        #expect(conflicts(desk) == [["name"]])
        #expect(try isTableRight(desk))
    }

    @Test func conflictFromBeforeOpeningIsNotAnnounced() async throws {
        try disagree { $0.name = $1 }
        for device in [desk, laptop, desk] { try await device.sync() }
        let later = try desk.other("desk")
        try later.controller.open(firstPage: 100)
        #expect(conflicts(later) == [["name"]])
        #expect(try later.receiveArrivals() == [])
        try laptop.edit(id) { $0.notes = "more" }
        try await laptop.sync()
        #expect(try await later.sync().map(\.lostFields) == [[]])
    }

    /// The table of an earlier version has no such column, and is rebuilt from the records.
    @Test func tableOfAnEarlierVersionIsRebuilt() async throws {
        try disagree { $0.name = $1 }
        for device in [desk, laptop, desk] { try await device.sync() }
        let path = desk.folder.path("home/devices/desk/replica.sqlite")
        try Database(path: path, access: .readWrite).execute(
            """
            DROP INDEX bookmarks_lost;
            ALTER TABLE bookmarks DROP COLUMN lost;
            UPDATE derived SET version = 2 WHERE name = 'bookmarks';
            """)
        let later = try desk.other("desk")
        try later.controller.open(firstPage: 100)
        #expect(conflicts(later) == [["name"]])
        #expect(try isTableRight(later))
    }

    @Test func verificationFindsAWrongConflictMark() async throws {
        let path = desk.folder.path("home/devices/desk/replica.sqlite")
        try Database(path: path, access: .readWrite)
            .execute("UPDATE bookmarks SET lost = 'name@1.0'")
        #expect(try !isTableRight(desk))
    }
}
