import Bookmarks
import Screen

extension Shell {
    /// Tells what happened to the form's bookmark, and what saving will do. The typed text stays.
    mutating func updateForm(after change: ReceivedChanges.Change) -> [Effect] {
        form?.isGone = change.kind == .deleted
        let place = place(of: change)
        let name = symbols.quoted(change.name)
        guard change.kind != .deleted else {
            form?.editedElsewhere = nil
            sayAtForm(
                text(
                    "\(name) was deleted \(place). Saving adds it again",
                    .cancel, to: "discard it"), change.id)
            return []
        }
        form?.editedElsewhere = place
        sayAtForm(
            "\(name) was edited \(place). Saving changes only the fields that you changed here",
            change.id)
        return [.send(DetailRequest(id: change.id))]
    }

    /// Shows the message at the form, even if a question or the help is in front.
    private mutating func sayAtForm(_ text: String, _ id: String) {
        let index = modes.lastIndex { $0.page is Form }
        say(.warning, text, about: .bookmark(id), at: index.map { $0 + 1 })
    }
}

extension Form {
    /// The word for an edit of a bookmark while its form was closed.
    static let meanwhile = "meanwhile"

    /// Tells which fields were edited elsewhere, once they are known. Fields without typed text
    /// show the new values, so that the form shows the result of saving.
    mutating func reportEdits(of bookmark: Bookmark, _ view: ShellView) -> [PageCommand] {
        guard let place = editedElsewhere, !isGone else { return [] }
        editedElsewhere = nil
        // Of a bookmark that is still loading, only the row is known.
        let known = FormField.allCases.filter { !isLoading || $0.isInRow }
        let theirs = known.filter { text(of: $0, in: bookmark) != nil }
        let both = theirs.filter(isChanged)
        guard let field = both.first ?? theirs.first, let text = text(of: field, in: bookmark)
        else { return [] }
        let own = editor(of: field).text
        adopt(theirs, of: bookmark.draft)
        let value = text.isEmpty ? "nothing" : view.symbols.quoted(text, differingFrom: own)
        let now = "\(field.became) changed to \(value) \(place)"
        let more = both.isEmpty ? theirs.count - 1 : both.count - 1
        let rest = more > 0 ? " (and \(more) more)" : ""
        let advice =
            both.isEmpty
            ? "The form shows it now"
            : view.text("Saving replaces it with your text", .cancel, to: "discard it")
        let restored =
            place == Self.meanwhile ? "You typed this before Cloudy ended, without saving. " : ""
        let words = "\(restored)\(now)\(rest). \(advice)"
        return [.say(.warning, words, about: .bookmark(bookmark.id))]
    }

    /// Returns the text of a field for the current bookmark; `nil` if it has not changed since the
    /// form opened.
    private func text(of field: FormField, in bookmark: Bookmark) -> String? {
        let now = Self.texts(bookmark.draft, newlineSign)[field.rawValue]
        return now == Self.texts(original, newlineSign)[field.rawValue] ? nil : now
    }
}
