import Bookmarks
import Screen

extension ActionContext {
    /// The page of a bookmark's details.
    public static let detail = ActionContext("detail", called: "details")
}

extension ActionSection {
    public static let detail = ActionSection("In the details of a bookmark")
}

extension ActionID {
    public static let details = ActionID("details")
    public static let takeOther = ActionID("take-other")
    public static let settle = ActionID("settle")
    public static let nextBookmark = ActionID("next-bookmark")
    public static let previousBookmark = ActionID("previous-bookmark")
    public static let scrollDown = ActionID("scroll-down")
    public static let scrollUp = ActionID("scroll-up")
}

extension Detail {
    static let actions = [
        Action(
            .details, [.character("l"), .right], "Show all details of the bookmark", .view,
            in: [.list], hint: ActionHint(label: "details", priority: 40), need: .bookmark,
            also: "info view inspect read whole history changes versions"),
        Action(
            .nextBookmark, [.character("j"), .control("n")], "Show the next bookmark", .detail,
            in: [.detail], hint: ActionHint(label: "next", priority: 79)),
        Action(
            .previousBookmark, [.character("k"), .control("p")], "Show the previous bookmark",
            .detail, in: [.detail]),
        Action(
            .scrollDown, [.down], "Go down a line, or to the next bookmark if all fits",
            .detail, in: [.detail]),
        Action(
            .scrollUp, [.up], "Go up a line, or to the previous bookmark if all fits",
            .detail, in: [.detail]),
        Action(
            .takeOther, [.character("x")],
            "Use the other value instead, or choose among several",
            .detail, in: [.detail, .preview], hint: ActionHint(label: "take other", priority: 98),
            need: .page, also: "settle conflict"),
        Action(
            .settle, [.character("K")], "Keep this value and drop the others", .detail,
            in: [.detail, .preview], hint: ActionHint(label: "keep this", priority: 97),
            need: .page, also: "settle conflict"),
    ]

    static func opened(by action: ActionID, in view: ShellView) -> Detail? {
        action == .details ? view.target.map { Detail(id: $0) } : nil
    }

    func reason(against action: ActionID, _ view: ShellView) -> String? {
        Self.reason(
            against: action, shown?.bookmark, shown?.here ?? KnownHere(),
            view.keyName(.showDocuments))
    }

    /// Returns the reason why an action cannot settle a conflict of a bookmark; `nil` if it can.
    ///
    /// - Parameter key: the name of the key that shows the documents.
    static func reason(
        against action: ActionID, _ bookmark: Bookmark?, _ here: KnownHere, _ key: String?
    ) -> String? {
        if bookmark?.lostValues.isEmpty == false { return nil }
        if here.conflicts.isEmpty {
            return "There is no other value: this bookmark has no conflict"
        }
        if action != .takeOther { return nil }
        return "To take another version of a document"
            + (key.map { ": \($0), then choose it among the versions" } ?? ", open its documents")
    }

    func label(of action: ActionID, _ usual: String) -> String? {
        switch action {
        // In this context, j and k are also the keys for the next and the previous bookmark.
        case .nextItem, .previousItem: nil
        case .takeOther: Self.labelOfTaking(usual, from: shown?.bookmark)
        default: usual
        }
    }

    /// Returns the word for taking the other value. It names the field, since a bookmark may have
    /// conflicts in several.
    static func labelOfTaking(_ usual: String, from bookmark: Bookmark?) -> String {
        guard let bookmark, let lost = bookmark.lostValues.first else { return usual }
        return "\(bookmark.hasSeveralValues(besides: lost) ? "choose" : usual) \(lost.field)"
    }

    mutating func perform(_ action: ActionID, _ view: ShellView) -> [PageCommand]? {
        switch action {
        case .nextBookmark: return [.goToBookmark(by: 1)]
        case .previousBookmark: return [.goToBookmark(by: -1)]
        // If everything is visible, there is nothing to scroll.
        case .scrollDown, .scrollUp:
            guard PageText(self, in: view).count <= view.rows else { return nil }
            return [.goToBookmark(by: action == .scrollDown ? 1 : -1)]
        case .takeOther, .settle:
            return (shown?.bookmark).map { Self.settling($0, by: action) } ?? []
        default: return nil
        }
    }

    /// Chooses the other value of a conflict, or keeps the shown one. Among several other values,
    /// the person chooses.
    static func settling(_ bookmark: Bookmark, by action: ActionID) -> [PageCommand] {
        if action == .settle { return [.edit(SettleConflict(id: bookmark.id))] }
        guard let lost = bookmark.lostValues.first else { return [] }
        return bookmark.hasSeveralValues(besides: lost)
            ? [.push(ConflictChoices(bookmark, field: lost.field))]
            : [.edit(TakeLost(lost, of: bookmark.id))]
    }
}

extension Bookmark {
    /// Whether the field of a value has further ones that lost.
    func hasSeveralValues(besides lost: LostValue) -> Bool {
        lostValues.count { $0.field == lost.field } > 1
    }
}
