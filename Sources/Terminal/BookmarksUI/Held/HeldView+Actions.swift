import Bookmarks
import KeyValueStore
import Screen

extension ActionContext {
    /// The page of deletions that the mass-change brake holds back.
    public static let held = ActionContext("held", called: "waiting deletions")
}

extension ActionSection {
    public static let held = ActionSection("On the page of waiting deletions")
}

extension ActionID {
    public static let acceptDeletions = ActionID("accept-deletions")
    public static let restoreDeletions = ActionID("restore-deletions")
}

extension HeldView {
    static let actions = [
        Action(
            .acceptDeletions, [.character("a")],
            "Accept the waiting deletions here too; asks first", .held,
            in: [.held],
            hint: ActionHint(label: "delete here too", priority: 90)),
        Action(
            .restoreDeletions, [.character("r")],
            "Reject the waiting deletions; restore the bookmarks everywhere", .held,
            in: [.held], hint: ActionHint(label: "restore", priority: 92)),
    ]

    /// Syncing waits for the decision.
    static func opened(by action: ActionID, in view: ShellView) -> HeldView? {
        guard action == .sync else { return nil }
        if case .held = view.sync.phase { return HeldView() }
        return view.sync.asksAboutBrowsers ? HeldView(isOfBrowsers: true) : nil
    }

    func label(of action: ActionID, _ usual: String) -> String? {
        action == .restoreDeletions && isOfBrowsers ? "keep" : usual
    }

    /// Restoring needs no question; deleting does, because undo cannot restore anything.
    mutating func perform(_ action: ActionID, _ view: ShellView) -> [PageCommand]? {
        if isOfBrowsers { return performOfBrowsers(action) }
        guard let decision = decision(by: action, view) else { return nothingWaits }
        guard !decision.isRestoring else { return carryOut(decision, view) }
        asked = decision.held
        return [.askFirst(PageQuestion(text: decision.question, action: action))]
    }

    /// A yes applies only to as many as the question named: if more wait by now, it asks again.
    mutating func performConfirmed(_ action: ActionID, _ view: ShellView) -> [PageCommand] {
        if isOfBrowsers {
            guard count ?? 0 <= asked else { return performOfBrowsers(action) }
            return decideOfBrowsers(isKeeping: false)
        }
        guard let decision = decision(by: action, view) else { return nothingWaits }
        guard decision.held <= asked else { return perform(action, view) ?? [] }
        return carryOut(decision, view)
    }

    private mutating func performOfBrowsers(_ action: ActionID) -> [PageCommand] {
        guard let count, count > 0 else { return nothingWaits }
        if action == .restoreDeletions { return decideOfBrowsers(isKeeping: true) }
        asked = count
        let question = "Delete \(counted(count, "bookmark")) here too?"
        return [.askFirst(PageQuestion(text: question, action: action))]
    }

    private func decideOfBrowsers(isKeeping: Bool) -> [PageCommand] {
        guard let rows = found?.rows, !rows.isEmpty else { return nothingWaits }
        return [.leave, .edit(DecideBrowserDeletions(ids: rows.map(\.id), isKeeping: isKeeping))]
    }

    private var nothingWaits: [PageCommand] { [.reply("No deletions are waiting")] }

    private func decision(by action: ActionID, _ view: ShellView) -> HeldDecision? {
        guard case .held(let deletions, _) = view.sync.phase else { return nil }
        return HeldDecision(
            isRestoring: action == .restoreDeletions, held: deletions,
            documents: view.sync.heldDocuments, earlier: found?.earlier ?? 0,
            missing: view.sync.missing)
    }

    /// Closes the page and reports the decision. Its end is reported later.
    private func carryOut(_ decision: HeldDecision, _ view: ShellView) -> [PageCommand] {
        let gone = decision.isRestoring ? [] : found?.rows ?? []
        return [
            .leave, .expectDeletions(of: Set(gone.map(\.id))), .carryOut(decision),
            .reply(decision.beginning + view.symbols.ellipsis),
            .edit(DecideHeld(isRestoring: decision.isRestoring)),
        ]
    }
}
