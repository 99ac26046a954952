import Bookmarks
import Screen

/// A part of a row that reacts to a click. Drawing collects spots, so that a click is always on a
/// visible part.
struct Spot: Sendable, Hashable {
    /// The effect of a click.
    enum Click: Sendable, Hashable {
        /// Starts an action, like its key.
        case start(ActionID)
        /// Filters the list by a query.
        case filter(String)
        /// Puts a word of the completion menu into the line.
        case complete(String)
        /// Sorts the list, or reverses it if it is already sorted that way.
        case sort(SortOrder.Field)
    }

    var row: Int
    var columns: Range<Int>
    var click: Click
}

extension Pen {
    /// Records the effect of a click on a part of a row.
    mutating func note(_ click: Spot.Click?, row: Int, columns part: Range<Int>) {
        guard collectsSpots, let click, !part.isEmpty else { return }
        let columns = origin.column + part.lowerBound..<origin.column + part.upperBound
        spots.append(Spot(row: origin.row + row, columns: columns, click: click))
    }
}

extension ScreenState {
    /// Returns the effect of a click at a position, if it does more than select.
    func click(at position: Position, _ list: BookmarkList) -> Spot.Click? {
        // The spot drawn last is in front.
        drawn(self, list: list, collectingSpots: true).spots.last {
            $0.row == position.row && $0.columns.contains(position.column)
        }?.click
    }

    /// Carries out a click on a spot; returns `nil` if that means nothing now.
    mutating func carryOut(_ click: Spot.Click, _ list: BookmarkList) -> [Effect]? {
        switch click {
        case .start(.back) where endKeptFilter(list): return []
        case .start(let id): return shell.keys.actions.named(id).map { start($0, list) }
        case .complete(let word): return complete(with: word)
        case .sort(let field):
            guard shell.modes.isEmpty else { return nil }
            return sort(by: field, list)
        case .filter(let text):
            // Typed text and questions stay.
            guard shell.mayLeaveAll, let query = readQuery(text) else { return nil }
            shell.modes.removeAll()
            shell.focus = .list
            return [.filter(query)]
        }
    }
}
