import Bookmarks
import Replication
import Screen

/// The page of the tokens by which browsers and other programs use the bookmarks.
struct AccessView: ChoicePage {
    static let context = ActionContext.access
    static let section: ActionSection? = .access

    /// The tokens; `nil` until they are loaded.
    var tokens: [AccessRow]?
    /// The text of the new token, which is shown only once.
    var newText: String?
    var choice = Choice()

    var count: Int? { tokens?.count }
    var emptyText: String { "No program has a token yet." }
    var offersUndo: Bool { false }

    func emptyText(in view: ShellView) -> String {
        view.text("No program has a token yet", .addToken, to: "make one")
    }

    var selected: AccessRow? {
        guard let tokens, tokens.indices.contains(choice.index) else { return nil }
        return tokens[choice.index]
    }

    func heading(in view: ShellView) -> [String] {
        ["Tokens"] + [tokens.map { grouped($0.count) }].compactMap(\.self)
    }

    func linesAbove(in view: ShellView) -> [TextLine] {
        let width = max(1, view.size.columns - 2)
        func lines(_ text: String, _ role: Role) -> [TextLine] {
            view.measure.wrapped(text, to: width).map { TextLine($0, role, at: 1) }
        }
        guard let newText else {
            return lines(
                "cloudy serve lets programs with a token use the bookmarks of this device.", .faint)
                + [TextLine()]
        }
        return lines("The new token is shown only once. Copy it into the program:", .info)
            + lines(newText, .plain) + [TextLine()]
    }

    func drawRow(_ index: Int, _ row: Int, _ view: ShellView, _ pen: inout Pen) {
        guard let token = tokens?[index] else { return }
        let isWide = pen.columns >= 60
        let facts = isWide ? 38 : 7
        // The number by which commands name the token.
        let digits = tokens?.map { "\($0.number)".count }.max() ?? 1
        pen.write("\(token.number)", endingAt: 3 + digits, row: row, .label)
        let column = 3 + digits + 2
        pen.write(
            token.name.isEmpty ? "no name" : token.name, column: column, row: row,
            width: max(1, pen.columns - facts - column - 1),
            token.name.isEmpty ? .faint : .plain)
        let start = pen.columns - facts
        pen.write(token.scope, column: start, row: row, width: 6, .label)
        guard isWide else { return }
        let made = CalendarTime(token.created, offset: view.utcOffset).date
        let used = token.used.map { CalendarTime($0, offset: view.utcOffset).date }
        pen.write(made, column: start + 7, row: row, width: 11, .faint)
        pen.write(
            used.map { "used \($0)" } ?? "never used", column: start + 19, row: row, width: 18,
            .faint)
    }
}

extension AccessView {
    var requests: [any PageOperation] { [AccessRequest()] }

    mutating func respond(to answer: PageAnswer, _ view: ShellView) -> [PageCommand] {
        if let new = answer.answer(to: AccessRequest()) {
            tokens = new
            move(by: 0, page: view.rows)
            return []
        }
        if let (_, text) = answer.answer(of: AddAccessToken.self) {
            newText = text
            return [.request(AccessRequest())]
        }
        if let (request, name) = answer.answer(of: RevokeAccessToken.self) {
            let what = name.isEmpty ? "token \(request.number)" : view.symbols.quoted(name)
            return [.request(AccessRequest()), .say(.info, "Revoked \(what)")]
        }
        return []
    }
}
