import Bookmarks
import Screen

extension ActionContext {
    /// The page that shows the text of a saved page.
    public static let reader = ActionContext("reader")
    /// The line for searching the text.
    public static let readerSearch = ActionContext(
        "readerSearch", called: "search of the reader", takesText: true)
}

extension ActionSection {
    public static let reader = ActionSection("In the reader")
}

extension ActionID {
    public static let read = ActionID("read")
    public static let searchText = ActionID("search-text")
    public static let nextFound = ActionID("next-found")
    public static let previousFound = ActionID("previous-found")
    public static let followLink = ActionID("follow-link")
    public static let readNext = ActionID("read-next")
    public static let readPrevious = ActionID("read-previous")
    public static let openOriginal = ActionID("open-original")
}

extension Reader {
    static let actions = [
        Action(
            .read, [.character("r")], "Read the saved page", .view, in: [.list, .detail],
            hint: ActionHint(label: "read", priority: 35), need: .bookmark,
            also: "reader text article"),
        Action(
            .searchText, [.character("/")], "Search in the page", .reader,
            in: [.reader], hint: ActionHint(label: "search", priority: 70), need: .page),
        Action(
            .nextFound, [.character("n")], "Go to the next match", .reader,
            in: [.reader], hint: ActionHint(label: "next match", priority: 68), need: .page),
        Action(
            .previousFound, [.character("N")], "Go to the previous match", .reader,
            in: [.reader], need: .page),
        Action(
            .followLink, [.character("f")], "Open a link by its number", .reader, in: [.reader],
            hint: ActionHint(label: "follow a link", priority: 60), need: .page),
        Action(
            .openOriginal, [.character("O")], "Open the saved copy with the browser", .reader,
            in: [.reader], hint: ActionHint(label: "open the copy", priority: 30), need: .page),
        Action(
            .readNext, [.character("]")], "Read the next saved page of the list", .reader,
            in: [.reader], hint: ActionHint(label: "next", priority: 40)),
        Action(
            .readPrevious, [.character("[")], "Read the previous saved page of the list", .reader,
            in: [.reader]),
    ]

    static func opened(by action: ActionID, in view: ShellView) -> Reader? {
        action == .read
            ? view.target.map { Reader(id: $0, finding: view.list.search.textPhrases.first) } : nil
    }

    func reason(against action: ActionID, _ view: ShellView) -> String? {
        if action == .openOriginal { return original == nil ? "There is no saved copy" : nil }
        guard page != nil else { return "There is no text" }
        switch action {
        case .followLink: return links.isEmpty ? "The text has no links" : nil
        case .nextFound, .previousFound:
            if editor.text.isEmpty {
                return view.text("There is no search yet", .searchText, to: "begin one")
            }
            return hits(in: view).isEmpty
                ? "\(view.symbols.quoted(editor.text)) is not in the text" : nil
        default: return nil
        }
    }

    mutating func perform(_ action: ActionID, _ view: ShellView) -> [PageCommand]? {
        switch action {
        case .searchText:
            editor = LineEditor()
            found = nil
            isFiltering = true
        case .nextFound: goToHit(view, by: 1)
        case .previousFound: goToHit(view, by: -1)
        case .readNext: return [.goToSavedPage(by: 1)]
        case .readPrevious: return [.goToSavedPage(by: -1)]
        case .openOriginal:
            return original.map { [.request(OpenDocument(document: $0, for: .reader))] } ?? []
        case .followLink: return [.prompt(Prompt(FollowingLink(links: links)))]
        default: return nil
        }
        return []
    }
}
