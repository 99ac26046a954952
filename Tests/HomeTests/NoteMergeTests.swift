import BookmarkLibrary
import Bookmarks
import DeviceStore
import Documents
import FileCoordination
import KeyValueStore
import Replication
import SeededRandom
import TestSupport
import Testing

/// Two devices edit notes, with edits and exchanges in any order.
@Suite(.ownThread)
struct NoteMergeTests {
    private static func text(_ desk: Desk, _ id: String) throws -> [String] {
        guard let note = try desk.home.note(ofBookmark: id),
            let content = try desk.home.contents.content(note.head.content)
        else { return [] }
        return String(decoding: content, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    private static func write(_ lines: [String], _ desk: Desk, _ id: String) throws {
        let text = lines.map { $0 + "\n" }.joined()
        try desk.controller.documents.keep([
            try desk.home.item(note: Array(text.utf8), ofBookmark: id)
        ])
    }

    /// Syncs and exchanges on each device until nothing is left to do.
    private static func settle(_ desks: [Desk]) async throws {
        for _ in 0..<4 {
            for desk in desks {
                try await desk.home.device.syncOnce()
                try await desk.home.exchangeDocuments()
                try await desk.home.device.syncOnce()
            }
        }
    }

    private static func record(_ desk: Desk, _ id: String) throws -> Record? {
        try desk.home.store.record(forKey: Document.keyPrefix + id)
    }

    @Test(arguments: 0..<12)
    func noteEditsOnTwoDevicesConvergeWithoutLosingLines(_ seed: UInt64) async throws {
        var random = SplitMix(seed: seed)
        let desk = try Desk()
        let desks = [desk, try desk.other()]
        let id = try desk.add("One", "https://example.com")
        try Self.write((0..<8).map { "first \($0)" }, desk, id)
        try await Self.settle(desks)
        var removed: Set<String> = []
        var written: [String] = []
        for number in 0..<28 {
            let place = Int.random(in: 0...1, using: &random)
            let writer = desks[place]
            switch Int.random(in: 0..<6, using: &random) {
            case 0: try await writer.home.device.syncOnce()
            case 1: try await writer.home.exchangeDocuments()
            default:
                var lines = try Self.text(writer, id)
                if lines.isEmpty { continue }
                let line = "\(writer.home.location.device) \(number)"
                let index = Int.random(in: 0..<lines.count, using: &random)
                if Bool.random(using: &random) {
                    removed.insert(lines[index])
                    lines[index] = line
                } else {
                    lines.insert(line, at: index)
                }
                written.append(line)
                try Self.write(lines, writer, id)
            }
        }
        try await Self.settle(desks)
        let texts = try desks.map { try Self.text($0, id) }
        #expect(texts[0] == texts[1])
        #expect(try Self.record(desks[0], id) == Self.record(desks[1], id))
        for line in written where !removed.contains(line) {
            #expect(texts[0].contains(line), "\(line)")
        }
        let note = try #require(try desk.home.note(ofBookmark: id))
        #expect(note.rivals.isEmpty)
    }

    /// Both devices have both versions, and neither sees the other's merge.
    @Test func simultaneousNoteMergesAreEqual() async throws {
        let desk = try Desk()
        let laptop = try desk.other()
        let id = try desk.add("One", "https://example.com")
        try Self.write(["a", "b", "c"], desk, id)
        try await Self.settle([desk, laptop])
        try Self.write(["A", "b", "c"], desk, id)
        try Self.write(["a", "b", "C"], laptop, id)
        for one in [desk, laptop, desk] {
            try await one.home.device.syncOnce()
            try await one.home.documentExchange?.exchange(fetching: { _ in true })
        }
        #expect(try await desk.home.mergeNotes() == .merged)
        #expect(try await laptop.home.mergeNotes() == .merged)
        let heads = try [desk, laptop].map { try $0.home.note(ofBookmark: id)?.head }
        #expect(heads[0] == heads[1])
        #expect(try Self.text(desk, id) == ["A", "b", "C"])
        try await Self.settle([desk, laptop])
        let note = try #require(try desk.home.note(ofBookmark: id))
        #expect(note.head == heads[0])
        #expect(note.versions.count == 4)
        #expect(try Self.record(desk, id)?.superseded == [])
    }

    /// The other notes are merged before the damage is reported.
    @Test(arguments: [0, 1])
    func damagedNoteDoesNotBlockMergingOthers(_ damaged: Int) async throws {
        let desk = try Desk()
        let ids = try ["One", "Two"].map { try desk.add($0, "https://\($0).example/") }.sorted()
        for id in ids {
            try Self.write(["a \(id)", "b", "c"], desk, id)
            let base = try #require(try desk.home.note(ofBookmark: id)).head.content
            try Self.write(["a \(id)", "b", "C"], desk, id)
            let item = try desk.home.item(
                note: Array("A \(id)\nb\nc\n".utf8), ofBookmark: id, base: .content(base))
            try desk.controller.documents.keep([item])
        }
        let note = try #require(try desk.home.note(ofBookmark: ids[damaged]))
        let name = note.head.content.description
        let chunks = desk.home.contents.chunks.path
        try writeAtomically(Array("junk".utf8), to: "\(chunks)/\(name.prefix(2))/\(name)")
        await #expect(throws: ChunkStoreError.self) { try await desk.home.mergeNotes() }
        #expect(try Self.text(desk, ids[1 - damaged]) == ["A \(ids[1 - damaged])", "b", "C"])
    }

    /// A save from an editor was made from the version with which the editor began.
    @Test func savedNoteMergesWithChangesMadeWhileTheEditorWasOpen() async throws {
        let desk = try Desk()
        let id = try desk.add("One", "https://example.com")
        try Self.write(["a", "b", "c"], desk, id)
        let base = try #require(try desk.home.note(ofBookmark: id)).head.content
        try Self.write(["a", "b", "C"], desk, id)
        let item = try desk.home.item(
            note: Array("A\nb\nc\n".utf8), ofBookmark: id, base: .content(base))
        try desk.controller.documents.keep([item])
        #expect(try desk.home.note(ofBookmark: id)?.isInConflict == true)
        #expect(try await desk.home.mergeNotes() == .merged)
        #expect(try Self.text(desk, id) == ["A", "b", "C"])
        #expect(try desk.home.note(ofBookmark: id)?.isInConflict == false)
        #expect(try await desk.home.mergeNotes() == .nothing)
    }

    /// Pages are never merged; a person chooses a version.
    @Test func restoringAPageVersionSettlesItsConflict() async throws {
        let desk = try Desk()
        let laptop = try desk.other()
        let id = try desk.add("One", "https://example.com")
        func save(_ text: String, _ desk: Desk) throws {
            let page = SavedPage(
                title: "Page", mediaType: "text/html", url: "https://example.com",
                content: Array(text.utf8))
            try desk.controller.documents.keep([try desk.home.item(page, ofBookmark: id)])
        }
        try save("first", desk)
        try await Self.settle([desk, laptop])
        try save("second", desk)
        try save("third", laptop)
        try await Self.settle([desk, laptop])
        let page = try #require(try desk.home.savedPage(ofBookmark: id))
        #expect(page.isInConflict && page.history.count == 3)
        let second = try desk.home.version(2, of: page)
        #expect(try desk.controller.documents.restore(second, of: page))
        try await Self.settle([desk, laptop])
        for one in [desk, laptop] {
            let page = try #require(try one.home.savedPage(ofBookmark: id))
            #expect(page.head.content == second.content && !page.isInConflict)
        }
    }
}
