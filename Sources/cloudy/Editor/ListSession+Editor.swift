import Bookmarks
import BookmarksUI
import CursesTerminal
import Home

/// Bookmarks that a person edits as a text, until it is taken in or given up.
struct TextInHand {
    let text: EditText
    let file: EditorFile
}

extension ListSession {
    /// Edits in the editor, and tells the screen what came of it.
    func edit(_ effect: Effect) throws {
        switch effect {
        case .editText(let ids):
            let text = EditText(try ids.compactMap(controller.bookmark(id:)))
            textInHand = TextInHand(
                text: text, file: try EditorFile(text.text, in: home, isOfBookmarks: true))
            try editText()
        case .editTextAgain: try editText()
        case .giveTextUp:
            guard let file = textInHand?.file else { return }
            textInHand = nil
            send(.message(.warning, "Nothing was changed. \(place(of: file))"))
        case .editNotes(let notes): try editNotes(notes)
        default: break
        }
    }

    /// Lets the person edit the text in hand, and takes it in if it can be understood.
    private func editText() throws {
        guard let (text, file) = textInHand.map({ ($0.text, $0.file) }) else { return }
        do {
            try runEditor(on: file)
            if file.isGone { throw EditorError.leftNothing }
            try take(try text.changes(in: file.edited()), from: file)
        } catch let error as EditTextError {
            return send(.textRefused(error.description))
        } catch {
            textInHand = nil
            throw kept(error, file)
        }
        textInHand = nil
    }

    private func take(_ changes: EditTextChanges, from file: EditorFile) throws {
        let outcome = try controller.perform(changes.edits, deleting: changes.deletions)
        if outcome.edited.isEmpty, outcome.deleted.isEmpty {
            send(.outcome(.nothingToChange("Nothing was changed")))
        } else {
            edited(.changed(what: controller.nextUndo ?? "Changed", ids: outcome.edited))
        }
        var warnings: [String] = []
        if !outcome.contested.isEmpty {
            let count = outcome.contested.count
            warnings.append(
                "Edited elsewhere meanwhile, too: \(bookmarks(count)). What you typed shows, and "
                    + "\(count == 1 ? "its details have" : "their details have") the other value")
        }
        if !outcome.kept.isEmpty {
            warnings.append(
                "Edited elsewhere meanwhile, and so not deleted: "
                    + "\(bookmarks(outcome.kept.count))")
        }
        if outcome.gone.isEmpty {
            file.remove()
        } else {
            warnings.append(
                "\(bookmarks(outcome.gone.count)) deleted elsewhere meanwhile stayed so. "
                    + place(of: file))
        }
        if !warnings.isEmpty {
            send(.message(.warning, warnings.joined(separator: ". ")))
        }
    }

    private func editNotes(_ notes: String) throws {
        let file = try EditorFile(notes.isEmpty ? "" : notes + "\n", in: home)
        do {
            // The editor may take long, and the form is nowhere else.
            keeper?.keepNow(state.unsavedForm)
            try runEditor(on: file)
            if file.isGone { throw EditorError.leftNothing }
            guard let edited = file.text else { throw EditedNotesError.unreadable }
            guard edited.utf8.count <= BookmarkDraft.maximumNotesBytes else {
                throw EditedNotesError.tooLong(edited.utf8.count)
            }
            if !file.isUntouched { send(.notesEdited(edited)) }
            file.remove()
        } catch {
            throw kept(error, file)
        }
    }

    private func runEditor(on file: EditorFile) throws {
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
        return EditingError(text: "\(message(for: error)) \(place(of: file))")
    }

    private func place(of file: EditorFile) -> String { "What you typed is in \(file.path)" }
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
        case .unreadable: "The edited notes cannot be read, or are not UTF-8."
        case .tooLong(let count):
            "The edited notes have \(count) bytes, and at most "
                + "\(BookmarkDraft.maximumNotesBytes) are kept. Nothing was taken in."
        }
    }
}
