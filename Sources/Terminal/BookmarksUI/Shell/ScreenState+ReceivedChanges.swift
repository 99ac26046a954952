import Bookmarks

extension ScreenState {
    /// Remembers remote changes, and reports those that concern the person here. Typed text and the
    /// place in the list stay.
    mutating func receive(_ received: ReceivedChanges, _ list: BookmarkList) -> [Effect] {
        for change in received.changes {
            if change.isRemote { listView.note(change) }
            // An earlier message about the bookmark may be outdated.
            shell.forget(.bookmark(change.id))
        }
        var effects: [Effect] = []
        var isSaid = false
        let losses = received.changes.filter { !$0.lostFields.isEmpty }
        let wins = received.changes.filter { !$0.keptFields.isEmpty }
        // A value of this device that lost matters more than one that won.
        if !losses.isEmpty || !wins.isEmpty {
            shell.sayConflicts(losses.isEmpty ? wins : losses, isLost: !losses.isEmpty)
            isSaid = true
        }
        for change in received.changes {
            if change.kind == .broughtBack {
                shell.sayBroughtBack(change)
                isSaid = true
            }
            if change.kind == .reconciled { continue }
            effects += shell.forgetTwin(change.id)
            let isShown = change.kind == .deleted && shell.showsDetails(of: change.id)
            if isShown { shell.closePages(about: change.id) }
            if change.id == shell.form?.id {
                effects += shell.updateForm(after: change)
                isSaid = true
                continue
            }
            guard change.kind == .deleted else { continue }
            if isShown {
                shell.sayDeleted(change)
                isSaid = true
            } else if change.id == listView.selection.lost, !isSaid, received.changes.count == 1 {
                shell.sayDeleted(change)
                isSaid = true
            }
        }
        // Deletions that the person accepted here are reported when they are done.
        let others = received.changes.filter { change in
            change.isRemote && !(change.kind == .deleted && accepted.remove(change.id) != nil)
        }
        if !isSaid { shell.summarize(others) }
        return effects
    }
}
