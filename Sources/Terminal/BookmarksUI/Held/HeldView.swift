import Bookmarks
import KeyValueStore
import Screen

/// The screen on which a person decides about deletions that the mass-change brake holds back.
struct HeldView: TextPage {
    static let context = ActionContext.held
    static let section: ActionSection? = .held

    static let subject: Message.Subject? = .sync

    /// The bookmarks that would be deleted; `nil` until they are loaded.
    var found: HeldBookmarks?
    /// How many deletions the latest question was about.
    var asked = 0
    /// How many lines are above the screen.
    var scroll = 0

    func heading(in view: ShellView) -> String { "Deletions" }

    func lines(in view: ShellView) -> [TextLine] {
        guard case .held(let deletions, let total) = view.sync.phase else {
            let text = view.text("No deletions are waiting", "; ", .back, "goes back")
            return [TextLine(text.sentence, .faint)]
        }
        let missing = view.sync.missing
        let earlier = found?.earlier ?? 0
        let all = earlier > 0 ? "all \(grouped(deletions + earlier))" : "them"
        let intro =
            (missing > 0
                ? missingWords(missing, of: deletions, total)
                : "Other devices deleted \(grouped(deletions)) of \(grouped(total)) bookmarks")
            + (earlier > 0
                ? ", and \(grouped(earlier)) more are gone here already. The "
                    + "\(grouped(deletions)) are "
                : ". They are ")
            + [
                view.text("still here", ". ", .acceptDeletions, "deletes them here too"),
                view.keyName(.restoreDeletions).map { "\($0) restores \(all) on all devices" },
                view.keyName(.back).map { "\($0) leaves them as they are" },
            ].compactMap { $0 }.joined(separator: ". ")
            + "; everything else syncs meanwhile."
        let width = view.size.columns - 2
        var lines = view.measure.wrapped(intro, to: width).map { TextLine($0, .warning, at: 1) }
        lines.append(TextLine())
        if found == nil { lines.append(TextLine("Loading" + view.symbols.ellipsis, .faint)) }
        return lines
    }

    /// Words about records that a sealed server lost although no device deleted them.
    private func missingWords(_ missing: Int, of deletions: Int, _ total: Int) -> String {
        let others = deletions - missing
        return "The server lacks \(grouped(missing)) of \(grouped(total)) bookmarks, and no device "
            + "has deleted them: it may have lost them, or this device was away for months"
            + (others > 0 ? "; other devices deleted \(grouped(others)) more" : "")
    }

    func laterCount(in view: ShellView) -> Int {
        guard case .held = view.sync.phase else { return 0 }
        return found?.rows.count ?? 0
    }

    /// A bookmark: its name, and beside it the URL where both can be read.
    func laterLine(_ index: Int, in view: ShellView) -> TextLine {
        guard let row = found?.rows[index] else { return TextLine() }
        let column = max(20, view.size.columns * 2 / 5)
        let isWide = view.size.columns >= 60
        let title = view.measure.truncated(
            row.title, to: isWide ? column - 3 : view.size.columns - 2,
            ellipsis: view.symbols.ellipsis)
        let line = TextLine(title, .title, at: 1)
        return isWide ? line.adding(row.url, .url, at: column) : line
    }
}
