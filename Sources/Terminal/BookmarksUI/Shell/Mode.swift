import Bookmarks

/// A level above the list, with its own keys and drawing. Closing it shows the level below.
enum Mode: Sendable {
    case filter(FilterPrompt)
    case sortMenu
    case editMenu
    case prompt(Prompt)
    case question(Question)
    case page(any Page)

    var context: ActionContext {
        switch self {
        case .filter: .filter
        case .sortMenu: .sortMenu
        case .editMenu: .editMenu
        case .prompt: .prompt
        case .question: .question
        case .page(let page): page.context
        }
    }

    /// Whether the level replaces the list; otherwise, it takes only the bottom line.
    var isScreen: Bool { page != nil }

    /// The page that replaces the list.
    var page: (any Page)? {
        if case .page(let page) = self { page } else { nil }
    }
}

extension Shell {
    /// The context of the next key.
    public var context: ActionContext {
        guard let mode = modes.last else { return focus.context }
        return mode.isScreen && focus == .preview ? .previewBesidePage : mode.context
    }

    /// Whether keys act on the list's bookmarks, even in the preview.
    var isAmongBookmarks: Bool { context == .list || context == .preview }

    /// The level that fills the middle of the screen; `nil` is the list.
    var screen: Mode? { modes.last(where: \.isScreen) }

    /// The open page of a kind, if any; there is at most one. Setting `nil` closes it.
    subscript<Kind: Page>(_ kind: Kind.Type) -> Kind? {
        get { pages(kind).last }
        set { replace(newValue.map { .page($0) }) { $0.page is Kind } }
    }

    /// Returns the open pages of a kind, the front one last.
    func pages<Kind: Page>(_ kind: Kind.Type) -> [Kind] { modes.compactMap { $0.page as? Kind } }

    /// The bookmark of the open pages, if they are about one.
    var shownID: String? { modes.lazy.compactMap { $0.page?.bookmarkID }.last }

    /// The whole bookmark of the open pages, once it is loaded.
    var shownBookmark: Bookmark? { modes.lazy.compactMap { $0.page?.bookmark }.last }

    /// The page in place of the list, if there is one.
    var page: (any Page)? {
        get { screen?.page }
        set {
            guard let newValue, let index = modes.lastIndex(where: \.isScreen) else { return }
            modes[index] = .page(newValue)
        }
    }

    /// Closes the topmost level.
    mutating func leave() {
        paneFocus.ofPage = .list
        pointer.lookedTops[.list] = nil
        if !modes.isEmpty { modes.removeLast() }
    }

    /// Replaces the level of a kind, or removes it.
    mutating func replace(_ mode: Mode?, where isKind: (Mode) -> Bool) {
        guard let index = modes.lastIndex(where: isKind) else { return }
        if let mode { modes[index] = mode } else { modes.remove(at: index) }
    }
}
