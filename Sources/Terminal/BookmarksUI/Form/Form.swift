import Bookmarks
import Screen

/// The form for a bookmark that is added or edited.
///
/// Changes from elsewhere never change the typed text of an open form.
struct Form: Sendable, Hashable {
    /// The id of the edited bookmark; `nil` for a new one.
    let id: String?
    private(set) var focus = FormField.url
    /// Whether something was typed since the focused field got the cursor.
    private(set) var isTypedHere = false
    /// The bookmark as it was when the form opened.
    private(set) var original: BookmarkDraft
    private var editors: [LineEditor]
    /// The texts of the editors before anything was typed.
    private var untouched: [String]
    /// The sign for line breaks in notes and description, which do not contain it themselves.
    private var newline: Character

    /// The existing tags and folders, once some are typed.
    var tags: Completion?
    var folders: Completion?
    /// The fields whose existing names were requested.
    var asked: Set<FormField> = []
    /// The problem that prevents saving.
    var problem: FieldProblem?
    /// Whether the form waits for the result of saving.
    var isSaving = false
    /// Whether the bookmark was deleted elsewhere, so that saving adds it again.
    var isGone = false
    /// The place where the bookmark was edited, while the edited fields are loaded.
    var editedElsewhere: String?
    /// The bookmark that already has the page of the address, if any.
    var twin: BookmarkRow?
    /// The address for which a bookmark of the same page was looked up.
    var lookedFor = ""
    /// The address whose page is being fetched.
    var fetching: String?
    /// The address whose page was fetched last, with whatever result.
    var askedPage = ""
    /// A page that arrived during saving.
    var late: FetchedPage?
    /// The name and the description that came from a page.
    var fetchedName: String?
    var fetchedDescription: String?
    /// Whether the folder, the notes and the description are still loading.
    private(set) var isLoading = false

    /// Makes a form for a new bookmark with an address.
    init(adding url: String) {
        self.init(id: nil, BookmarkDraft())
        editors[FormField.url.rawValue].insert(url)
        // A pasted address is complete.
        if !url.isEmpty { focus = .name }
    }

    /// Makes a form for editing a bookmark.
    init(editing bookmark: Bookmark) {
        self.init(id: bookmark.id, bookmark.draft)
    }

    /// Makes a form for editing a bookmark whose row is known and the rest is loading: see
    /// ``load(_:)``.
    init(editing row: BookmarkRow) {
        self.init(
            id: row.id, BookmarkDraft(name: row.name, url: row.url, tags: row.separateTags))
        isLoading = true
    }

    /// Makes a form with the texts typed before the program ended.
    init(restoring unsaved: UnsavedForm) {
        self.init(id: unsaved.id, unsaved.original)
        if let sign = unsaved.newline.first { newline = sign }
        untouched = Self.texts(original, newline)
        editors = FormField.allCases.map { field in
            LineEditor(keeping: unsaved.fields[field.label] ?? untouched[field.rawValue])
        }
        focus = FormField.allCases.first { $0.label == unsaved.focus } ?? .url
        isLoading = unsaved.id != nil && !unsaved.isWhole
    }

    /// The text that would be lost with the form; `nil` if there is none.
    var unsaved: UnsavedForm? {
        guard hasUnsavedText else { return nil }
        let texts = FormField.allCases.map { ($0.label, editor(of: $0).text) }
        return UnsavedForm(
            id: id, original: original, isWhole: !isLoading,
            fields: Dictionary(texts, uniquingKeysWith: { $1 }), focus: focus.label,
            newline: String(newline))
    }

    private init(id: String?, _ draft: BookmarkDraft) {
        self.id = id
        original = draft
        newline = Self.newlineSign(for: draft.notes, draft.description)
        untouched = Self.texts(draft, newline)
        editors = untouched.map { LineEditor(keeping: $0) }
    }

    /// Fills in the fields that the row lacked, unless something was typed there.
    mutating func load(_ bookmark: Bookmark) {
        guard isLoading else { return }
        let loaded = Form(editing: bookmark)
        isLoading = false
        original = loaded.original
        newline = loaded.newline
        for field in FormField.allCases where !isChanged(field) {
            editors[field.rawValue] = loaded.editors[field.rawValue]
        }
        untouched = loaded.untouched
    }

    /// Takes the current values of fields that were edited elsewhere. Fields with typed text stay.
    mutating func adopt(_ fields: [FormField], of present: BookmarkDraft) {
        let typed = FormField.allCases.filter(isChanged)
        let notes = typed.contains(.notes) ? lines(of: .notes) : ""
        let description = typed.contains(.description) ? lines(of: .description) : ""
        for field in fields where !typed.contains(field) {
            field.copy(from: present, to: &original)
        }
        let sign = Self.newlineSign(
            for: original.notes, original.description, notes, description)
        let isOtherSign = sign != newline
        newline = sign
        untouched = Self.texts(original, newline)
        for field in FormField.allCases {
            if !typed.contains(field) {
                if fields.contains(field) || isOtherSign {
                    editors[field.rawValue] = LineEditor(keeping: untouched[field.rawValue])
                }
            } else if isOtherSign, field.hasLines {
                let text = field == .notes ? notes : description
                editors[field.rawValue] = LineEditor(keeping: oneLine(text))
            }
        }
        if fields.contains(.url), !typed.contains(.url) { (twin, lookedFor) = (nil, "") }
    }

    static func opened(by action: ActionID, in view: ShellView) -> Form? {
        action == .add ? Form(adding: "") : nil
    }

    /// The request for the fields that the row lacks.
    var requests: [any PageOperation] {
        guard isLoading, let id else { return [] }
        return [DetailRequest(id: id)]
    }

    func heading(in view: ShellView) -> [String] {
        [id == nil ? "Add a bookmark" : "Edit a bookmark"]
    }

    var hasUnsavedText: Bool { FormField.allCases.contains(where: isChanged) }
    /// Whether text would be lost that is nowhere else: the URL of a page that is in the library is
    /// there.
    var losesText: Bool {
        let changed = FormField.allCases.filter(isChanged)
        return !changed.isEmpty && !(twin != nil && changed == [.url])
    }

    /// Whether text can be typed: not while saving, and not into fields that are still loading.
    var takesText: Bool { !isSaving && !(isLoading && !focus.isInRow) }

    func editor(of field: FormField) -> LineEditor { editors[field.rawValue] }

    func isChanged(_ field: FormField) -> Bool {
        editors[field.rawValue].text != untouched[field.rawValue]
    }

    /// Returns the notes or the description as typed so far, with line breaks.
    func lines(of field: FormField) -> String { withLines(editor(of: field).text) }

    private func withLines(_ text: String) -> String {
        String(text.map { $0 == newline ? "\n" : $0 })
    }

    /// Replaces the notes or the description. Line breaks at the end, which editors leave, are
    /// dropped.
    mutating func set(_ field: FormField, lines text: String) {
        var text = text
        while text.last?.isNewline == true { text.removeLast() }
        let other: FormField = field == .notes ? .description : .notes
        let kept = lines(of: other)
        let sign = Self.newlineSign(for: text, kept, original.notes, original.description)
        if sign != newline {
            newline = sign
            untouched = Self.texts(original, newline)
            editors[other.rawValue] = LineEditor(keeping: oneLine(kept))
        }
        editors[field.rawValue] = LineEditor(keeping: oneLine(text))
    }

    mutating func focus(_ field: FormField) {
        focus = field
        isTypedHere = false
        closeMenus()
    }

    /// Changes the text in the focused field, which clears its problem.
    mutating func edit<Result>(_ change: (inout LineEditor) -> Result) -> Result {
        let before = editors[focus.rawValue].text
        let result = change(&editors[focus.rawValue])
        guard editors[focus.rawValue].text != before else { return result }
        isTypedHere = true
        if problem?.field == focus { problem = nil }
        if focus == .url { (twin, lookedFor) = (nil, "") }
        completion?.forgetChoice()
        return result
    }

    /// Replaces the text of a field.
    mutating func set(_ field: FormField, to text: String) {
        editors[field.rawValue] = LineEditor(text)
    }

    /// The values of the form. Untouched fields are exactly as before.
    var draft: BookmarkDraft {
        var draft = original
        if isChanged(.url) { draft.url = trimmed(.url) }
        if isChanged(.name) { draft.name = trimmed(.name) }
        if isChanged(.tags) { draft.tags = Tags.parsed(editor(of: .tags).text) }
        if isChanged(.folder) { draft.folder = FolderPath.normalized(editor(of: .folder).text) }
        if isChanged(.notes) { draft.notes = withLines(trimmed(.notes)) }
        if isChanged(.description) { draft.description = withLines(trimmed(.description)) }
        return draft
    }

    private func trimmed(_ field: FormField) -> String { editor(of: field).text.trimmed }

    /// Returns the text with signs for line breaks, as the notes show it.
    func oneLine(_ text: String) -> String { Self.oneLine(text, newline) }

    /// The sign for a line break; another one is drawn if the terminal can't show it.
    var newlineSign: Character { newline }
}

/// A problem in a field.
struct FieldProblem: Sendable, Hashable {
    var field: FormField
    /// The problem and its solution, in one line.
    var text: String
    /// The value that Enter puts into the field.
    var suggestion: String?
}
