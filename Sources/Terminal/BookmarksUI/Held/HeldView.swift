import Bookmarks
import KeyValueStore
import Screen

/// The screen on which a person decides about deletions that the mass-change brake holds back.
struct HeldView: BookmarksPage {
    static let context = ActionContext.held
    static let section: ActionSection? = .held

    static let sharedActions: [ActionID] = [.open, .copyURL, .details]
    static let holdsDeleted = false
    static let reasonWithoutRows = "No deletions are waiting"

    static let subject: Message.Subject? = .sync

    /// Whether browsers made the deletions, and not other devices.
    var isOfBrowsers = false
    /// The bookmarks that would be deleted; `nil` until they are loaded.
    var found: HeldBookmarks?
    /// The number of deletions in the latest question.
    var asked = 0
    var choice = Choice()
    /// The decision is about all of them, so none can be marked.
    var marks = Marks()

    var count: Int? { found.map { $0.rows.count + $0.documents.count } }
    var emptyText: String { "No deletions are waiting." }

    /// The bookmark of the row: of a document, too, so that the keys open it and show its details.
    func id(at index: Int) -> String {
        bookmark(at: index)?.id ?? document(at: index)?.bookmark ?? ""
    }
    func title(at index: Int) -> String {
        bookmark(at: index)?.title ?? document(at: index)?.title ?? ""
    }

    private func bookmark(at index: Int) -> BookmarkRow? {
        found.flatMap { index < $0.rows.count ? $0.rows[index] : nil }
    }

    /// Documents are below all bookmarks.
    private func document(at index: Int) -> HeldDocument? {
        found.flatMap { found in
            let place = index - found.rows.count
            return found.documents.indices.contains(place) ? found.documents[place] : nil
        }
    }

    func heading(in view: ShellView) -> [String] { ["Deletions"] }

    /// Returns the introduction: the waiting deletions, and the keys that decide about them.
    func linesAbove(in view: ShellView) -> [TextLine] {
        let count = isOfBrowsers ? found?.rows.count ?? view.sync.browserDeletions : 0
        if count > 0 { return lines(introOfBrowsers(count, view), view) }
        guard !isOfBrowsers, case .held(let deletions, let total) = view.sync.phase else {
            return []
        }
        let missing = view.sync.missing
        let earlier = found?.earlier ?? 0
        let all = earlier > 0 ? "all \(grouped(deletions + earlier))" : "them"
        let intro =
            (missing > 0
                ? missingWords(missing, of: deletions, total, view.sync)
                : "Other devices deleted \(view.sync.words(forDeletions: deletions, of: total))")
            + (earlier > 0
                ? ", and \(moreAreGone(earlier)). The "
                    + (deletions == 1 ? "one is " : "\(grouped(deletions)) are ")
                : deletions == 1 ? ". It is " : ". They are ")
            + stillHere(toRestore: "restore \(all) on all devices", view)
            + " Everything else keeps syncing."
        return lines(intro, view)
    }

    /// Returns the end of a sentence about held deletions, and the keys that decide.
    private func stillHere(toRestore restore: String, _ view: ShellView) -> String {
        let hints = [
            view.hint(.acceptDeletions, to: "delete them here too"),
            view.hint(.restoreDeletions, to: restore),
            view.hint(.back, to: "leave them as they are"),
        ].compactMap(\.self)
        let press = hints.isEmpty ? "" : " Press \(hints.joined(separator: ", "))."
        return "still here." + press
    }

    private func lines(_ intro: String, _ view: ShellView) -> [TextLine] {
        view.measure.wrapped(intro, to: view.size.columns - 2).map { TextLine($0, .warning, at: 1) }
            + [TextLine()]
    }

    private func introOfBrowsers(_ count: Int, _ view: ShellView) -> String {
        let browsers = found?.browsers ?? []
        let which = browsers.isEmpty ? "" : " (\(browsers.joined(separator: "; ")))"
        return "\(browsers.count > 1 ? "Browsers" : "A browser")\(which) deleted "
            + "\(counted(count, "bookmark")) at once. \(count == 1 ? "It is" : "They are") "
            + stillHere(toRestore: "keep them", view)
    }

    /// Returns words about records that a sealed server lost although no device deleted them.
    private func missingWords(
        _ missing: Int, of deletions: Int, _ total: Int, _ sync: SyncState
    ) -> String {
        let others = deletions - missing
        return "The server lacks \(sync.words(forMissing: total)), and no device has deleted them: "
            + "it may have lost them, or this device was away for months"
            + (others > 0 ? "; other devices deleted \(grouped(others)) more" : "")
    }

    /// Draws a bookmark with its URL or, if there is room, a document with its bookmark.
    func drawRow(_ index: Int, _ row: Int, _ view: ShellView, _ pen: inout Pen) {
        let note = bookmark(at: index)?.url ?? document(at: index)?.words ?? ""
        let column = max(20, pen.columns * 2 / 5)
        let isWide = pen.columns >= 60
        let end = isWide ? column - 2 : pen.columns - 1
        pen.write(title(at: index), column: 3, row: row, width: max(0, end - 3))
        guard isWide else { return }
        let role: Role = bookmark(at: index) == nil ? .faint : .url
        pen.write(note, column: column, row: row, width: pen.columns - column - 1, role)
    }
}

extension SyncState {
    /// Returns the held deletions in words: `12 of 30 bookmarks and 2 documents`.
    func words(forDeletions deletions: Int, of total: Int) -> String {
        countedDeletions(deletions, documents: heldDocuments, ofBookmarks: total)
    }

    /// Returns in words what a sealed server lacks: `3 of 30 bookmarks`.
    func words(forMissing total: Int) -> String {
        heldDocuments == 0
            ? "\(grouped(missing)) of \(grouped(total)) bookmarks"
            : "\(grouped(missing)) bookmarks and documents"
    }

    /// Whether the key that syncs opens the page of deletions in browsers, because nothing else
    /// waits.
    var asksAboutBrowsers: Bool {
        browserDeletions > 0 && (phase == .idle || phase == .offline)
    }
}

/// Returns words for bookmarks that were deleted here before the held ones: `2 more are gone here
/// already`.
public func moreAreGone(_ count: Int) -> String {
    "\(grouped(count)) more \(count == 1 ? "is" : "are") gone here already"
}
