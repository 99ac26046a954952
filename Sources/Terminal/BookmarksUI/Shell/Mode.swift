/// A level above the list: what a key means and what is drawn. Leaving one shows the one below.
enum Mode: Sendable, Hashable {
    case filter(FilterPrompt)
    case sortMenu
    case editMenu
    case prompt(Prompt)
    case detail(Detail)
    case form(Form)
    case help(Help)
    case messages(MessageLog)
    case held(HeldView)
    case deleted(DeletedView)
    case status(StatusView)
    case history(HistoryView)
    case labels(LabelsView)
    case duplicates(DuplicatesView)
    case question(Question)

    var context: ActionContext {
        switch self {
        case .filter: .filter
        case .sortMenu: .sortMenu
        case .editMenu: .editMenu
        case .prompt: .prompt
        case .detail: .detail
        case .form: .form
        case .help(let help): help.isFiltering ? .helpFilter : .help
        case .messages: .messages
        case .held: .held
        case .deleted: .deleted
        case .status: .status
        case .history: .history
        case .labels(let view): view.isFiltering ? .labelsFilter : .labels
        case .duplicates: .duplicates
        case .question: .question
        }
    }

    /// Whether it takes the place of the list; if not, it only takes the bottom line.
    var isScreen: Bool {
        if case .form = self { return true }
        return page != nil
    }

    /// The page that takes the place of the list, unless it is a form. Setting it changes a page
    /// of the same kind, and nothing else.
    var page: (any Page)? {
        get {
            switch self {
            case .detail(let page): page
            case .help(let page): page
            case .messages(let page): page
            case .held(let page): page
            case .deleted(let page): page
            case .status(let page): page
            case .history(let page): page
            case .labels(let page): page
            case .duplicates(let page): page
            case .filter, .sortMenu, .editMenu, .prompt, .form, .question: nil
            }
        }
        set {
            switch (self, newValue) {
            case (.detail, let page as Detail): self = .detail(page)
            case (.help, let page as Help): self = .help(page)
            case (.messages, let page as MessageLog): self = .messages(page)
            case (.held, let page as HeldView): self = .held(page)
            case (.deleted, let page as DeletedView): self = .deleted(page)
            case (.status, let page as StatusView): self = .status(page)
            case (.history, let page as HistoryView): self = .history(page)
            case (.labels, let page as LabelsView): self = .labels(page)
            case (.duplicates, let page as DuplicatesView): self = .duplicates(page)
            default: break
            }
        }
    }
}

extension ScreenState {
    /// Where the next key is pressed.
    public var context: ActionContext { modes.last?.context ?? .list }

    /// The level that fills the middle of the screen; `nil` is the list.
    var screen: Mode? { modes.last(where: \.isScreen) }

    /// The open form, if any; there is at most one.
    var form: Form? {
        get { modes.lazy.compactMap { if case .form(let form) = $0 { form } else { nil } }.last }
        set { replace(newValue.map(Mode.form)) { if case .form = $0 { true } else { false } } }
    }

    /// The open detail view, if any; there is at most one.
    var detail: Detail? {
        get { modes.lazy.compactMap { if case .detail(let it) = $0 { it } else { nil } }.last }
        set { replace(newValue.map(Mode.detail)) { if case .detail = $0 { true } else { false } } }
    }

    /// The page in place of the list, if there is one and no form covers it.
    var page: (any Page)? {
        get { screen?.page }
        set {
            guard let index = modes.lastIndex(where: \.isScreen) else { return }
            modes[index].page = newValue
        }
    }

    /// Leaves the topmost level.
    mutating func leave() {
        if !modes.isEmpty { modes.removeLast() }
    }

    /// Puts a new value in the place of the level of its kind, or removes that level.
    mutating func replace(_ mode: Mode?, where isKind: (Mode) -> Bool) {
        guard let index = modes.lastIndex(where: isKind) else { return }
        if let mode { modes[index] = mode } else { modes.remove(at: index) }
    }
}
