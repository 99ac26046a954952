import Bookmarks
import KeyValueStore
import Screen

/// The screen on which a person decides about deletions that the mass-change brake holds back.
struct HeldView: TextPage {
    /// The bookmarks that would be deleted, as far as they are shown; `nil` until they are loaded.
    var rows: [BookmarkRow]?
    /// How many were deleted shortly before, and are gone here too.
    var earlier = 0
    /// How many lines are above the screen.
    var scroll = 0

    func heading(in state: ScreenState) -> String { "Deletions" }

    func lines(in state: ScreenState) -> [TextLine] {
        guard case .held(let deletions, let total) = state.sync.phase else {
            let text = state.text("Nothing is held back any more", "; ", .back, "goes back")
            return [TextLine(text + ".", .faint)]
        }
        let intro =
            "Other devices deleted \(grouped(deletions)) of \(grouped(total)) bookmarks"
            + (earlier > 0 ? ", after \(grouped(earlier)) that are gone here already" : "")
            + ". They are "
            + [
                state.text("still here", ". ", .acceptDeletions, "deletes them here too"),
                state.keyName(.restoreDeletions).map { "\($0) brings them back on all devices" },
                state.keyName(.back).map { "\($0) leaves them as they are" },
            ].compactMap { $0 }.joined(separator: ". ")
            + "; everything else is synced meanwhile."
        let width = state.size.columns - 2
        var lines = state.measure.wrapped(intro, to: width).map { TextLine($0, .warning, at: 1) }
        lines.append(TextLine())
        guard let rows else {
            return lines + [TextLine("Loading" + state.symbols.ellipsis, .faint)]
        }
        // The URL stands beside the name where both can be read, else below it.
        let column = max(20, state.size.columns * 2 / 5)
        let isWide = state.size.columns >= 60
        for row in rows {
            let title = state.measure.truncated(
                row.title, to: isWide ? column - 3 : width, ellipsis: state.symbols.ellipsis)
            let line = TextLine(title, .title, at: 1)
            lines += isWide ? [line.adding(row.url, .url, at: column)] : [line]
        }
        if deletions > rows.count {
            lines.append(TextLine("and \(grouped(deletions - rows.count)) more", .faint, at: 1))
        }
        return lines
    }
}

extension ScreenState {
    /// The open view of what is held back, if any; there is at most one.
    var heldView: HeldView? {
        get { modes.lazy.compactMap { if case .held(let it) = $0 { it } else { nil } }.last }
        set { replace(newValue.map(Mode.held)) { if case .held = $0 { true } else { false } } }
    }

    /// Leaves the view and says what was decided.
    mutating func decideHeld(_ action: ActionID) -> [Effect] {
        guard case .held(let deletions, _) = sync.phase else {
            reply("Nothing is held back any more")
            return []
        }
        let earlier = heldView?.earlier ?? 0
        heldView = nil
        let them = deletions == 1 ? "1 bookmark" : "\(grouped(deletions)) bookmarks"
        switch action {
        case .acceptDeletions:
            say(.info, "Deleted \(them) here too, as the other devices did")
            return [.acceptDeletions]
        default:
            let kept = "Kept \(them)" + (earlier > 0 ? ", \(grouped(earlier)) more come back" : "")
            say(.info, kept + "; the other devices get them back when they sync")
            return [.restoreDeletions]
        }
    }
}
