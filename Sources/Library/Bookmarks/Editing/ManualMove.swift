/// The place to which a bookmark is moved in manual order.
public enum ManualMove: Sendable, Hashable {
    /// Before or after the next bookmark that the list shows.
    case up, down
    /// Before or after all bookmarks, shown or not.
    case top, bottom
    /// Before or after the bookmark with this id, shown or not. The id must not be among the moved
    /// ones.
    case before(String)
    case after(String)
}

extension BookmarkList {
    /// Returns the places in manual order that move bookmarks of the list together; empty if they
    /// are already in that place.
    ///
    /// Usually, only the moved bookmarks get a place. If two places are equal, or so close that the
    /// next place would be long, the bookmarks after them get new places, too.
    ///
    /// - Parameter isAsNamed: whether the bookmarks take the order of `ids` instead of keeping
    ///   their own.
    /// - Precondition: The list has all rows, in manual order.
    func places(
        moving ids: [String], _ move: ManualMove, isAsNamed: Bool = false, random: () -> UInt64
    ) -> [String: String] {
        let visible = visible
        let named = ids.compactMap { index(of: $0, near: -1) }
        let shown = named.sorted()
        let moved = Set(shown.map { visible[$0] })
        guard let gap = gap(move, shown, visible, moved) else { return [:] }
        let isInOrder = !isAsNamed || named == shown
        if isInOrder && fill(gap, moved) { return [:] }
        let chosen = (isAsNamed ? named : shown).map { visible[$0] }
        // In descending order, bookmarks above have the greater places.
        let step = order.isDescending ? -1 : 1
        let (low, high) = order.isDescending ? (gap.below, gap.above) : (gap.above, gap.below)
        var rest = high
        var displaced: [Int32] = []
        while true {
            let chosen = (order.isDescending ? chosen.reversed() : chosen) + displaced
            let places = ManualPlace.between(
                place(at: low), place(at: rest), count: chosen.count, random: random)
            let isTidy = places?.allSatisfy { $0.utf8.count <= Self.tidyPlace } ?? false
            if let places, isTidy || rest == nil || displaced.count >= Self.mostDisplaced {
                return Dictionary(
                    zip(chosen.map { rows[Int($0)].id }, places), uniquingKeysWith: { $1 })
            }
            guard let next = rest else { return [:] }
            displaced.append(sorted[next])
            rest = neighbour(from: next, by: step, moved)
        }
    }

    private static let tidyPlace = 48
    private static let mostDisplaced = 200

    /// Returns the rows between which the moved bookmarks belong.
    private func gap(
        _ move: ManualMove, _ shown: [Int], _ visible: [Int32], _ moved: Set<Int32>
    ) -> (above: Int?, below: Int?)? {
        guard let first = shown.first, let last = shown.last else { return nil }
        switch move {
        case .up:
            guard first > 0 else { return nil }
            let below = place(of: visible[first - 1], in: sorted)
            return (neighbour(from: below, by: -1, moved), below)
        case .down:
            guard last + 1 < visible.count else { return nil }
            let above = place(of: visible[last + 1], in: sorted)
            return (above, neighbour(from: above, by: 1, moved))
        case .top: return (nil, neighbour(from: -1, by: 1, moved))
        case .bottom: return (neighbour(from: sorted.count, by: -1, moved), nil)
        case .before(let id):
            guard let below = place(ofUnmoved: id, moved) else { return nil }
            return (neighbour(from: below, by: -1, moved), below)
        case .after(let id):
            guard let above = place(ofUnmoved: id, moved) else { return nil }
            return (above, neighbour(from: above, by: 1, moved))
        }
    }

    /// Whether the moved bookmarks already fill a gap.
    private func fill(_ gap: (above: Int?, below: Int?), _ moved: Set<Int32>) -> Bool {
        let between = ((gap.above ?? -1) + 1)..<(gap.below ?? sorted.count)
        return sorted[between].count { moved.contains($0) } == moved.count
    }

    /// Returns the index of a bookmark among all rows; `nil` if it is moved, or does not exist.
    private func place(ofUnmoved id: String, _ moved: Set<Int32>) -> Int? {
        guard let number = index.number(of: id, in: rows), !moved.contains(number),
            !rows[Int(number)].isDeleted
        else { return nil }
        return place(of: number, in: sorted)
    }

    /// Returns the index of the next row that is neither moved nor deleted.
    private func neighbour(from index: Int, by step: Int, _ moved: Set<Int32>) -> Int? {
        var index = index + step
        while sorted.indices.contains(index) {
            let number = sorted[index]
            if !moved.contains(number), !rows[Int(number)].isDeleted { return index }
            index += step
        }
        return nil
    }

    private func place(at index: Int?) -> String? {
        index.map { ManualPlace.place(of: rows[Int(sorted[$0])]) }
    }
}
