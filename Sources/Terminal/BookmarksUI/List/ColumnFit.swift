import Bookmarks
import KeyValueStore
import Screen

extension ShellView {
    /// Returns the reason why a column of the list is narrower than its set width, in a few words;
    /// `nil` if it fits.
    func problem(of kind: ListColumn.Kind, among columns: [ListColumn]) -> String? {
        let layout = listLayout
        guard layout.isWide || layout.isPane else { return nil }
        guard let wanted = columns.first(where: { $0.kind == kind }) else { return nil }
        guard let place = ListColumns(layout, columns, list.shownOrder)[kind] else {
            return "no room at \(layout.size.columns) columns"
        }
        guard let width = wanted.width, place.count < width else { return nil }
        return "only \(place.count) at \(layout.size.columns) columns"
    }
}

extension ScreenState {
    /// Returns the columns with set widths that do not fit, in a sentence, because nothing else
    /// tells why a column is missing.
    func problemOfColumns(_ list: BookmarkList) -> String? {
        let columns = listView.columns
        guard columns.contains(where: { $0.width != nil }) else { return nil }
        let view = view(list)
        let kinds = columns.map(\.kind).filter { view.problem(of: $0, among: columns) != nil }
        if kinds.isEmpty { return nil }
        let all = kinds.map(\.rawValue).joinedWithAnd
        let room = view.listLayout.size.columns
        let them = kinds.count == 1 ? "The column \(all) lacks" : "The columns \(all) lack"
        return "\(them) room in \(room) columns: in the setting columns, leave out a column or set "
            + "smaller widths"
    }
}

extension Shell {
    /// The layout of the list, even if a page takes its place.
    var listLayout: Layout {
        let screen = Layout(size)
        guard !screen.isTiny, screen.middle.count >= PaneFrames.leastRows,
            let frames = PaneFrames(panes, columns: size.columns, rows: screen.middle)
        else { return screen }
        return Layout(pane: frames.main.inside)
    }
}
