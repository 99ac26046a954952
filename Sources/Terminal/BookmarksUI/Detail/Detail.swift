import Bookmarks
import Documents
import Replication
import Screen

/// The page of a whole bookmark.
struct Detail: TextPage {
    static let context = ActionContext.detail
    static let section: ActionSection? = .detail
    static let sharedActions: [ActionID] = [.nextItem, .previousItem]

    let id: String
    /// The shown bookmark; `nil` until it is loaded.
    var shown: ShownBookmark?
    var bookmark: Bookmark? { shown?.bookmark }
    /// The number of lines above the screen.
    var scroll = 0

    init(id: String) {
        self.id = id
    }

    func heading(in view: ShellView) -> [String] { ["Details"] }

    func notice(in view: ShellView) -> String? { shown == nil ? waitingText(in: view) : nil }

    func lines(in view: ShellView) -> [TextLine] {
        guard let shown else { return [] }
        let width = view.size.columns - Self.textColumn - 1
        var lines: [TextLine] = [TextLine()]
        let facts = shown.facts { conflict in
            settling(conflict, view)
        } date: {
            CalendarTime($0, offset: view.utcOffset).dateAndTime
        } quoted: {
            view.symbols.quoted($0)
        }
        for fact in facts {
            if fact.label == "Notes" { lines.append(TextLine()) }
            for (number, part) in view.measure.wrapped(fact.text, to: width).enumerated() {
                let label = TextLine(number == 0 ? fact.label : "", .label)
                lines.append(label.adding(piece(part, of: fact, shown.bookmark)))
            }
        }
        return lines
    }

    /// Returns the keys that settle a conflict of a document.
    private func settling(_ conflict: DocumentConflict, _ view: ShellView) -> String {
        let keep = view.keys.name(of: .settle, in: .detail).map {
            "\($0) to keep the current version"
        }
        let see = view.hint(.showDocuments, to: "see the versions")
        return [keep, see].compactMap(\.self).joined(separator: ", ")
    }

    /// Returns a line of a fact. A click on a tag or the folder filters by it.
    private func piece(_ text: String, of fact: BookmarkFact, _ bookmark: Bookmark) -> TextLine {
        switch fact.label {
        case "Tags": TextLine(tags: text, of: bookmark.tags, at: Self.textColumn)
        case "Folder":
            TextLine(folder: text, of: bookmark.folder, fact.role, at: Self.textColumn)
        default: TextLine(text, fact.role, at: Self.textColumn)
        }
    }

    private static let textColumn = 11
}
