import Bookmarks
import Screen

extension ActionContext {
    /// The page of tokens for other programs.
    public static let access = ActionContext("access", called: "tokens for browsers")
}

extension ActionSection {
    public static let access = ActionSection("On the page of tokens")
}

extension ActionID {
    public static let showAccess = ActionID("show-tokens")
    public static let addToken = ActionID("add-token")
    public static let addAddingToken = ActionID("add-token-for-adding")
    public static let addReadingToken = ActionID("add-token-for-reading")
    public static let revokeToken = ActionID("revoke-token")
}

extension AccessView {
    static let actions = [
        Action(
            .showAccess, [.character("B")],
            "Show which browsers and programs may use the bookmarks", .sync, in: [.list],
            also: "tokens serve linkding floccus extension phone access api"),
        Action(
            .addToken, [.character("a")], "Make a token that allows everything", .access,
            in: [.access], hint: ActionHint(label: "new token", priority: 92)),
        Action(
            .addAddingToken, [.character("A")], "Make a token that only adds bookmarks", .access,
            in: [.access], hint: ActionHint(label: "only to add", priority: 80)),
        Action(
            .addReadingToken, [.character("r")], "Make a token that only reads", .access,
            in: [.access], hint: ActionHint(label: "only to read", priority: 78)),
        Action(
            .revokeToken, [.character("d"), .delete], "Revoke the token; asks first", .access,
            in: [.access], hint: ActionHint(label: "revoke", priority: 88), need: .page),
    ]

    static func opened(by action: ActionID, in view: ShellView) -> AccessView? {
        action == .showAccess ? AccessView() : nil
    }

    func reason(against action: ActionID, _ view: ShellView) -> String? {
        selected == nil ? "There are no tokens" : nil
    }

    mutating func perform(_ action: ActionID, _ view: ShellView) -> [PageCommand]? {
        switch action {
        case .addToken: [.prompt(Prompt(NamingToken(scope: .write)))]
        case .addAddingToken: [.prompt(Prompt(NamingToken(scope: .add)))]
        case .addReadingToken: [.prompt(Prompt(NamingToken(scope: .read)))]
        case .revokeToken:
            selected.map { row in
                let name = row.name.isEmpty ? "token \(row.number)" : view.symbols.quoted(row.name)
                return [
                    .askFirst(
                        PageQuestion(
                            text: "Revoke \(name)? The program that uses it loses access at once.",
                            action: action))
                ]
            }
        default: nil
        }
    }

    mutating func performConfirmed(_ action: ActionID, _ view: ShellView) -> [PageCommand] {
        selected.map { [.request(RevokeAccessToken(number: $0.number, name: $0.name))] } ?? []
    }
}

/// Asks for the purpose of a new token.
struct NamingToken: PromptPurpose {
    let scope: AccessScope
    var verb: String { "make" }

    func labels(_ symbols: Symbols) -> [String] {
        ["What is the token for, such as firefox? ", "Token for: ", "For: "]
    }

    func enter(_ text: String, in screen: inout ScreenState) -> [Effect] {
        screen.shell.leave()
        return [.send(AddAccessToken(name: text.trimmed, scope: scope))]
    }
}
