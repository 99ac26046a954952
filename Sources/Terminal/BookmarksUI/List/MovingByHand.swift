import Bookmarks

extension ScreenState {
    /// Asks to move what an action is about, in the order made by hand.
    mutating func performMove(_ action: ActionID, _ list: BookmarkList) -> [Effect] {
        guard let targets = targets(list) else { return [] }
        let move: HandMove =
            switch action {
            case .moveUp: .up
            case .moveDown: .down
            case .moveToTop: .top
            default: .bottom
            }
        isMovingByHand = true
        return [.move(targets.ids, move)]
    }

    /// Why nothing can be moved by hand now; `nil` when it can.
    func reasonAgainstMoving(_ list: BookmarkList) -> String? {
        if list.order.field != .manual {
            let keys = [keyName(.sort), self.keys.name(of: .sortByHand, in: .sortMenu)]
            let shows =
                keys.contains(nil)
                ? "" : "; \(keys.compactMap(\.self).joined(separator: " ")) switches to it"
            return "You can move bookmarks only in manual order" + shows
        }
        return list.isPartial ? "The list is still loading; press the key again" : nil
    }

    /// Says what became of a move.
    mutating func takeMoved(_ ids: [String], _ name: String, isAnything: Bool) {
        isMovingByHand = false
        let words = Targets(ids: ids, name: name).words(symbols)
        let stays = ids.count == 1 ? "is already there" : "are already there"
        reply(isAnything ? "Moved \(words)" : "\(words) \(stays)")
    }
}
