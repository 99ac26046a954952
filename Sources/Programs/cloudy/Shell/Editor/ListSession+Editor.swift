import BookmarkLibrary
import Bookmarks
import BookmarksUI
import Documents

extension ListSession {
    /// Edits in the editor, and reports the result to the screen.
    func edit(_ effect: Effect) throws {
        switch effect {
        case .editText(let ids): writeText(ids)
        case .editTextAgain: try editText()
        case .giveTextUp:
            guard let file = editor.textInHand?.file else { return }
            editor.textInHand = nil
            send(.message(.warning, "Nothing was changed. \(file.whereabouts)"))
        case .editNotes(let notes):
            // The editor may take long, and the form is nowhere else.
            keeper?.keepNow(state.shell.unsavedForm)
            if let edited = try editor.edit(notes: notes) { send(.notesEdited(edited)) }
        case .writeNote(let bookmark): try writeNote(bookmark)
        default: break
        }
    }

    /// Writes bookmarks as text, which is then edited.
    private func writeText(_ ids: [String]) {
        work("writing out", ids.count) { [home] controller in
            EditReport(controller) {
                EditReport(text: .written(try TextInHand(ids, controller, home)))
            }
        }
    }

    /// Lets the person edit the current text, and applies it if it is valid.
    private func editText() throws {
        guard let text = try editor.editText() else { return }
        work("taking in", text.count) { text.apply(to: $0) }
    }

    /// Works on a text, on another thread if it is long.
    private func work(
        _ verb: String, _ count: Int,
        _ body: @escaping @Sendable (BookmarksController) -> EditReport
    ) {
        if longEdit.isRunning { return state.refuseWhileOngoing() }
        makeEdit(count >= Effect.many ? OngoingEdit(verb, total: count) : nil, body)
    }

    /// Continues after work on a text.
    func follow(_ text: TextEnd) {
        do {
            switch text {
            case .written(let written) where longEdit.endsList: written.file.remove()
            case .written(let written):
                editor.textInHand = written
                try editText()
            case .refused(let error): send(.textRefused(error.description))
            case .closed: editor.textInHand = nil
            }
        } catch {
            send(.outcome(ActionOutcome(error)))
        }
    }

    private func writeNote(_ bookmark: String) throws {
        let before = try controller.bookmark(id: bookmark)
        let title = before?.title ?? bookmark
        let end = try editor.writeNote(of: bookmark, for: controller.session)
        guard end.count > 0 else {
            return send(.outcome(.answered("Nothing was changed")))
        }
        try controller.receive(own: [bookmark])
        var what = "Wrote the note of “\(title)”"
        if before?.notes.isEmpty == false, try controller.bookmark(id: bookmark)?.notes == "" {
            what += "; it has the text of the Notes field now"
        }
        finish(EditReport(outcome: .changed(what: what, ids: [bookmark]), step: end.step))
        if try controller.bookmark(id: bookmark) == nil {
            send(.message(.warning, "“\(title)” is in the trash, and its note with it"))
        } else if end.isBack {
            send(.message(.warning, "The note was deleted meanwhile; it is back"))
        }
        let found = try home.unsettledDocuments(ofBookmarks: [bookmark])
        if let conflict = found.first(where: { $0.kind == .note })?.conflict {
            send(.documentConflict(conflict))
        }
    }
}
