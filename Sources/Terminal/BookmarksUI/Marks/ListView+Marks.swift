import Bookmarks

extension ListView {
    /// The indices of the rows in the range.
    var markedRange: ClosedRange<Int>? {
        guard let anchor = marks.anchor else { return nil }
        return min(anchor.index, selection.index)...max(anchor.index, selection.index)
    }

    /// Whether a row is marked, or in the range.
    func isMarked(_ id: String, at index: Int) -> Bool {
        marks.ids.contains(id) || markedRange?.contains(index) == true
    }

    /// Returns the number of bookmarks for an action on marked ones; a range counts.
    func markedCount(_ list: BookmarkList) -> Int {
        guard let range = markedRange?.clamped(to: 0...max(0, list.count - 1)), list.count > 0
        else { return marks.ids.count }
        if marks.ids.isEmpty { return range.count }
        let ids = list.ids(at: range.lowerBound..<range.upperBound + 1)
        return marks.ids.count + ids.count { !marks.ids.contains($0) }
    }

    /// Marks or unmarks the selected bookmark and goes to the next one, or ends the range.
    mutating func toggleMark(in list: BookmarkList, page: Int) {
        guard let id = selection.id, list.count > 0 else { return }
        if marks.anchor != nil { return endRange(in: list) }
        if marks.ids.remove(id) == nil { marks.ids.insert(id) }
        moveSelection(by: 1, in: list, page: page)
    }

    /// Begins a range at the selected bookmark, or ends it.
    mutating func toggleRange(in list: BookmarkList) {
        guard let id = selection.id, list.count > 0 else { return }
        if marks.anchor != nil { return endRange(in: list) }
        marks.anchor = Marks.Anchor(id: id, index: selection.index)
    }

    /// Marks all visible bookmarks or, if all are marked, unmarks them.
    mutating func markAll(in list: BookmarkList) {
        let shown = list.ids(at: 0..<list.count)
        if shown.contains(where: { !marks.ids.contains($0) }) {
            marks.ids.reserveCapacity(list.count)
            marks.ids.formUnion(shown)
        } else {
            marks.ids.subtract(shown)
        }
    }

    /// Unmarks changed bookmarks that are no longer visible, because the next key would change them
    /// unseen.
    mutating func unmarkHidden(among changed: [String], _ list: BookmarkList) {
        if marks.ids.isEmpty { return }
        let marked = changed.filter(marks.ids.contains)
        if marked.isEmpty || list.isPartial { return }
        if marked.count > Self.fewMarks {
            let shown = Set(list.ids(at: 0..<list.count))
            marks.ids.subtract(marked.filter { !shown.contains($0) })
        } else {
            marks.ids.subtract(marked.filter { list.index(of: $0, near: -1) == nil })
        }
    }

    /// Marks the bookmarks of the range, if there is one.
    mutating func endRange(in list: BookmarkList) {
        if let range = markedRange?.clamped(to: 0...max(0, list.count - 1)), list.count > 0 {
            marks.ids.formUnion(list.ids(at: range.lowerBound..<range.upperBound + 1))
        }
        marks.anchor = nil
    }

    /// Finds the beginning of the range again after the list may have changed, and drops marks of
    /// bookmarks that are gone.
    mutating func settleMarks(in list: BookmarkList) {
        if let anchor = marks.anchor {
            if let index = list.index(of: anchor.id, near: anchor.index) {
                marks.anchor?.index = index
            } else if list.count > 0 {
                let index = min(anchor.index, list.count - 1)
                marks.anchor = Marks.Anchor(id: list[index].id, index: index)
            } else {
                marks.anchor = nil
            }
        }
        guard list.departures != departures, !list.isPartial else { return }
        defer { departures = list.departures }
        if let departed = list.departed(since: departures) {
            // A bookmark that was restored since is no longer marked.
            for id in departed { marks.ids.remove(id) }
            return
        }
        let isThere = { list.contains(id: $0) || list.isDeleted(id: $0) }
        if !marks.ids.allSatisfy(isThere) { marks.ids = marks.ids.filter(isThere) }
    }
}

extension ScreenState {
    /// Returns the number of bookmarks for an action on marked ones; a range counts.
    func markedCount(_ list: BookmarkList) -> Int {
        shell.frontBookmarks?.markedCount ?? listView.markedCount(list)
    }

    mutating func performMark(_ action: ActionID, _ list: BookmarkList) {
        if shell.bookmarksPage != nil {
            let page = max(1, shell.layout.text.count)
            shell.bookmarksPage?.mark(action, page: page)
            return
        }
        guard listView.selection.id != nil, list.count > 0 else { return }
        switch action {
        case .mark, .markHit: listView.toggleMark(in: list, page: shell.quietLayout.page)
        case .markRange: listView.toggleRange(in: list)
        case .markAll: markAll(in: list)
        default: break
        }
    }

    /// Marks all visible bookmarks, or reports why that is not possible.
    private mutating func markAll(in list: BookmarkList) {
        guard !list.hasGuessed else {
            let what = "These are guesses: no bookmark has the words of the filter"
            return shell.reply(shell.text(what, .mark, to: "mark one"), .warning)
        }
        guard !list.isPartial else {
            shell.reply("The list is still loading; press the key again", .warning)
            return
        }
        listView.markAll(in: list)
    }
}

extension ActionID {
    /// Whether the range stays: moving the selection does not end it.
    var keepsRange: Bool {
        switch self {
        case .down, .up, .first, .last, .pageDown, .pageUp, .halfPageDown, .halfPageUp, .mark,
            .markRange, .clear, .redraw, .suspend, .help, .messages, .quit, .quitAnywhere:
            true
        default: false
        }
    }
}
