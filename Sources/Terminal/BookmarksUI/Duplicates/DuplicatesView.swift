import Bookmarks
import KeyValueStore
import Replication
import Screen

/// The page of duplicates, with the result of merging them.
struct DuplicatesView: ChoicePage {
    static let context = ActionContext.duplicates
    static let section: ActionSection? = .duplicates
    static let sharedActions: [ActionID] = [.undo, .redo, .nextItem, .previousItem]

    /// The groups; `nil` until they are loaded.
    var groups: [DuplicateGroup]?
    private var lines: [Line] = []
    var choice = Choice()
    var awaitsReturn = false

    /// A row of the page.
    private enum Line: Sendable, Hashable {
        case heading(Int)
        case bookmark(Int, Int)
        case result(Int)

        var group: Int {
            switch self {
            case .heading(let group), .bookmark(let group, _), .result(let group): group
            }
        }
    }

    var count: Int? { groups == nil ? nil : lines.count }
    static let hasPreview = true
    /// The bookmark of the row; for a heading or a result, the one that stays.
    var previewed: PreviewSubject? {
        guard let groups, !lines.isEmpty else { return nil }
        let (group, place) =
            switch lines[min(choice.index, lines.count - 1)] {
            case .heading(let group), .result(let group): (group, 0)
            case .bookmark(let group, let place): (group, place)
            }
        return .bookmark(groups[group].bookmarks[place].id)
    }
    var emptyText: String { "There are no duplicates." }

    func heading(in view: ShellView) -> [String] {
        ["Duplicates"] + (groups.map { [grouped($0.count)] } ?? [])
    }

    /// The group of the selected row.
    var selected: DuplicateGroup? {
        guard let groups, !lines.isEmpty else { return nil }
        return groups[lines[min(choice.index, lines.count - 1)].group]
    }

    /// Selects the first row of the next or the previous group.
    mutating func goToSubject(by step: Int, _ view: ShellView) -> Bool {
        guard let groups, !groups.isEmpty else { return true }
        let group = lines[min(choice.index, lines.count - 1)].group + step
        let wanted = min(max(0, group), groups.count - 1)
        let index = lines.firstIndex { $0 == .heading(wanted) } ?? 0
        move(by: index - choice.index, page: view.rows)
        return true
    }

    /// Shows the requested groups. The selection stays in its group, or at its place. A group that
    /// undo brings back gets selected.
    mutating func show(_ new: [DuplicateGroup], page: Int) {
        let back = takeReturned(among: new.map(\.id), since: groups?.map(\.id))
        let wanted = back ?? selected?.id
        groups = new
        lines = []
        for (index, group) in new.enumerated() {
            if group.id == wanted { choice.index = lines.count }
            lines.append(.heading(index))
            lines += group.bookmarks.indices.map { .bookmark(index, $0) }
            if group.merged != group.bookmarks[0].draft { lines.append(.result(index)) }
        }
        move(by: 0, page: page)
    }

    func drawRow(_ index: Int, _ row: Int, _ view: ShellView, _ pen: inout Pen) {
        guard let groups else { return }
        switch lines[index] {
        case .heading(let group): drawHeading(groups[group], row, &pen)
        case .bookmark(let group, let place):
            let bookmark = groups[group].bookmarks[place]
            let time = CalendarTime(bookmark.added, offset: view.utcOffset)
            draw(
                place == 0 ? "stays" : "goes", bookmark.draft, time.date,
                place == 0 ? .plain : .faint, row, &pen)
        case .result(let group): draw("result", groups[group].merged, "", .title, row, &pen)
        }
    }

    private func drawHeading(_ group: DuplicateGroup, _ row: Int, _ pen: inout Pen) {
        let names = group.differences
        let differ = names.isEmpty ? "all the same" : "other \(names.joinedWithAnd)"
        let text = "\(grouped(group.bookmarks.count)) bookmarks: \(differ)"
        pen.write(text, column: 3, row: row, width: max(0, pen.columns - 4), .label)
    }

    private func draw(
        _ label: String, _ draft: BookmarkDraft, _ date: String, _ role: Role, _ row: Int,
        _ pen: inout Pen
    ) {
        let isWide = pen.columns >= 60
        var end = pen.columns - 1
        let facts = [draft.isArchived ? "archived" : "", isWide ? date : ""]
        let said = facts.filter { !$0.isEmpty }.joined(separator: " ")
        if !said.isEmpty { end = pen.write(said, endingAt: end, row: row, .faint) - 1 }
        pen.write(label, column: 4, row: row, width: max(0, min(6, end - 4)), .faint)
        let tags = draft.tags.map { "#" + $0 }.joined(separator: " ")
        let tagsColumn = isWide ? end - max(0, end - 11) / 5 : end
        let urlColumn = isWide ? 11 + max(0, tagsColumn - 11) * 2 / 5 : end
        let name = draft.name.isEmpty ? draft.url : draft.name
        pen.write(name, column: 11, row: row, width: max(0, urlColumn - 12), role)
        guard isWide else { return }
        pen.write(
            draft.url, column: urlColumn, row: row, width: max(0, tagsColumn - urlColumn - 1), .url)
        pen.write(tags, column: tagsColumn, row: row, width: max(0, end - tagsColumn), .tag)
    }
}
