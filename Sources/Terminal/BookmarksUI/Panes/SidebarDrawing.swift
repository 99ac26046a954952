import Bookmarks
import Screen

extension Sidebar {
    /// - Parameter looked: the first row to show, if the person has scrolled elsewhere.
    func draw(_ view: ShellView, isFocused: Bool, looked: Int?, _ pen: inout Pen) {
        let page = pen.size.rows
        let top = choice.top(count: rows.count, page: page, looked: looked)
        let index = min(choice.index, max(0, rows.count - 1))
        let selected = isFocused ? index : places[view.list.query]
        for (row, index) in zip(0..<page, top..<max(top, rows.count)) {
            draw(rows[index], row, &pen)
            if index == selected { pen.select(row: row) }
        }
    }

    private func draw(_ item: SidebarRow, _ row: Int, _ pen: inout Pen) {
        let (whole, count, column, role) = parts(of: item, pen.symbols)
        var end = pen.columns - 1
        if let count, pen.columns >= 16 {
            end = pen.write(grouped(count), endingAt: end, row: row, .faint) - 1
        }
        // However deep a folder is, half of the row is left for its name.
        let sign = item.icon(pen.symbols)
        let lead = min(column, pen.columns / 2)
        // The sign of an open or closed folder comes first.
        var (text, start) = (whole, lead)
        if sign != nil, case .folder = item {
            start = pen.write(String(text.prefix(2)), column: lead, row: row, role)
            text = String(text.dropFirst(2))
        }
        start = pen.write(icon: sign, column: start, row: row)
        pen.write(text, column: start, row: row, width: max(0, end - start), role)
    }

    private func parts(
        of item: SidebarRow, _ symbols: Symbols
    ) -> (text: String, count: Int?, column: Int, role: Role) {
        switch item {
        case .all(let count): ("All", count, 1, .plain)
        case .unread(let count): ("Unread", count, 1, count > 0 ? .unread : .plain)
        case .archived(let count): ("Archived", count, 1, .plain)
        case .conflicts(let count): ("Conflicts", count, 1, .warning)
        case .trash(let count): ("Trash", count, 1, .plain)
        case .group(let group, let isOpen):
            ((isOpen ? symbols.opened : symbols.closed) + " " + group.title, nil, 1, .label)
        case .folder(let folder, let isOpen):
            (
                (isOpen.map { $0 ? symbols.opened + " " : symbols.closed + " " } ?? "  ")
                    + folder.name, folder.total, 3 + 2 * folder.depth, .plain
            )
        case .tag(let tag): ("#" + tag.name, tag.count, 3, .tag)
        case .search(let name, _, let count): ("@" + name, count, 3, .plain)
        }
    }
}

extension SidebarRow {
    /// The icon before the row's name, if icons are wanted.
    fileprivate func icon(_ symbols: Symbols) -> String? {
        guard let icons = symbols.icons else { return nil }
        return switch self {
        case .all: icons.all
        case .unread: icons.unread
        case .archived: icons.archived
        case .conflicts: icons.conflict
        case .trash: icons.trash
        case .group: nil
        case .folder(_, let isOpen): isOpen == true ? icons.openFolder : icons.folder
        case .tag: icons.tag
        case .search: icons.search
        }
    }
}
