import Bookmarks

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
        return [.move(targets.ids, move)]
    }

    /// Reports the outcome of a move.
    mutating func reportMoved(_ ids: [String], _ name: String, isAnything: Bool) {
        listView.isMoving = false
        let words = Targets(ids: ids, name: name).words(shell.symbols)
        let stays = ids.count == 1 ? "is already there" : "are already there"
        shell.reply(isAnything ? "Moved \(words)" : "\(words) \(stays)")
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
