import BookmarkLibrary
import Bookmarks
import CursesTerminal
import Documents

/// The editor of a list, which gets the list's terminal while the person edits.
struct ListEditor {
    /// The text being edited, until it is applied.
    var textInHand: TextInHand?
    private let home: Home
    private let mirror: HomeMirror
    private let terminal: CursesTerminal

    init(_ home: Home, _ mirror: HomeMirror, _ terminal: CursesTerminal) {
        self.home = home
        self.mirror = mirror
        self.terminal = terminal
    }

    /// Lets the person edit the current text; drops it if the editor fails.
    mutating func editText() throws -> TextInHand? {
        guard let text = textInHand else { return nil }
        do { try run(on: text.file) } catch {
            textInHand = nil
            throw errorNamingFile(error, text.file)
        }
        return text
    }

    /// Lets the person edit the notes of a form. Returns `nil` if they are unchanged.
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
            throw errorNamingFile(error, file)
        }
    }

    /// Lets the person write the note of a bookmark. Each save of the file makes a version.
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
            throw errorNamingFile(error, file)
        }
    }

    private func run(on file: EditorFile) throws {
        let editor = Editor(environment: environment())
        try terminal.whileSuspended {
            try waitFor { [path = file.path] in try await editor.edit(path) }
        }
    }

    /// Returns an error of editing a file with the path of the text; the file stays only if
    /// something was typed.
    private func errorNamingFile(_ error: any Error, _ file: EditorFile) -> any Error {
        if !file.hasWhatWasTyped {
            file.remove()
            return error
        }
        return EditingError(text: "\(message(for: error)) \(file.whereabouts)")
    }
}

/// The reason why an edited text was not applied, and its path.
private struct EditingError: Error, CustomStringConvertible {
    var text: String

    var description: String { text }
}

/// The reason why edited notes were not applied to the form.
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
