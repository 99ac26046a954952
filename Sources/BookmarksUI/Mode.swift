/// A level above the list: what a key means and what is drawn. Leaving one shows the one below.
enum Mode: Sendable, Hashable {
    case filter(FilterPrompt)
    case sortMenu
    case detail(Detail)
    case form(Form)
    case help(Help)
    case messages(MessageLog)
    case held(HeldView)
    case deleted(DeletedView)
    case question(Question)

    var context: ActionContext {
        switch self {
        case .filter: .filter
        case .sortMenu: .sortMenu
        case .detail: .detail
        case .form: .form
        case .help(let help): help.isFiltering ? .helpFilter : .help
        case .messages: .messages
        case .held: .held
        case .deleted: .deleted
        case .question: .question
        }
    }

    /// Whether it takes the place of the list; if not, it only takes the bottom line.
    var isScreen: Bool {
        switch self {
        case .detail, .form, .help, .messages, .held, .deleted: true
        case .filter, .sortMenu, .question: false
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
