public import Bookmarks

extension ScreenState {
    /// Moves the action's targets in manual order.
    mutating func performMove(_ action: ActionID, _ list: BookmarkList) -> [Effect] {
        guard let targets = targets(list) else { return [] }
        let move: ManualMove =
            switch action {
            case .moveUp: .up
            case .moveDown: .down
            case .moveToTop: .top
            default: .bottom
            }
        listView.isMoving = true
        return [.send(MoveBookmarks(targets.ids, move))]
    }
}

/// Moves bookmarks in manual order, in one undo step.
public struct MoveBookmarks: PageEdit {
    var ids: [String]
    var move: ManualMove
    /// The new places of bookmarks, computed from the shown list.
    var places: [String: String] = [:]

    /// Makes a move that keeps the order of the moved bookmarks.
    public init(_ ids: [String], _ move: ManualMove) {
        self.ids = ids
        self.move = move
    }

    public var ongoing: OngoingEdit? { OngoingEdit("moving", total: ids.count) }

    public func prepared(with controller: BookmarksController) -> MoveBookmarks {
        var edit = self
        edit.places = controller.places(ids, move)
        return edit
    }

    public func edit(
        with controller: BookmarksController, in library: any PageLibrary
    ) throws -> ActionOutcome? {
        let isMoved = try !controller.put(ids, at: places).isEmpty
        let name = try ids.first.map { try controller.bookmark(id: $0)?.title ?? $0 }
        return .moved(ids: ids, name: name ?? "", isAnything: isMoved)
    }
}

extension ActionOutcome {
    /// Bookmarks were moved in manual order, or were already in that place.
    public static func moved(ids: [String], name: String, isAnything: Bool) -> Self {
        let words = Targets(ids: ids, name: name).words(.unicode)
        let stays = ids.count == 1 ? "is already there" : "are already there"
        return .answered(isAnything ? "Moved \(words)" : "\(words) \(stays)")
    }
}

extension Shell {
    /// Returns the reason why nothing can be moved in manual order now; `nil` if it can.
    func reasonAgainstMoving(_ list: BookmarkList) -> String? {
        if list.order.field != .manual {
            let keys = [keyName(.sort), self.keys.name(of: .sortManually, in: .sortMenu)]
            let shows =
                keys.contains(nil)
                ? "" : "; \(keys.compactMap(\.self).joined(separator: " ")) to switch to it"
            return "You can move bookmarks only in manual order" + shows
        }
        return list.isPartial ? "The list is still loading; press the key again" : nil
    }
}
