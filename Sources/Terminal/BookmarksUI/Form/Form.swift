import Bookmarks
import Screen

/// The form for a bookmark that is added or edited.
///
/// Changes from elsewhere never change the typed text of an open form.
struct Form: Sendable, Hashable {
    /// The bookmark that is edited; `nil` when one is added.
    let id: String?
    private(set) var focus = FormField.url
    /// Whether something was typed since the focused field got the cursor.
    private(set) var isTypedHere = false
    /// The bookmark as it was when the form opened.
    private(set) var original: BookmarkDraft
    private var editors: [LineEditor]
    /// The texts of the editors before anything was typed.
    private var untouched: [String]
    /// Stands for the line breaks in notes and description; a sign that these do not contain.
    private var newline: Character

    /// The tags and the folders there are, once some are typed.
    var tags: Completion?
    var folders: Completion?
    /// The fields for which it was asked which names there are.
    var asked: Set<FormField> = []
    /// The problem that prevents saving.
    var problem: FieldProblem?
    /// Whether an answer to saving is awaited.
    var isSaving = false
    /// Whether the bookmark was deleted elsewhere, so that saving adds it again.
    var isGone = false
    /// Where the bookmark was edited, while the edited fields are awaited.
    var editedElsewhere: String?
    /// The bookmark that leads to the page of the address already, if one does.
    var twin: BookmarkRow?
    /// The address whose page was looked for, and may be there already.
    var lookedFor = ""
    /// The address whose page is fetched now.
    var fetching: String?
    /// The address whose page was asked last, whatever came of it.
    var askedPage = ""
    /// A page that arrived while the form was being saved.
    var late: FetchedPage?
    /// The name and the description that came from a page.
    var fetchedName: String?
    var fetchedDescription: String?
    /// Whether the folder, the notes and the description are still to come.
    private(set) var isLoading = false

    /// A form to add a bookmark, with its address filled in.
    init(adding url: String) {
        self.init(id: nil, BookmarkDraft())
        editors[FormField.url.rawValue].insert(url)
        // An address that was pasted is complete.
        if !url.isEmpty { focus = .name }
    }

    /// A form to edit a bookmark.
    init(editing bookmark: Bookmark) {
        self.init(id: bookmark.id, bookmark.draft)
    }

    /// A form to edit a bookmark of which only the row is known yet; see ``load(_:)``.
    init(editing row: BookmarkRow) {
        self.init(
            id: row.id, BookmarkDraft(name: row.name, url: row.url, tags: row.separateTags))
        isLoading = true
    }

    /// A form with the texts typed before the program ended.
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

    /// The text that would be lost with the form; `nil` if none.
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

    /// Takes the present values of fields that were edited elsewhere. Fields with typed text
    /// stay.
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

    /// The request for the facts that the row of an edited bookmark did not tell.
    var requests: [any PageOperation] {
        guard isLoading, let id else { return [] }
        return [DetailRequest(id: id)]
    }

    func heading(in view: ShellView) -> [String] {
        [id == nil ? "Add a bookmark" : "Edit a bookmark"]
    }

    var hasUnsavedText: Bool { FormField.allCases.contains(where: isChanged) }

    /// Whether something can be typed: not while an answer is awaited, and not over fields that are
    /// still to come.
    var takesText: Bool { !isSaving && !(isLoading && !focus.isInRow) }

    func editor(of field: FormField) -> LineEditor { editors[field.rawValue] }

    func isChanged(_ field: FormField) -> Bool {
        editors[field.rawValue].text != untouched[field.rawValue]
    }

    /// The notes, or the description, as they are typed so far, with their line breaks.
    func lines(of field: FormField) -> String { withLines(editor(of: field).text) }

    private func withLines(_ text: String) -> String {
        String(text.map { $0 == newline ? "\n" : $0 })
    }

    /// Puts other notes, or another description, in the place of the typed text. Line breaks at
    /// their end, which editors leave there, are none of them.
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

    /// Changes the typed text in the focused field; a change settles its problem.
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

    /// Puts a text into a field in place of the present one.
    mutating func set(_ field: FormField, to text: String) {
        editors[field.rawValue] = LineEditor(text)
    }

    /// The values of the form. Untouched fields are exactly as they were.
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

    /// The text with its line breaks as signs, as it can be typed into the notes.
    func oneLine(_ text: String) -> String { Self.oneLine(text, newline) }

    /// The sign of a line break; another sign is drawn where the terminal can't show it.
    var newlineSign: Character { newline }
}

/// A problem in a field.
struct FieldProblem: Sendable, Hashable {
    var field: FormField
    /// One line with the fault and the advice.
    var text: String
    /// The value that Enter puts into the field.
    var suggestion: String?
}
