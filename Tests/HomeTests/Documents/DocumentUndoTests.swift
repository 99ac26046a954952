import BookmarkLibrary
import Bookmarks
import DeviceStore
import Documents
import TestSupport
import Testing

/// Undo of saved documents that another device saved, too.
struct DocumentUndoTests {
    private let world: DocumentWorld
    private let desk: Desk
    private let laptop: Desk
    private let bookmark: String

    init() async throws {
        world = try DocumentWorld("desk", "laptop")
        (desk, laptop) = (world.desks[0], world.desks[1])
        bookmark = try desk.add("Alpha", "https://alpha.example/")
        try world.save(Array("first".utf8), of: bookmark, on: desk)
        try await world.exchangeAll()
    }

    private func text(_ desk: Desk) async throws -> String {
        let document = try #require(try desk.home.savedPage(ofBookmark: bookmark))
        let content = try #require(try await desk.home.content(of: document.head))
        return String(decoding: content, as: UTF8.self)
    }

    @Test func undoKeepsAPageThatAnotherDeviceSavedSince() async throws {
        try world.save(Array("second".utf8), of: bookmark, on: desk)
        try await world.exchangeAll()
        try world.save(Array("third".utf8), of: bookmark, on: laptop)
        try await world.exchangeAll()
        let before = try desk.home.savedPage(ofBookmark: bookmark)
        let reversal = try #require(try desk.controller.undo())
        #expect(!reversal.isAnything)
        let staying = try #require(reversal.staying.first)
        #expect(staying.kind == .page && staying.name == "Page")
        #expect(staying.fields.isEmpty && staying.id == bookmark)
        #expect(reversal.ids == [bookmark])
        #expect(try desk.home.savedPage(ofBookmark: bookmark) == before)
    }

    /// Both devices save at the same time. Undo on one leaves the other's version.
    @Test func versionFromAnotherDeviceDoesNotBlockUndo() async throws {
        try world.save(Array("of the laptop".utf8), of: bookmark, on: laptop)
        try world.save(Array("of the desk".utf8), of: bookmark, on: desk)
        try await world.exchangeAll()
        let later = try await text(desk) == "of the desk" ? desk : laptop
        #expect(try await text(desk) == text(laptop))
        let reversal = try #require(try later.controller.undo())
        #expect(reversal.isAnything && reversal.isWhole)
        #expect(try await text(later) == "first")
        let document = try #require(try later.home.savedPage(ofBookmark: bookmark))
        #expect(document.versions.count == 2)
    }

    /// Several documents at once are only called attached files if all of them are files.
    @Test func stepOfSeveralDocumentsNamesTheirKind() throws {
        let home = desk.home
        func step(_ items: [DocumentEditor.Item]) throws -> String? {
            try desk.controller.documents.keep(items)
            return desk.controller.nextUndo
        }
        let files = try (0..<2).map { number in
            try home.item(file: "\(number)", [1], ofBookmark: bookmark, after: number)
        }
        #expect(try step(files) == "Attached 2 files to “Alpha”")
        let note = try home.item(note: Array("typed".utf8), ofBookmark: bookmark)
        let file = try home.item(file: "3", [1], ofBookmark: bookmark, after: 1)
        #expect(try step([note, file]) == "Saved 2 documents of “Alpha”")
        let other = try desk.add("Beta", "https://beta.example/")
        let more = try [bookmark, other].map { try home.item(file: "4", [2], ofBookmark: $0) }
        #expect(try step(more) == "Saved 2 documents")
    }

    // MARK: Edits that met another edit

    private func write(_ text: String, on desk: Desk, from base: String? = nil) async throws {
        let content = try base.map { try desk.home.contents.keep(Array($0.utf8)) }
        let item = try desk.home.item(
            note: Array(text.utf8), ofBookmark: bookmark,
            base: base == nil ? .head : .content(content))
        try desk.controller.documents.keep([item])
        _ = try await desk.home.mergeNotes()
    }

    private func note(_ desk: Desk) async throws -> String {
        _ = try await desk.home.mergeNotes()
        let note = try #require(try desk.home.note(ofBookmark: bookmark))
        #expect(note.rivals == [] && Set(note.versions).count == note.versions.count)
        let content = try #require(try await desk.home.content(of: note.head))
        return String(decoding: content, as: UTF8.self)
    }

    /// Two terminals of one device change the same line, and a third edit follows.
    @Test func undoGoesBackThroughAConflictAndRedoReturns() async throws {
        try await write("a\n", on: desk)
        try await write("mine\n", on: desk, from: "a\n")
        try await write("theirs\n", on: desk, from: "a\n")
        let merged = try await note(desk)
        #expect(merged.contains("mine") && merged.contains("theirs"))
        #expect(merged.contains("<<<<<<< desk, 20") && merged.contains(" UTC\n"))
        let head = try desk.home.note(ofBookmark: bookmark)?.head
        try await write("both\n", on: desk)
        for text in [merged, "mine\n", "a\n"] {
            #expect(try desk.controller.undo()?.isWhole == true)
            #expect(try await note(desk) == text)
        }
        for text in ["mine\n", merged, "both\n"] {
            #expect(try desk.controller.redo()?.isWhole == true)
            #expect(try await note(desk) == text)
            if text == merged {
                #expect(try desk.home.note(ofBookmark: bookmark)?.head == head)
            }
        }
    }

    /// Both devices begin the note.
    @Test func undoRemovesTwoConflictingFirstNotes() async throws {
        try await write("mine\n", on: desk)
        let item = try desk.home.item(
            note: Array("theirs\n".utf8), ofBookmark: bookmark, base: .content(nil))
        try desk.controller.documents.keep([item])
        let both = try #require(try await note(desk) as String?)
        #expect(both.hasPrefix("<<<<<<< ") && both.contains("\nmine\n=======\ntheirs\n>>>>>>> "))
        #expect(try desk.controller.undo()?.isWhole == true)
        #expect(try await note(desk) == "mine\n")
        #expect(try desk.controller.undo()?.isWhole == true)
        #expect(try desk.home.note(ofBookmark: bookmark) == nil)
    }

    /// Each device undoes its own edit, and the other's stays.
    @Test func undoOfAMergedNoteKeepsTheOtherDevicesEdit() async throws {
        try await write("a\nb\nc\n", on: desk)
        try await world.exchangeAll()
        try await write("A\nb\nc\n", on: desk)
        try await write("a\nb\nC\n", on: laptop)
        try await world.exchangeAll()
        #expect(try await note(laptop) == "A\nb\nC\n")
        #expect(try desk.controller.undo()?.isWhole == true)
        #expect(try await note(desk) == "a\nb\nC\n")
        try await world.exchangeAll()
        #expect(try await note(laptop) == "a\nb\nC\n")
        #expect(try desk.controller.redo()?.isWhole == true)
        #expect(try await note(desk) == "A\nb\nC\n")
        try await world.exchangeAll()
        #expect(try await note(laptop) == "A\nb\nC\n")
        #expect(try laptop.controller.undo()?.isWhole == true)
        #expect(try await note(laptop) == "A\nb\nc\n")
    }

    // MARK: Versions that another device undid

    @Test func undoneVersionIsNotInConflict() async throws {
        try world.save(Array("of the desk".utf8), of: bookmark, on: desk)
        try await world.exchange(desk)
        try world.save(Array("of the laptop".utf8), of: bookmark, on: laptop)
        try await world.exchange(laptop)
        try await world.exchange(desk)
        #expect(try laptop.home.savedPage(ofBookmark: bookmark)?.rivals.count == 1)
        try world.save(Array("again".utf8), of: bookmark, on: laptop)
        #expect(try desk.controller.undo()?.isWhole == true)
        try await world.exchangeAll()
        for device in [desk, laptop] {
            #expect(try await text(device) == "again")
            let page = try #require(try device.home.savedPage(ofBookmark: bookmark))
            #expect(page.rivals == [] && !page.isUnsettled && page.versions.count == 3)
        }
    }

    @Test func undoSkipsAVersionThatAnotherDeviceUndid() async throws {
        try world.save(Array("second".utf8), of: bookmark, on: desk, title: "Second")
        try await world.exchangeAll()
        #expect(try desk.controller.undo()?.isWhole == true)
        waitForLaterStamp()
        try world.save(Array("third".utf8), of: bookmark, on: laptop, title: "Third")
        try await world.exchangeAll()
        for _ in 0..<2 {
            #expect(try await text(laptop) == "third")
            let page = try #require(try laptop.home.savedPage(ofBookmark: bookmark))
            #expect(page.rivals.map(\.length) == ["first".utf8.count] && page.isUnsettled)
            #expect(try laptop.controller.undo()?.isWhole == true)
            #expect(try await text(laptop) == "first")
            let former = try #require(try laptop.home.savedPage(ofBookmark: bookmark))
            #expect(former.rivals == [] && former.versions == [former.head])
            #expect(former.name == "Page")
            #expect(try laptop.controller.redo()?.isAnything == true)
        }
        try await world.exchangeAll()
        #expect(try await text(desk) == "third")
    }

    // MARK: Pages saved at the same time

    /// The losing page is removed, and the other device's page still shows.
    @Test func undoRemovesALosingPage() async throws {
        try world.save(Array("of the laptop".utf8), of: bookmark, on: laptop)
        try world.save(Array("of the desk".utf8), of: bookmark, on: desk)
        try await world.exchangeAll()
        let shown = try await text(desk)
        let earlier = shown == "of the desk" ? laptop : desk
        #expect(try earlier.controller.undo()?.isWhole == true)
        #expect(try await text(earlier) == shown)
        let page = try #require(try earlier.home.savedPage(ofBookmark: bookmark))
        #expect(page.rivals == [] && page.versions.count == 2)
        try await world.exchangeAll()
        #expect(try desk.home.savedPage(ofBookmark: bookmark)?.isUnsettled == false)
        #expect(try earlier.controller.redo()?.isWhole == true)
        #expect(try earlier.home.savedPage(ofBookmark: bookmark)?.isUnsettled == true)
    }
}
