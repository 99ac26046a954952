import Bookmarks
import KeyValueStore
import Screen

extension ActionContext {
    /// The deletions that the mass-change brake holds back.
    public static let held = ActionContext("held", called: "waiting deletions")
}

extension ActionSection {
    public static let held = ActionSection("Among deletions that wait for you")
}

extension ActionID {
    public static let acceptDeletions = ActionID("accept-deletions")
    public static let restoreDeletions = ActionID("restore-deletions")
}

extension HeldView {
    static let actions = [
        Action(
            .acceptDeletions, [.character("a")],
            "Accept the waiting deletions of other devices", .held, in: [.held],
            hint: ActionHint(label: "delete here too", priority: 90)),
        Action(
            .restoreDeletions, [.character("r")],
            "Reject the waiting deletions; restore the bookmarks everywhere", .held,
            in: [.held], hint: ActionHint(label: "restore", priority: 92)),
    ]

    /// Syncing waits for the decision.
    static func opened(by action: ActionID, in view: ShellView) -> HeldView? {
        if action == .sync, case .held = view.sync.phase { HeldView() } else { nil }
    }

    /// Leaves and says what was decided. That it is done is said when it is.
    mutating func perform(_ action: ActionID, _ view: ShellView) -> [PageCommand]? {
        guard case .held(let deletions, _) = view.sync.phase else {
            return [.reply("No deletions are waiting")]
        }
        let decision = HeldDecision(
            isRestoring: action == .restoreDeletions, held: deletions,
            earlier: found?.earlier ?? 0, missing: view.sync.missing)
        let gone = decision.isRestoring ? [] : found?.rows ?? []
        return [
            .leave, .expectDeletions(of: Set(gone.map(\.id))), .begin(decision),
            .reply(decision.beginning + view.symbols.ellipsis),
            .edit(DecideHeld(isRestoring: decision.isRestoring)),
        ]
    }
}
