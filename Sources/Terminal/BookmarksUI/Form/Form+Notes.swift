import Bookmarks

extension ScreenState {
    /// Gives the notes of the form to the editor, as they are typed so far.
    mutating func editNotes(_ list: BookmarkList) -> [Effect] {
        guard var form = modes.last?.page as? Form, !form.isSaving else { return [] }
        guard !form.isLoading else {
            reply("The notes are still being read; try again in a moment", .warning)
            return []
        }
        let fetching = form.focus == .url ? form.fetchByItself(view(list)) : []
        self.form = form
        return fetching.flatMap { carryOut($0, list) } + [.editNotes(form.lines(of: .notes))]
    }

    /// Takes what the editor made of the notes into the form that asked for it.
    mutating func take(notes: String) -> [Effect] {
        guard var form else { return [] }
        form.set(.notes, lines: notes)
        form.focus(.notes)
        self.form = form
        return []
    }
}
