import BookmarkLibrary
import Bookmarks
import DeviceStore
import Documents
import KeyValueStore
import TestSupport
import Testing
import Verification

/// A document's conflict shows in the same places as a field's.
@Suite(.ownThread) struct UnsettledDocumentsTests {
    private let desk: Desk
    private let laptop: Desk
    private let id: String

    init() async throws {
        desk = try Desk()
        laptop = try desk.other()
        id = try desk.add("One", "https://example.com")
        try desk.add("Two", "https://two.example")
        for device in [desk, laptop] {
            try await device.sync()
            try device.controller.open(firstPage: 100)
        }
    }

    /// Syncs and exchanges on both devices until both have everything, and their lists show it.
    private func exchange() async throws {
        for _ in 0..<4 {
            for device in [desk, laptop] {
                try await device.sync()
                try await device.home.exchangeDocuments()
                try await device.sync()
            }
        }
    }

    private func write(_ text: String, _ device: Desk) throws {
        try device.controller.documents.keep([
            try device.home.item(note: Array(text.utf8), ofBookmark: id)
        ])
    }

    /// Both devices change the same line of a note.
    private func disagreeOnTheNote() async throws {
        try write("a\nb\n", desk)
        try await exchange()
        try write("a\nmine\n", desk)
        try write("a\ntheirs\n", laptop)
        try await exchange()
    }

    /// Both devices save the page, as different versions.
    private func disagreeOnThePage() async throws {
        for (device, text) in [(desk, "first"), (desk, "mine"), (laptop, "theirs")] {
            let page = SavedPage(
                title: "Page", mediaType: "text/plain", url: "https://example.com",
                content: Array(text.utf8))
            try device.controller.documents.keep([device.home.item(page, ofBookmark: id)])
            if text == "first" { try await exchange() }
        }
        try await exchange()
    }

    private func marks(_ device: Desk) -> [[String]] {
        (0..<device.controller.list.count).map { device.controller.list[$0] }
            .filter { $0.id == id }.map(\.conflictFields)
    }

    private func found(_ device: Desk) throws -> [String] {
        try device.home.catalog.rows(
            matching: try Query("is:conflict"), sortedBy: .standard
        ).map(\.name)
    }

    private func isTableRight(_ device: Desk) throws -> Bool {
        try HomeVerification.report(device.home.location).findings.allSatisfy { !$0.isDamage }
    }

    private func text(_ device: Desk) throws -> String {
        let note = try #require(try device.home.note(ofBookmark: id))
        let content = try #require(try device.home.contents.content(note.head.content))
        return String(decoding: content, as: UTF8.self)
    }

    @Test func aNoteWithConflictMarksIsAConflictOfItsBookmark() async throws {
        try await disagreeOnTheNote()
        for device in [desk, laptop] {
            #expect(try text(device).contains("<<<<<<<"))
            #expect(marks(device) == [["note"]])
            #expect(try found(device) == ["One"])
            #expect(try device.home.catalog.tallies().conflicts == 1)
            #expect(try isTableRight(device))
            let conflict = try #require(
                try device.home.unsettledDocuments(ofBookmarks: [id]).first?.conflict)
            #expect(conflict.isMerged && conflict.others.map(\.number) == [2, 3])
            #expect(Set(conflict.devices) == ["desk", "laptop"])
        }
        // An edit of the bookmark does not settle the conflict.
        try desk.edit(id) { $0.name = "Uno" }
        #expect(marks(desk) == [["note"]])
        #expect(try isTableRight(desk))
        try write("a\nboth\n", desk)
        #expect(marks(desk) == [[]])
        try await exchange()
        #expect(marks(laptop) == [[]])
        #expect(try found(laptop) == [])
        #expect(try isTableRight(laptop))
    }

    /// An edit that keeps the conflict marks does not settle the conflict.
    @Test func noteStaysInConflictWhileItHasItsMarks() async throws {
        try await disagreeOnTheNote()
        let merged = try text(desk)
        try write(merged + "one more line\n", desk)
        #expect(marks(desk) == [["note"]])
        let note = try #require(try desk.home.note(ofBookmark: id))
        #expect(note.conflict?.others.map(\.number) == [2, 3])
        try write("A\n" + merged.dropFirst(2), laptop)
        try await exchange()
        #expect(try text(laptop) == "A\n" + merged.dropFirst(2) + "one more line\n")
        for device in [desk, laptop] {
            #expect(marks(device) == [["note"]])
            let note = try #require(try device.home.note(ofBookmark: id))
            #expect(note.conflict?.others.map(\.number) == [2, 3])
        }
        // Each save in an editor is a version, but the sides of the conflict stay.
        for number in 0..<25 { try write(merged + "\(number)\n", desk) }
        let edited = try #require(try desk.home.note(ofBookmark: id))
        #expect(edited.conflict?.others.count == 2)
        try await exchange()
        try write("a\nboth\n", laptop)
        try await exchange()
        for device in [desk, laptop] { #expect(marks(device) == [[]]) }
        // Conflict marks alone, in a text by a person, are not a conflict.
        try write(merged, laptop)
        #expect(marks(laptop) == [[]])
    }

    /// A settled conflict stays settled when another device edits the note with its marks.
    @Test func settledNoteStaysSettledAfterAnEditElsewhere() async throws {
        try await disagreeOnTheNote()
        let merged = try text(desk)
        let conflicts = try desk.home.unsettledDocuments(ofBookmarks: [id])
            .compactMap(\.conflict)
        try desk.controller.settle(ids: [id], documents: conflicts)
        try write(merged + "one more line\n", laptop)
        #expect(marks(laptop) == [["note"]])
        try await exchange()
        for device in [desk, laptop] {
            #expect(try text(device) == merged + "one more line\n")
            #expect(marks(device) == [[]])
        }
    }

    /// Restoring the version that already shows settles the conflict.
    @Test func restoringTheCurrentVersionSettlesTheConflict() async throws {
        try await disagreeOnTheNote()
        let merged = try text(desk)
        let note = try #require(try desk.home.note(ofBookmark: id))
        #expect(try desk.controller.documents.restore(note.head, of: note))
        #expect(marks(desk) == [[]])
        #expect(try text(desk) == merged)
        let settled = try #require(try desk.home.note(ofBookmark: id))
        #expect(try !desk.controller.documents.restore(settled.head, of: settled))
        #expect(try desk.controller.undo()?.isWhole == true)
        #expect(marks(desk) == [["note"]])
    }

    @Test func twoVersionsOfAPageAreAConflict() async throws {
        try await disagreeOnThePage()
        for device in [desk, laptop] {
            #expect(marks(device) == [["page"]])
            #expect(try found(device) == ["One"])
            #expect(try isTableRight(device))
        }
        try laptop.controller.delete(ids: [id])
        #expect(try found(laptop) == [])
        _ = try laptop.controller.undo()
        #expect(marks(laptop) == [["page"]])
        #expect(try isTableRight(laptop))
    }

    @Test func noteMergedWithoutMarksIsNotAConflict() async throws {
        try write("a\nb\nc\n", desk)
        try await exchange()
        try write("A\nb\nc\n", desk)
        try write("a\nb\nC\n", laptop)
        try await desk.sync()
        try await laptop.sync()
        // The content has not arrived, and so the merge has not been done.
        let note = try #require(try laptop.home.note(ofBookmark: id))
        #expect(!note.rivals.isEmpty && !note.isUnsettled)
        #expect(marks(laptop) == [[]])
        try await exchange()
        #expect(try text(laptop) == "A\nb\nC\n")
        #expect(marks(laptop) == [[]])
    }

    @Test func settlingANoteKeepsItsTextAndCanBeUndone() async throws {
        try await disagreeOnTheNote()
        let merged = try text(desk)
        let conflicts = try desk.home.unsettledDocuments(ofBookmarks: [id])
            .compactMap(\.conflict)
        let settled = try desk.controller.settle(ids: [id], documents: conflicts)
        #expect(settled == [id])
        #expect(marks(desk) == [[]])
        #expect(try text(desk) == merged)
        #expect(try isTableRight(desk))
        #expect(try desk.controller.settle(ids: [id], documents: conflicts) == [id])
        try await exchange()
        #expect(marks(laptop) == [[]])
        #expect(try text(laptop) == merged)
        #expect(try desk.controller.undo()?.isWhole == true)
        #expect(marks(desk) == [["note"]])
        try await exchange()
        #expect(marks(laptop) == [["note"]])
        #expect(try isTableRight(laptop))
    }

    @Test func settlingAPageKeepsTheOtherVersionAsAFormerOne() async throws {
        try await disagreeOnThePage()
        try desk.edit(id) { $0.name = "Uno" }
        let before = try #require(try desk.home.savedPage(ofBookmark: id))
        let conflicts = [try #require(before.conflict)]
        #expect(conflicts[0].others.map(\.version) == before.rivals)
        try desk.controller.settle(ids: [id], documents: conflicts)
        #expect(marks(desk) == [[]])
        try await exchange()
        for device in [desk, laptop] {
            let page = try #require(try device.home.savedPage(ofBookmark: id))
            #expect(page.head == before.head && page.rivals == [])
            #expect(page.versions.count == 3)
            #expect(marks(device) == [[]])
        }
        _ = try desk.controller.undo()
        #expect(marks(desk) == [["page"]])
        #expect(try desk.home.savedPage(ofBookmark: id)?.rivals == before.rivals)
    }

    /// A conflict in a field and one in a document of the same bookmark, settled in one step.
    @Test func aFieldAndADocumentAreSettledTogether() async throws {
        try await disagreeOnThePage()
        try desk.edit(id) { $0.name = "Mine" }
        try laptop.edit(id) { $0.name = "Theirs" }
        try await exchange()
        #expect(marks(desk) == [["name", "page"]])
        let conflicts = try desk.home.unsettledDocuments(ofBookmarks: [id])
            .compactMap(\.conflict)
        try desk.controller.settle(ids: [id], documents: conflicts)
        #expect(marks(desk) == [[]])
        _ = try desk.controller.undo()
        #expect(marks(desk) == [["name", "page"]])
        #expect(try isTableRight(desk))
    }
}
