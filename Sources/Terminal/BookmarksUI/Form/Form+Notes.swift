import Bookmarks

extension Form {
    /// Opens the notes, as typed so far, in the person's editor.
    mutating func editNotes(_ view: ShellView) -> [PageCommand] {
        guard !isLoading else {
            let reason = "The notes are still loading; try again in a moment"
            return [.reply(reason, .warning)]
        }
        let fetching = focus == .url ? fetchByItself(view) : []
        return fetching + [.editNotes(lines(of: .notes))]
    }

    /// Receives the notes from the editor.
    mutating func receive(notes: String) {
        set(.notes, lines: notes)
        focus(.notes)
    }
}
