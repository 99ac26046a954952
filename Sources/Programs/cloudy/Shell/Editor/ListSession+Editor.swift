import BookmarkLibrary
import Bookmarks
import BookmarksUI
import CursesTerminal
import Documents

extension ListSession {
    /// Edits in the editor, and tells the screen the result.
    func edit(_ effect: Effect) throws {
        switch effect {
        case .editText(let ids): writeText(ids)
        case .editTextAgain: try editText()
        case .giveTextUp:
            guard let file = textInHand?.file else { return }
            textInHand = nil
            send(.message(.warning, "Nothing was changed. \(file.whereabouts)"))
        case .editNotes(let notes): try editNotes(notes)
        case .writeNote(let bookmark): try writeNote(bookmark)
        default: break
        }
    }

    /// Writes bookmarks as a text, which is edited then.
    private func writeText(_ ids: [String]) {
        work("writing out", ids.count) { [home] controller in
            EditReport(controller) {
                EditReport(text: .written(try TextInHand(ids, controller, home)))
            }
        }
    }

    /// Lets the person edit the text in hand, and takes it in if it can be understood.
    private func editText() throws {
        guard let textInHand else { return }
        do { try runEditor(on: textInHand.file) } catch {
            self.textInHand = nil
            throw kept(error, textInHand.file)
        }
        work("taking in", textInHand.count) { controller in textInHand.takeIn(controller) }
    }

    /// Does something with a text, and has another thread do it when the text is long.
    private func work(
        _ verb: String, _ count: Int,
        _ body: @escaping @Sendable (BookmarksController) -> EditReport
    ) {
        if editApart.isRunning { return state.refuseWhileOngoing() }
        make(count >= Effect.many ? OngoingEdit(verb, total: count) : nil, body)
    }

    /// Goes on with a text after something was done with it.
    func follow(_ text: TextEnd) {
        do {
            switch text {
            case .written(let written) where editApart.endsList: written.file.remove()
            case .written(let written):
                textInHand = written
                try editText()
            case .refused(let error): send(.textRefused(error.description))
            case .closed: textInHand = nil
            }
        } catch {
            send(.outcome(ActionOutcome(error)))
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

    /// Lets the person write the note of a bookmark. Each time the file is saved is a version.
    private func writeNote(_ bookmark: String) throws {
        let start = try NoteStart(home, bookmark) { note in
            guard let content = try waitFor({ [home] in try await home.content(of: note.head) })
            else { throw home.absence(of: note) }
            return content
        }
        let title = try title(bookmark)
        let file = try EditorFile(start.text, in: home)
        let keeper = NoteKeeper(home, mirror, start, file, session: controller.session)
        let editor = Editor(environment: environment())
        do {
            let end = try terminal.whileSuspended {
                try waitFor { try await keeper.edit(with: editor) }
            }
            file.remove()
            guard end.count > 0 else {
                return send(.outcome(.nothingToChange("Nothing was changed")))
            }
            try controller.takeIn(own: [bookmark])
            let what = "Wrote the note of “\(title)”"
            finish(
                EditReport(outcome: .changed(what: what, ids: [bookmark]), step: end.step))
            if try controller.bookmark(id: bookmark) == nil {
                send(.message(.warning, "“\(title)” is in the trash, and its note with it"))
            } else if end.isBack {
                send(.message(.warning, "The note was deleted meanwhile; it is back"))
            }
            let found = try home.unsettledDocuments(ofBookmarks: [bookmark])
            if let conflict = found.first(where: { $0.kind == .note })?.conflict {
                send(.message(.warning, conflict.notice(Self.now())))
            }
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
