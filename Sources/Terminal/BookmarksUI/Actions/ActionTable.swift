import Screen

/// The actions of the shell and of all pages, from which key map, help and hint line are made.
final class ActionTable: Sendable {
    let pages: [any Page.Type]
    /// Every action, in the order of help and hint line.
    let all: [Action]
    /// The actions under each heading, in the order of help and manual. No heading is empty.
    let sections: [(section: ActionSection, actions: [Action])]
    /// The actions with a place in the hint line, in its order: the actions of every screen are at
    /// the same end.
    let hinted: [Action]
    private let hintedByContext: [ActionContext: [Action]]
    let contexts: [ActionContext]
    private let byID: [ActionID: Action]

    /// The table for the pages of the program.
    static let standard = ActionTable(Pages.all)

    init(_ pages: [any Page.Type]) {
        let rows = Self.rows(pages).map { action in
            var action = action
            action.contexts += pages.filter { $0.sharedActions.contains(action.id) }
                .map { $0.context }
            if Self.worksInSidebar(action) { action.contexts.append(.sidebar) }
            if Self.worksInPreview(action) { action.contexts.append(.preview) }
            return action
        }
        self.pages = pages
        all = rows
        sections = ActionSection.all(pages).map { section in
            (section, rows.filter { $0.section == section })
        }
        let hinted =
            (rows.filter { $0.section != .program } + rows.filter { $0.section == .program })
            .filter { $0.hint != nil }
        let contexts = ActionContext.all(pages)
        self.hinted = hinted
        self.contexts = contexts
        hintedByContext = Dictionary(
            contexts.map { context in
                (context, hinted.filter { $0.contexts.contains(context) })
            }, uniquingKeysWith: { first, _ in first })
        byID = Dictionary(rows.map { ($0.id, $0) }) { first, _ in first }
    }

    /// The actions of ``hinted`` that exist in a context.
    func hinted(in context: ActionContext) -> [Action] { hintedByContext[context] ?? [] }

    /// Returns the action with an id.
    func named(_ id: ActionID) -> Action? { byID[id] }

    /// Returns the actions of pages, each after those with the same heading, or after those about
    /// bookmarks.
    private static func rows(_ pages: [any Page.Type]) -> [Action] {
        var own: [Action] = []
        var rows = Action.shellActions(with: pages)
        for action in pages.flatMap({ $0.actions }) {
            if let last = rows.lastIndex(where: { $0.section == action.section }) {
                rows.insert(action, at: last + 1)
            } else {
                own.append(action)
            }
        }
        return Action.bookmarkActions + own + rows
    }
}

extension ActionTable: Hashable {
    static func == (a: ActionTable, b: ActionTable) -> Bool { a === b }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
