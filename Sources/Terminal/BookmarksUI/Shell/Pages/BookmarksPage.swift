import Bookmarks

/// A page of bookmarks that can be selected and marked as in the list, so that the list's actions
/// work on it.
protocol BookmarksPage: ChoicePage {
    /// Whether its bookmarks are deleted.
    static var holdsDeleted: Bool { get }
    /// The reason why actions are not possible without rows.
    static var reasonWithoutRows: String { get }

    /// The marks of the page; the list has its own.
    var marks: Marks { get set }
    func id(at index: Int) -> String
    func title(at index: Int) -> String
}

extension BookmarksPage {
    static var hasPreview: Bool { true }
    var bookmarksPage: (any BookmarksPage)? { self }
    var previewed: PreviewSubject? { selectedID.map { .bookmark($0) } }

    /// The indices of the rows in the range.
    var range: ClosedRange<Int>? {
        guard let anchor = marks.anchor else { return nil }
        return min(anchor.index, choice.index)...max(anchor.index, choice.index)
    }

    var selectedIndex: Int? { count.flatMap { $0 == 0 ? nil : min(choice.index, $0 - 1) } }
    var selectedID: String? { selectedIndex.map { id(at: $0) } }

    private var idsInRange: [String] {
        guard let range, let count, count > 0 else { return [] }
        return range.clamped(to: 0...count - 1).map { id(at: $0) }
    }

    func isMarked(at index: Int) -> Bool {
        marks.ids.contains(id(at: index)) || range?.contains(index) == true
    }

    /// The number of bookmarks that are marked or in the range.
    var markedCount: Int { marks.ids.count + idsInRange.count { !marks.ids.contains($0) } }

    /// The marked bookmarks in the order of the page, or else the selected one.
    var targets: Targets? {
        let marked =
            marks.ids.isEmpty ? [] : (0..<(count ?? 0)).filter { marks.ids.contains(id(at: $0)) }
        guard let first = marked.first ?? selectedIndex else { return nil }
        let ids = marked.isEmpty ? [id(at: first)] : marked.map { id(at: $0) }
        return Targets(ids: ids, name: title(at: first))
    }

    /// Marks as in the list.
    mutating func mark(_ action: ActionID, page: Int) {
        guard let count, let id = selectedID else { return }
        switch action {
        case .mark:
            if marks.anchor != nil { return endRange() }
            if marks.ids.remove(id) == nil { marks.ids.insert(id) }
            move(by: 1, page: page)
        case .markRange:
            if marks.anchor != nil { return endRange() }
            marks.anchor = Marks.Anchor(id: id, index: choice.index)
        case .markAll:
            let ids = (0..<count).map { self.id(at: $0) }
            marks.ids = ids.allSatisfy(marks.ids.contains) ? [] : marks.ids.union(ids)
        default: break
        }
    }

    /// Marks the bookmarks in the range, if there is one.
    mutating func endRange() {
        marks.ids.formUnion(idsInRange)
        marks.anchor = nil
    }

    /// Ends the range or, if there is none, removes all marks; returns `false` if there are none
    /// either.
    mutating func forgetMarks() -> Bool {
        if marks.isEmpty { return false }
        marks = marks.anchor == nil ? Marks() : Marks(ids: marks.ids)
        return true
    }

    /// Drops marks of bookmarks that are gone.
    mutating func settleMarks() {
        if marks.isEmpty { return }
        let ids = (0..<(count ?? 0)).map { id(at: $0) }
        marks.ids.formIntersection(ids)
        guard let anchor = marks.anchor else { return }
        let index = ids.firstIndex(of: anchor.id)
        marks.anchor = index.map { Marks.Anchor(id: anchor.id, index: $0) }
    }
}

extension Shell {
    /// The open page of bookmarks, if any, even behind other pages.
    var bookmarksPage: (any BookmarksPage)? {
        get { modes.lazy.compactMap { $0.page?.bookmarksPage }.last }
        set { replace(newValue.map { .page($0) }) { $0.page?.bookmarksPage != nil } }
    }

    /// The page of bookmarks in front, if any.
    var frontBookmarks: (any BookmarksPage)? { modes.last?.page?.bookmarksPage }
}
