import Bookmarks
import KeyValueStore

extension Shell {
    fileprivate mutating func follow(_ new: SyncState) {
        let old = sync
        sync = new
        let isDecided = new.browserDeletions == 0 && old.browserDeletions > 0
        if new.phase == .idle, old.phase != .idle || isDecided { forget(.sync) }
        if let (level, _) = report(from: old, to: new) {
            announce(level, about: .sync) { $0.report(from: old, to: new)?.1 ?? "" }
        }
        switch (old.phase, new.phase) {
        case (.unreachable(let before), .unreachable(let now)),
            (.refused(let before), .refused(let now)):
            reword(nothingSynced(before), as: { $0.nothingSynced(now) })
        default: break
        }
        if new.quotaExceeded, !old.quotaExceeded {
            announce(
                .warning,
                "The cloud has no more space for this account. Your edits are safe here, and "
                    + "Cloudy sends them once there is space. Delete bookmarks to free some",
                about: .sync)
        } else if old.quotaExceeded, !new.quotaExceeded {
            announce(.info, "The cloud has space for this account again", about: .sync)
        }
        if new.browserDeletions > old.browserDeletions { sayBrowserDeletions() }
    }

    private mutating func sayBrowserDeletions() {
        announce(.warning, about: .sync) { shell in
            let them = counted(shell.sync.browserDeletions, "bookmark")
            let are = shell.sync.browserDeletions == 1 ? "It is" : "They are"
            let what = "A browser deleted \(them) at once. \(are) still here"
            return shell.sync.asksAboutBrowsers
                ? shell.text(what, .sync, to: "decide")
                : "\(what). To decide: cloudy serve deletions"
        }
    }

    private func report(from old: SyncState, to new: SyncState) -> (MessageLevel, String)? {
        switch (old.phase, new.phase) {
        case (.offline, .offline), (.unreachable, .unreachable), (.refused, .refused): return nil
        case (.held(let before, _), .held(let now, _))
        where before == now && old.missing == new.missing: return nil
        // This was reported when the home was opened.
        case (_, .unreachable) where new.isReadOnly: return nil
        case (_, .unreachable(let why)) where new.lacksAddress:
            return (.warning, "Your edits stay here unsent. \(why)")
        case (_, .offline):
            let what = "Airplane mode is on: edits are safe here and wait"
            return (.info, text(what, .airplane, to: "turn it off"))
        case (_, .unreachable(let why)), (_, .refused(let why)):
            return (.warning, nothingSynced(why))
        case (.locked(let before), .locked(let now)) where before == now: return nil
        case (_, .locked(let isReplaced)):
            let why = isReplaced ? "Sealed with a different key" : "Sealed, no key on this device"
            return (.warning, "\(why): your edits stay here unsent. Type: cloudy key enter")
        case (.unsealed(let before), .unsealed(let now)) where before == now: return nil
        case (_, .unsealed(let why)): return (.warning, "Your edits stay here unsent. \(why)")
        case (.joining, .joining): return nil
        case (_, .joining(let own, let there)):
            return (
                .warning,
                text(
                    "This device has \(counted(own, "bookmark")) of its own and the cloud has "
                        + "\(grouped(there)). Nothing is sent yet",
                    .sync, to: "see what would happen")
            )
        case (_, .held(_, let total)) where new.missing > 0:
            let them = new.words(forMissing: total)
            return (
                .warning,
                text(
                    "The server lacks \(them), and no device has deleted them. They are still here",
                    .sync, to: "decide")
            )
        case (_, .held(let deletions, let total)):
            let them = new.words(forDeletions: deletions, of: total)
            let (they, are) = deletions == 1 ? ("It", "is") : ("They", "are")
            var what = "Other devices deleted \(them). \(they) \(are) still here"
            var verb = "decide"
            if new.goneBefore > 0 {
                let gone = counted(new.goneBefore, "bookmark")
                let areGone = (new.goneBefore == 1 ? "is" : "are") + " already gone here too"
                what =
                    new.heldDocuments == 0
                    ? "Other devices deleted \(gone) that \(areGone), and \(them) that "
                        + "\(are) still here"
                    : "Other devices deleted \(them), which \(are) still here; "
                        + "\(grouped(new.goneBefore)) more \(areGone)"
                verb += ", or to restore all of them"
            }
            return (.warning, text(what, .sync, to: verb))
        case (.offline, _): return (.info, "Airplane mode is off: edits are sent now")
        case (.unreachable, _), (.refused, _), (.unsealed, _): return (.info, "Syncing works again")
        case (_, .idle): return nil
        }
    }

    private func nothingSynced(_ why: String) -> String {
        let reason = why.isEmpty ? "" : ": " + why.withoutFullStop
        return text(
            "Cannot sync now\(reason). Your edits are safe here and will be sent later",
            .sync, to: "try now")
    }
}

extension ScreenState {
    /// Receives the state of syncing, and reports important changes.
    mutating func receive(_ new: SyncState, _ list: BookmarkList) -> [Effect] {
        let old = shell.sync
        shell.follow(new)
        let effects = carryOut(activities.follow(new), list)
        let isSame =
            new.phase == old.phase && new.browserDeletions == old.browserDeletions
        return effects + (isSame ? [] : shell.requests(after: .sync(new)))
    }
}
