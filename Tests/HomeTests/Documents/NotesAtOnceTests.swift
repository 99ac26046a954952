import BookmarkLibrary
import Bookmarks
import Documents
import Testing

/// Notes that two processes of one device write at the same time.
struct NotesAtOnceTests {
    private let desk: Desk
    private let terminal: Desk
    private let bookmark: String

    init() throws {
        desk = try Desk()
        terminal = try desk.other("desk")
        bookmark = try desk.add("Alpha", "https://alpha.example/")
    }

    private func write(_ text: String, on desk: Desk) throws {
        try desk.controller.documents.keep([
            desk.home.item(note: Array(text.utf8), ofBookmark: bookmark)
        ])
    }

    /// Writes a note at one terminal, between the other's reading and writing.
    private func write(_ text: String, between other: String) throws {
        var isWritten = false
        desk.controller.onPart = { [self] _ in
            if isWritten { return }
            isWritten = true
            try write(other, on: terminal)
        }
        try write(text, on: desk)
        #expect(isWritten)
    }

    private func merged() async throws -> [Substring] {
        #expect(try await desk.home.mergeNotes() == .merged)
        let note = try #require(try desk.home.note(ofBookmark: bookmark))
        #expect(note.rivals.isEmpty)
        let content = try #require(try await desk.home.content(of: note.head))
        return String(decoding: content, as: UTF8.self).split(separator: "\n")
    }

    @Test func twoFirstNotesAreMerged() async throws {
        try write("of the desk\n", between: "of the terminal\n")
        let lines = try await merged()
        #expect(lines.contains("of the desk") && lines.contains("of the terminal"))
    }

    @Test func twoChangesOfANoteAreMerged() async throws {
        try write("one\ntwo\nthree\n", on: desk)
        try write("one\ntwo\nthree, by the desk\n", between: "one, by the terminal\ntwo\nthree\n")
        #expect(try await merged() == ["one, by the terminal", "two", "three, by the desk"])
    }

    @Test func sameTextIsNotAConflict() throws {
        try write("the same\n", between: "the same\n")
        #expect(try #require(try desk.home.note(ofBookmark: bookmark)).rivals.isEmpty)
    }
}
