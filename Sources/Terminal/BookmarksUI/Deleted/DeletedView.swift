import Bookmarks
import Replication
import Screen

/// The page of deleted bookmarks and documents that can be restored.
struct DeletedView: BookmarksPage {
    static let context = ActionContext.deleted
    static let section: ActionSection? = .deleted
    static let sharedActions: [ActionID] = [
        .open, .copyURL, .undo, .redo, .mark, .markRange, .markAll, .details,
    ]
    static let holdsDeleted = true
    static let reasonWithoutRows = "Nothing was deleted"

    /// The deleted bookmarks, the latest deleted first; `nil` until they are loaded.
    var rows: [DeletedRow]?
    var choice = Choice()
    var marks = Marks()
    var awaitsReturn = false

    var count: Int? { rows?.count }
    var emptyText: String { "The trash is empty." }
    var sidebarQuery: String? { SidebarRow.trash(0).query }

    var previewed: PreviewSubject? {
        guard let selectedIndex, let row = rows?[selectedIndex] else { return nil }
        return row.documentOf == nil ? .bookmark(row.id) : .deletedDocument(row)
    }

    func id(at index: Int) -> String { rows?[index].id ?? "" }
    func title(at index: Int) -> String { rows?[index].title ?? "" }

    func heading(in view: ShellView) -> [String] {
        let hasDocuments = rows?.contains { $0.documentOf != nil } == true
        return ["Deleted bookmarks" + (hasDocuments ? " and documents" : "")]
            + (rows.map { [grouped($0.count)] } ?? [])
            + [marks.counts(range: range.map(\.count))].compactMap(\.self)
    }

    /// Shows the requested rows. The same row stays selected or, if it is gone, the same place. A
    /// row that undo brings back gets selected.
    mutating func show(_ new: [DeletedRow], page: Int) {
        let back = takeReturned(among: new.map(\.id), since: rows?.map(\.id))
        let wanted = back ?? selectedID
        rows = new
        if let wanted, let index = new.firstIndex(where: { $0.id == wanted }) {
            choice.top = max(0, choice.top + index - choice.index)
            choice.index = index
        }
        settleMarks()
        move(by: 0, page: page)
    }

    func drawRow(_ index: Int, _ row: Int, _ view: ShellView, _ pen: inout Pen) {
        guard let deleted = rows?[index] else { return }
        let time = CalendarTime(deleted.deleted, offset: view.utcOffset)
        let isWide = pen.columns >= 60
        let when =
            pen.columns >= 100
            ? "\(time.dateAndTime) on \(deleted.device)"
            : isWide ? "\(time.date) \(deleted.device)" : time.date
        let end =
            pen.columns < 24
            ? pen.columns
            : pen.write(when, endingAt: pen.columns - 1, row: row, .faint) - 1
        // The name gets most of the room, since a part of the URL tells enough. The URL begins in a
        // fixed column, whatever the length of the device's name.
        let room = pen.columns - (pen.columns >= 100 ? 32 : 22)
        let urlColumn = 4 + max(min(32, room - 20), (room - 3) * 3 / 5)
        let nameEnd = isWide ? min(urlColumn - 1, end) : end
        if isMarked(at: index) {
            pen.write(pen.symbols.mark, column: 2, row: row, .marker)
        }
        pen.write(deleted.title, column: 3, row: row, width: max(0, nameEnd - 3))
        if isWide, end > urlColumn {
            pen.write(
                deleted.documentOf ?? deleted.row.url, column: urlColumn, row: row,
                width: end - urlColumn, deleted.documentOf == nil ? .url : .faint)
        }
    }
}
