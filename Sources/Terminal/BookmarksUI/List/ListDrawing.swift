import Bookmarks
import Replication
import Screen

/// Draws the headings of the columns and the visible rows; reads no other rows.
func drawList(_ state: ScreenState, _ list: BookmarkList, _ layout: Layout, _ pen: inout Pen) {
    if let mistake = state.shell.filterMistake {
        // The former list would look like an answer to the typed text.
        return drawCentered(state.lines(about: mistake), layout.rows, &pen)
    }
    let columns = ListColumns(layout, state.listView.columns, list.shownOrder)
    if let heading = layout.heading, list.total + list.count > 0 {
        drawHeadings(list.shownOrder, columns, heading, &pen)
    }
    guard let selected = shownIndex(state, list) else {
        drawEmpty(state, list, layout, &pen)
        return
    }
    let top = shownTop(state, list, layout)
    let step = layout.rowsPerBookmark
    for (line, index) in (top..<min(list.count, top + layout.page)).enumerated() {
        let row = layout.rows.lowerBound + line * step
        let bookmark = list[index]
        let right = Right.end(of: bookmark, state, list.shownOrder, columns)
        if step == 1 {
            drawOneLine(bookmark, state, list, right, columns, row, &pen)
        } else {
            drawTwoLines(bookmark, state, list.search, right, row, &pen)
        }
        let isMarked = state.listView.isMarked(bookmark.id, at: index)
        let isSaved = state.listView.saved.contains(bookmark.id)
        if isMarked { pen.write(pen.symbols.mark, column: 2, row: row, .marker) }
        if bookmark.hasConflict {
            pen.write(pen.symbols.conflict, column: 0, row: row, .warning)
        } else if state.activities.links.isBroken(bookmark.id) {
            pen.write(pen.symbols.broken, column: 0, row: row, .warning)
        } else if isSaved {
            pen.write(pen.symbols.saved, column: 0, row: row, .faint)
        }
        // A saved bookmark is no loss if its link is dead, so one sign must not hide the other.
        if isSaved, !isMarked, bookmark.hasConflict || state.activities.links.isBroken(bookmark.id)
        {
            pen.write(pen.symbols.saved, column: 2, row: row, .faint)
        }
        if index == selected {
            pen.write(">", column: 1, row: row, .marker)
            for row in row..<min(row + step, layout.rows.upperBound) { pen.select(row: row) }
        }
    }
}

/// The right end of a row: the device that changed it, else a sign that its page is gone, else the
/// age by which the list is sorted.
private struct Right {
    var device: String?
    var isBroken = false
    var time = ""

    // This is no initializer, because that would copy the state for each row.
    static func end(
        of bookmark: BookmarkRow, _ state: ScreenState, _ order: SortOrder, _ columns: ListColumns
    ) -> Right {
        if let device = state.listView.remoteChanges[bookmark.id] { return Right(device: device) }
        if bookmark.isDeleted { return Right(time: "deleted") }
        if state.activities.links.isBroken(bookmark.id), state.shell.size.columns >= 32 {
            return Right(isBroken: true)
        }
        guard columns.hasTimeAtEnd, let column = columns.time else { return Right() }
        return Right(time: text(column.kind, state, order, bookmark))
    }

    static func text(
        _ kind: ListColumn.Kind, _ state: ScreenState, _ order: SortOrder, _ bookmark: BookmarkRow
    ) -> String {
        if order.field == .frequency {
            return bookmark.opens > 0 ? grouped(bookmark.opens) + state.shell.symbols.times : ""
        }
        guard let time = order.field.time(of: bookmark) else { return "" }
        let date = CalendarTime(time, offset: state.shell.utcOffset)
        guard kind == .age else { return date.date }
        return RelativeTime.short(time, now: state.shell.now, year: date.year)
    }

    /// Draws the end, and returns the column before which the rest of the row must end.
    func draw(_ row: Int, _ pen: inout Pen) -> Int {
        if let device { return drawMark(device, row, &pen) - 1 }
        if isBroken {
            return pen.write("broken", endingAt: pen.columns - 1, row: row, .warning) - 1
        }
        guard !time.isEmpty else { return pen.columns - 1 }
        return pen.write(time, endingAt: pen.columns - 1, row: row, .faint) - 1
    }
}

/// Returns the index of the first visible bookmark. While a long message covers the bottom of the
/// list, the selected bookmark stays visible, unless the person has scrolled elsewhere.
func shownTop(_ state: ScreenState, _ list: BookmarkList, _ layout: Layout) -> Int {
    if let top = state.shell.pointer.lookedTops[.list] {
        return max(0, min(top, list.count - layout.page))
    }
    let top = max(0, min(state.listView.selection.top, list.count - 1))
    guard let selected = shownIndex(state, list) else { return top }
    return max(top, selected - layout.page + 1)
}

private func drawOneLine(
    _ bookmark: BookmarkRow, _ state: ScreenState, _ list: BookmarkList, _ right: Right,
    _ columns: ListColumns, _ row: Int, _ pen: inout Pen
) {
    let query = list.search
    let end = right.draw(row, &pen)
    func visible(_ place: Range<Int>, _ end: Int) -> Range<Int> {
        place.lowerBound..<max(place.lowerBound, min(place.upperBound, end))
    }
    let hidden = state.hiddenPart(
        of: bookmark, query, tagsIn: columns[.tags].map { visible($0, end) })
    let icon = bookmark.icon(pen.symbols)
    let place = hidden.map { _ in
        let nameWidth =
            pen.measure.width(bookmark.title) + (icon.map { pen.measure.width($0) + 1 } ?? 0)
        return columns.placeOfPart(besideName: nameWidth, end: end) { kind in
            switch kind {
            case .host, .url: !query.hits(in: bookmark.url, of: .url).isEmpty
            // Hits in other tags are in the hidden part.
            default: false
            }
        }
    }
    for column in columns.placed {
        if column.kind != .name, let place, place.overlaps(column.columns) { continue }
        let before = column.kind == .name ? place.map { $0.lowerBound - 1 } : nil
        let range = visible(column.columns, min(end, before ?? end))
        func part(_ text: String, _ field: Query.ShownField, _ role: Role) {
            pen.write(text, query.hits(in: text, of: field), columns: range, row: row, role)
        }
        switch column.kind {
        case .name:
            let start = pen.write(icon: icon, column: range.lowerBound, row: row)
            pen.write(
                bookmark.title, query.hits(in: bookmark.title, of: bookmark.titleField),
                columns: start..<max(start, range.upperBound), row: row,
                bookmark.isUnread ? .unread : .plain)
        case .host: part(address(bookmark, query, range.count, pen), .url, .host)
        case .url: part(bookmark.url, .url, .url)
        case .tags:
            let tags = bookmark.hashedTags
            part(tags, .tags, .tag)
            pen.noteTags(in: tags, row: row, columns: range)
        case .age, .date:
            // In the last column, it is at the right end, where a device may replace it.
            if columns.hasTimeAtEnd { break }
            let text = Right.text(column.kind, state, list.shownOrder, bookmark)
            pen.write(text, endingAt: range.upperBound, row: row, .faint)
        }
    }
    if let hidden, let place { pen.write(hidden, columns: place, row: row) }
}

/// Returns the host, or a part of the address with a hit that the host does not contain.
private func address(
    _ bookmark: BookmarkRow, _ query: Query, _ width: Int, _ pen: Pen
) -> String {
    let host = bookmark.shownHost
    if query.isEmpty { return host }
    let hits = query.hits(in: bookmark.url, of: .url)
    guard let first = hits.map(\.lowerBound).min(),
        let shown = bookmark.url.firstRange(of: host),
        !hits.contains(where: { $0.overlaps(shown) })
    else { return host }
    let before = bookmark.url[..<first]
    // Some letters before the hit show where it is.
    let lead = before.suffix(max(0, min(6, width / 3)))
    let start = lead.count < before.count ? pen.symbols.ellipsis : ""
    return start + lead + bookmark.url[first...]
}

private func drawTwoLines(
    _ bookmark: BookmarkRow, _ state: ScreenState, _ query: Query, _ right: Right, _ row: Int,
    _ pen: inout Pen
) {
    let end = right.draw(row, &pen)
    let title = bookmark.title
    let start = pen.write(icon: bookmark.icon(pen.symbols), column: 3, row: row)
    pen.write(
        title, query.hits(in: title, of: bookmark.titleField), columns: start..<max(start, end),
        row: row,
        bookmark.isUnread ? .unread : .plain)
    if let hidden = state.hiddenPart(of: bookmark, query, tagsIn: nil) {
        return pen.write(hidden, columns: 5..<max(5, pen.columns - 1), row: row + 1)
    }
    let url = bookmark.url
    pen.write(
        url, query.hits(in: url, of: .url), columns: 5..<max(5, pen.columns - 1), row: row + 1,
        .url)
}

extension BookmarkRow {
    /// Returns the icon of the host, if icons are wanted.
    fileprivate func icon(_ symbols: Symbols) -> String? {
        symbols.icons?.host(of: url, shownHost)
    }

    /// The field that ``title`` comes from.
    fileprivate var titleField: Query.ShownField { name.isEmpty ? .url : .name }
}

/// Draws the device of a change at the end of the row, and returns the column where it begins. The
/// name of the device takes at most a third of the row, and is left out in the smallest ones.
private func drawMark(_ device: String, _ row: Int, _ pen: inout Pen) -> Int {
    let mark = pen.columns < 32 ? pen.symbols.from : "\(pen.symbols.from) \(device)"
    let shown = pen.measure.truncated(
        mark, to: pen.columns / 3, ellipsis: pen.symbols.ellipsis)
    return pen.write(shown, endingAt: pen.columns - 1, row: row, .device)
}

private func drawHeadings(
    _ order: SortOrder, _ columns: ListColumns, _ row: Int, _ pen: inout Pen
) {
    func heading(_ name: String, _ field: SortOrder.Field?) -> String {
        guard field == order.field else { return name }
        return name + " " + (order.isDescending ? pen.symbols.descending : pen.symbols.ascending)
    }
    for column in columns.placed {
        let place = column.columns
        func write(_ text: String, _ field: SortOrder.Field?) {
            pen.write(text, column: place.lowerBound, row: row, width: place.count, .heading)
            pen.note(field.map { .sort($0) }, row: row, columns: place)
        }
        switch column.kind {
        case .name: write(heading("Name", .name), .name)
        case .host: write(heading("Host", .url), .url)
        case .url: write(heading("URL", .url), .url)
        case .tags: write("Tags", nil)
        case .age where columns.hasTimeAtEnd, .date where columns.hasTimeAtEnd: break
        case .age, .date:
            let name = order.field.heading.map { heading($0, order.field) } ?? "Added"
            write(name, order.field.heading == nil ? .added : order.field)
        }
    }
    if columns.time != nil, !columns.hasTimeAtEnd { return }
    // The times are below it if there is room for them.
    func writeAtEnd(_ text: String, _ field: SortOrder.Field) {
        let end = pen.columns - 1
        let start = pen.write(text, endingAt: end, row: row, .heading)
        pen.note(.sort(field), row: row, columns: start..<end)
    }
    if let name = order.field.heading {
        writeAtEnd(heading(name, order.field), order.field)
    } else if columns.time != nil {
        writeAtEnd("Added", .added)
    } else if order.field == .url, columns[.url] == nil, columns[.host] == nil {
        writeAtEnd(heading("URL", .url), .url)
    }
}
