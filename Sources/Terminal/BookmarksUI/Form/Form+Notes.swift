import Bookmarks

extension Form {
    /// Gives the notes to the editor, as they are typed so far.
    mutating func editNotes(_ view: ShellView) -> [PageCommand] {
        guard !isLoading else {
            let reason = "The notes are still loading; try again in a moment"
            return [.reply(reason, .warning)]
        }
        let fetching = focus == .url ? fetchByItself(view) : []
        return fetching + [.editNotes(lines(of: .notes))]
    }

    /// Takes the notes from the editor.
    mutating func take(notes: String) {
        set(.notes, lines: notes)
        focus(.notes)
    }
}
