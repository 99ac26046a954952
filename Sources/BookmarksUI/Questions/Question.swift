import Bookmarks

/// Something asked before typed text or bookmarks would be lost. Only `y` says yes.
enum Question: Sendable, Hashable {
    case discardForm
    case quitAndDiscard
    case addAgain(BookmarkDraft, name: String)
    case join(JoinPlan)
    case purge(id: String, name: String)

    /// What stands behind a question, where the answer is typed.
    static let tail = " [y/N] "

    func text(_ symbols: Symbols) -> String {
        switch self {
        case .discardForm: "Discard what you typed?"
        case .quitAndDiscard: "Quit and discard what you typed?"
        case .purge(_, let name):
            "Forget \(symbols.quoted(name)) for good, on all devices?"
        case .join(let plan):
            "\(plan.summary). Join them? Nothing is lost"
        case .addAgain(_, let name): "Already here as \(symbols.quoted(name)). Add again?"
        }
    }
}

extension ScreenState {
    /// Leaves the question and does what was asked for, if the answer is yes.
    mutating func answer(_ yes: Bool, _ list: BookmarkList) -> [Effect] {
        guard case .question(let question) = modes.last else { return [] }
        leave()
        switch (question, yes) {
        case (.discardForm, true):
            form = nil
            return []
        case (.quitAndDiscard, true):
            form = nil
            return [.quit]
        case (.addAgain(let draft, _), true):
            form?.isSaving = true
            return [.add(draft, evenIfThere: true)]
        case (.purge(let id, _), true):
            return [.purge(id: id)]
        case (.join(let plan), true):
            reply("Joining \(grouped(plan.own)) bookmarks" + symbols.ellipsis)
            return [.join]
        case (.join, false):
            say(.info, "Nothing was sent; R asks again, C stays apart", about: .sync)
            return []
        case (.discardForm, false), (.quitAndDiscard, false), (.addAgain, false), (.purge, false):
            return []
        }
    }
}
