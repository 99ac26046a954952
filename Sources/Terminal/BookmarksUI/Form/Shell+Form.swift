public import Bookmarks
import Screen

extension Shell {
    /// The open form, if any; there is at most one.
    var form: Form? {
        get { self[Form.self] }
        set { self[Form.self] = newValue }
    }

    /// The form, if it is in front.
    var frontForm: Form? {
        get { if case .fields(let form) = modes.last?.page?.content { form } else { nil } }
        set { if let newValue, frontForm != nil { modes[modes.count - 1] = .page(newValue) } }
    }

    /// Whether quitting now would lose typed text.
    public var hasUnsavedText: Bool { form?.hasUnsavedText ?? false }

    /// Whether a form is open, even without typed text.
    public var hasForm: Bool { form != nil }

    /// The unsaved text of a form: kept in case the program ends, and reopened by
    /// ``Event/restore(_:isGone:)``.
    public var unsavedForm: UnsavedForm? { form?.unsaved }

    /// Asks about a duplicate, after the form requested to save it.
    mutating func askToAddAgain(_ name: String) {
        let there = "You already have this page: \(symbols.quoted(name))"
        guard var form, form.isSaving else {
            return say(.warning, "\(there). Nothing was added")
        }
        form.isSaving = false
        self.form = form
        let isNew = form.id == nil || form.isGone
        let text = "\(there). \(isNew ? "Add it again" : "Keep both")?"
        ask(PageQuestion(text: text, action: .save))
    }

    /// Removes the message about a missing title once the form has another URL or name: it is no
    /// longer about the page, or no longer matters.
    mutating func forgetMissingTitle() {
        guard case .missingTitle(let url, let name)? = message?.subject, let form else { return }
        let isSameURL = form.editor(of: .url).text.trimmed == url
        if !isSameURL || form.editor(of: .name).text != name { message = nil }
    }

    /// Closes the form after saving.
    mutating func closeForm() {
        // A question about the form, such as whether to discard it, is obsolete.
        if case .question = modes.last { leave() }
        form = nil
    }
}
