import BookmarkLibrary
import Bookmarks
import CursesTerminal
import Documents

/// The editor of a list: it gets the terminal of the list while the person edits.
struct ListEditor {
    /// The text in the editor, while it could not be applied yet.
    var textInHand: TextInHand?
    private let home: Home
    private let mirror: HomeMirror
    private let terminal: CursesTerminal

    init(_ home: Home, _ mirror: HomeMirror, _ terminal: CursesTerminal) {
        self.home = home
        self.mirror = mirror
        self.terminal = terminal
    }

    /// Lets the person edit the text in hand, which is given up if the editor fails.
    mutating func editText() throws -> TextInHand? {
        guard let text = textInHand else { return nil }
        do { try run(on: text.file) } catch {
            textInHand = nil
            throw kept(error, text.file)
        }
        return text
    }

    /// Lets the person edit the notes of a form. Returns `nil` when they were left as they were.
    func edit(notes: String) throws -> String? {
        let file = try EditorFile(notes.isEmpty ? "" : notes + "\n", in: home)
        do {
            try run(on: file)
            if file.isGone { throw EditorError.leftNothing }
            if let length = file.excessiveLength { throw EditedNotesError.tooLong(length) }
            guard let edited = file.text else { throw EditedNotesError.unreadable }
            guard edited.utf8.count <= BookmarkDraft.maximumNotesBytes else {
                throw EditedNotesError.tooLong(edited.utf8.count)
            }
            let isUntouched = file.isUntouched
            file.remove()
            return isUntouched ? nil : edited
        } catch {
            throw kept(error, file)
        }
    }

    /// Lets the person write the note of a bookmark. Each time the file is saved is a version.
    func writeNote(of bookmark: String, for session: EditSession) throws -> NoteKeeper.End {
        let start = try NoteStart(home, bookmark) { note in
            guard let content = try waitFor({ [home] in try await home.content(of: note.head) })
            else { throw home.absence(of: note) }
            return content
        }
        let file = try EditorFile(start.text, in: home)
        let keeper = NoteKeeper(home, mirror, start, file, session: session)
        let editor = Editor(environment: environment())
        do {
            let end = try terminal.whileSuspended {
                try waitFor { try await keeper.edit(with: editor) }
            }
            file.remove()
            return end
        } catch {
            throw kept(error, file)
        }
    }

    private func run(on file: EditorFile) throws {
        let editor = Editor(environment: environment())
        try terminal.whileSuspended {
            try waitFor { [path = file.path] in try await editor.edit(path) }
        }
    }

    /// An error of editing a file, with where what was typed is; it stays only if something was.
    private func kept(_ error: any Error, _ file: EditorFile) -> any Error {
        if !file.hasWhatWasTyped {
            file.remove()
            return error
        }
        return EditingError(text: "\(message(for: error)) \(file.whereabouts)")
    }
}

/// Why what was edited was not taken in, and where it is.
private struct EditingError: Error, CustomStringConvertible {
    var text: String

    var description: String { text }
}

/// Why edited notes cannot be taken into the form.
private enum EditedNotesError: Error, CustomStringConvertible {
    case unreadable
    case tooLong(Int)

    var description: String {
        switch self {
        case .unreadable: "The edited notes are unreadable or not UTF-8."
        case .tooLong(let count):
            "The edited notes have \(grouped(count)) bytes; the limit is "
                + "\(grouped(BookmarkDraft.maximumNotesBytes)). Nothing was changed."
        }
    }
}
