import Screen

extension ActionContext {
    /// The form that adds or edits a bookmark.
    public static let form = ActionContext("form", takesText: true)
}

extension ActionSection {
    public static let form = ActionSection("In a form")
}

extension ActionID {
    public static let fetchTitle = ActionID("fetch-title")
    public static let takeOrNext = ActionID("take-or-next")
    public static let openCompletion = ActionID("open-suggestions")
    public static let nextField = ActionID("next-field")
    public static let previousField = ActionID("previous-field")
    public static let enterField = ActionID("enter-field")
    public static let save = ActionID("save")
    public static let editNotes = ActionID("edit-notes")
    public static let cancel = ActionID("cancel")
}

extension Form: Page {
    static var shape: PageShape { .fields }
    var content: PageContent { .fields(self) }
    static let context = ActionContext.form
    static let section: ActionSection? = .form

    static let actions = [
        Action(
            .enterField, [.enter], "Go from the URL to the name; on any other field, save", .form,
            in: [.form], hint: ActionHint(label: "save", priority: 90)),
        Action(
            .save, [.control("o")], "Save from any field", .form, in: [.form],
            hint: ActionHint(label: "save", priority: 85)),
        Action(
            .fetchTitle, [.control("t")], "Fetch the page's title and description",
            .form, in: [.form], hint: ActionHint(label: "fetch title", priority: 60)),
        Action(
            .takeOrNext, [.tab],
            "Go to the next field; accept a suggestion first", .form, in: [.form],
            hint: ActionHint(label: "next field", priority: 70)),
        Action(.nextField, [.down], "Go to the next field", .form, in: [.form]),
        Action(
            .openCompletion, [.control("n")], "Choose among the tags or folders", .form,
            in: [.form]),
        Action(
            .previousField, [.backTab, .up], "Go to the previous field", .form, in: [.form]),
        Action(
            .editNotes, [.control("g")], "Edit the notes in $EDITOR, with line breaks", .form,
            in: [.form], hint: ActionHint(label: "notes in editor", priority: 30)),
        Action(
            .cancel, [.escape], "Leave the form; asks before it discards text", .form,
            in: [.form], hint: ActionHint(label: "leave", priority: 80)),
    ]

    func label(of action: ActionID, _ usual: String) -> String? {
        switch action {
        case .enterField: enterLabel
        case .takeOrNext where offer != nil: "complete"
        // If Enter saves, another key for it needs no hint.
        case .save: savesByEnter ? nil : usual
        default: usual
        }
    }

    /// Whether Enter saves in the focused field.
    private var savesByEnter: Bool { problem?.suggestion == nil && focus != .url }

    /// The action of Enter in the focused field.
    private var enterLabel: String {
        guard savesByEnter else { return problem?.suggestion == nil ? "next" : "accept" }
        // The menu may show another folder, which Enter does not take.
        let isInNew =
            focus == .folder && isChanged(.folder)
            && folders?.isNew(in: editor(of: .folder)) == true
        return isInNew ? "save in new folder" : "save"
    }
}
