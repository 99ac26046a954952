import BookmarkLibrary
import Bookmarks
import Documents
import Interchange
import TestSupport
import Testing

/// The notes in backups, and their restoring.
@Suite(.ownThread) struct BackupNotesTests {
    private let desk: Desk
    private let id: String

    init() throws {
        desk = try Desk()
        id = try desk.add("Alpha", "https://a.example/")
    }

    private func write(_ text: String, of id: String? = nil, on desk: Desk? = nil) throws {
        let desk = desk ?? self.desk
        try desk.controller.documents.keep([
            desk.home.item(note: Array(text.utf8), ofBookmark: id ?? self.id)
        ])
    }

    private func text(of id: String? = nil, on desk: Desk? = nil) throws -> String? {
        let home = (desk ?? self.desk).home
        return try home.note(ofBookmark: id ?? self.id)
            .flatMap { try home.contents.content($0.head.content) }
            .map { String(decoding: $0, as: UTF8.self) }
    }

    private func versions() throws -> Int? {
        try desk.home.note(ofBookmark: id)?.versions.count
    }

    private func backup() throws -> Backup { try desk.home.backup(desk.controller).backup }

    @discardableResult
    private func restore(
        _ backup: Backup, on desk: Desk? = nil, isTrial: Bool = false, isExact: Bool = false
    ) throws -> (bookmarks: BackupOutcome, notes: RestoredNotes) {
        let desk = desk ?? self.desk
        var notes = RestoredNotes(backup, in: desk.home, isTrial: isTrial)
        let bookmarks = try desk.controller.bringBack(
            backup.bookmarks, isExact: isExact, title: "Restored", isTrial: isTrial
        ) { try notes.items(of: $0) }
        return (bookmarks, notes)
    }

    @Test func noteComesBackOnANewDeviceWithItsDates() throws {
        let other = try desk.add("Beta", "https://b.example/")
        try desk.add("Without", "https://c.example/")
        try write("東京 👩‍👩‍👧\r\n")
        try write("")
        try write("of Beta", of: other)
        let before = try #require(try desk.home.note(ofBookmark: other))
        let (kept, damage) = try Backup.read(backup().written().bytes)
        #expect(damage.isEmpty && kept.notes.count == 2)
        let new = try Desk("new")
        let outcome = try restore(kept, on: new)
        #expect(outcome.bookmarks.restored == 3 && outcome.notes.restored == 2)
        #expect(try text(of: other, on: new) == "of Beta" && text(on: new) == "")
        let after = try #require(try new.home.note(ofBookmark: other))
        #expect(after.id == before.id && after.name == before.name)
        #expect(after.added == before.added)
        #expect(abs(after.head.made - before.head.made) < 0.001)
        let undone = try #require(try new.controller.undo())
        #expect(undone.title == "Restored" && undone.isWhole)
        #expect(try new.names.isEmpty && new.home.documents().isEmpty)
        _ = try new.controller.redo()
        #expect(try text(of: other, on: new) == "of Beta")
    }

    @Test func sameTextIsNotDoubled() throws {
        try write("typed")
        let kept = try backup()
        let outcome = try restore(kept)
        #expect(outcome.notes.same == 1 && outcome.notes.reset == 0)
        #expect(try versions() == 1)
        // Deleting a bookmark leaves its note as it is.
        try desk.controller.delete(ids: [id])
        let again = try restore(kept)
        #expect(again.bookmarks.restored == 1 && again.notes.same == 1)
        #expect(try versions() == 1 && text() == "typed")
    }

    /// The text that shows stays a version, so nothing that was typed is lost.
    @Test func otherTextBecomesAVersion() throws {
        try write("former")
        let kept = try backup()
        try write("present")
        let trial = try restore(kept, isTrial: true)
        #expect(trial.notes.reset == 1 && trial.bookmarks.same == 1)
        #expect(try text() == "present" && versions() == 2)
        let outcome = try restore(kept)
        #expect(outcome.notes.reset == 1)
        #expect(try text() == "former" && versions() == 3)
        #expect(try desk.home.note(ofBookmark: id)?.isInConflict == false)
        #expect(try desk.controller.undo()?.isWhole == true)
        #expect(try text() == "present")
    }

    @Test func deletedNoteComesBackWithItsVersions() throws {
        try write("first")
        try write("second")
        let kept = try backup()
        let note = try #require(try desk.home.note(ofBookmark: id))
        try desk.controller.documents.delete([note])
        #expect(try backup().notes.isEmpty)
        #expect(try restore(kept).notes.restored == 1)
        #expect(try text() == "second")
        #expect(try desk.home.note(ofBookmark: id)?.versions.count ?? 0 >= 2)
        _ = try desk.controller.undo()
        #expect(try desk.home.note(ofBookmark: id) == nil)
    }

    @Test func noteComesBackAfterItsBookmarkWasDeletedForever() async throws {
        try write("typed")
        let kept = try backup()
        try desk.controller.delete(ids: [id])
        try desk.controller.deleteForever(ids: [id])
        try await desk.sync()
        try await desk.home.exchangeDocuments()
        try restore(kept)
        #expect(try text() == "typed")
    }

    @Test func exactRestoreKeepsLaterNotes() throws {
        let kept = try backup()
        try write("later")
        let outcome = try restore(kept, isExact: true)
        #expect(outcome.bookmarks.deleted == 0)
        #expect(try text() == "later")
    }

    @Test func trialStoresNoText() throws {
        try write("typed")
        let kept = try backup()
        let new = try Desk("new")
        let outcome = try restore(kept, on: new, isTrial: true)
        #expect(outcome.notes.restored == 1)
        let content = new.home.contents.name(of: Array("typed".utf8))
        #expect(!new.home.contents.contains(content))
        #expect(try new.names.isEmpty)
    }

    /// With `documents = ask`, a device has not all texts.
    @Test func backupNamesTheNotesThatItLacks() throws {
        try write("typed")
        let other = try desk.add("Beta", "https://b.example/")
        try write("here", of: other)
        let third = try desk.add("Gamma", "https://c.example/")
        try write("damaged", of: third)
        let contents = desk.home.contents
        try contents.drop([contents.name(of: Array("typed".utf8))], keeping: [])
        try contents.chunks.drop([ChunkName(of: Array("damaged".utf8))])
        let (kept, lacking) = try desk.home.backup(desk.controller)
        #expect(lacking.elsewhere == [id] && lacking.unreadable == [third])
        #expect(kept.bookmarks.count == 3 && kept.notes.count == 3)
        let new = try Desk("new")
        let outcome = try restore(Backup.read(kept.written().bytes).backup, on: new)
        #expect(outcome.notes.restored == 1)
        #expect(outcome.notes.lacking == [id, third].sorted())
        // Here the note is known, although its text is elsewhere.
        #expect(try restore(kept).notes.lacking.isEmpty)
    }

    @Test func notesBeyondTheLimitAreNamed() throws {
        try write(String(repeating: "x", count: 100))
        let other = try desk.add("Beta", "https://b.example/")
        try write("short", of: other)
        let (kept, lacking) = try desk.home.backup(desk.controller, room: 50)
        #expect(lacking.excessive == [id] && lacking.ids == [id])
        #expect(kept.notes[other]?.text == Array("short".utf8))
        #expect(kept.notes[id]?.text == nil)
    }

    @Test func noteThatCannotBeKeptDoesNotStopTheOthers() throws {
        try write("typed")
        let other = try desk.add("Beta", "https://b.example/")
        let kept = try backup()
        let long = Backup.Note(
            text: [UInt8](repeating: 0x78, count: Document.longestNote + 1), added: 1, changed: 1)
        var more = kept
        more.notes[other] = long
        let new = try Desk("new")
        let outcome = try restore(more, on: new)
        #expect(outcome.notes.restored == 1)
        #expect(outcome.notes.refused.map(\.bookmark) == [other])
        #expect(outcome.notes.refused.first?.reason.contains("4 MiB") == true)
        #expect(try text(on: new) == "typed")
    }

    @Test func changedNoteNeedsANewDailyBackup() throws {
        let backups = desk.home.backups
        func make(_ day: String) throws -> String? {
            try backups.makeDaily(on: "2026-01-\(day)") { try backup() }
        }
        #expect(try make("10") != nil)
        #expect(try make("11") == nil)
        try write("typed")
        let path = try #require(try make("12"))
        #expect(try backups.read(path).backup.notes[id]?.text == Array("typed".utf8))
        #expect(try make("13") == nil)
        try write("other")
        #expect(try make("14") != nil)
    }
}
