import Bookmarks
import KeyValueStore
import Replication
import Screen

/// The page about this device, its cloud and the other devices.
struct StatusView: TextPage {
    static let context = ActionContext.status

    /// Facts beyond the state of syncing; `nil` until they are loaded.
    var facts: StatusFacts?
    /// The bytes used in the cloud; `nil` until they are known.
    var bytes: Int?
    /// The number of lines above the screen.
    var scroll = 0

    var tellsSync: Bool { true }

    func heading(in view: ShellView) -> [String] { ["Status"] }

    func lines(in view: ShellView) -> [TextLine] {
        let sync = view.sync
        let width = view.size.columns - Self.textColumn - 1
        var lines: [TextLine] = [TextLine()]
        func add(_ label: String, _ text: String, _ role: Role = .plain) {
            for (number, part) in view.measure.wrapped(text, to: width).enumerated() {
                lines.append(
                    TextLine(number == 0 ? label : "", .label)
                        .adding(part, role, at: Self.textColumn))
            }
        }
        add("Device", sync.device)
        add("Account", sync.account ?? "default")
        if let facts {
            let server = facts.server ?? "none; devices sync on this machine"
            add("Server", server + sealingNote(facts, sync))
        }
        if let facts, facts.server != nil { add("Agent", agentWords(facts, sync)) }
        add("Cloud", words(for: sync, in: view), sync.isInOrder ? .info : .warning)
        if sync.browserDeletions > 0 { add("Browsers", browserWords(sync, in: view), .warning) }
        let last = sync.lastSync.map { CalendarTime($0, offset: view.utcOffset).dateAndTime }
        add("Last sync", last ?? "never")
        add("Unsent", sync.unsent == 0 ? "nothing" : counted(sync.unsent, "edit"))
        guard let facts else {
            return lines + [TextLine(waitingText(in: view), .faint)]
        }
        if facts.areTransfersPaused {
            add("Transfers", view.text("all paused", .showTransfers, to: "see them"), .warning)
        }
        add("Other devices", others(facts))
        let size = bytes.map { ", \(byteCount($0)) in the cloud" } ?? ""
        add("Bookmarks", grouped(facts.bookmarks) + size)
        add("Backup", facts.backup.map { "latest \($0)" } ?? "none yet")
        add("Home", facts.home)
        add("Property list", "\(facts.plist) (\(facts.plistWords))")
        return lines
    }

    /// Returns words about deletions in browsers that wait, and how to decide about them.
    private func browserWords(_ sync: SyncState, in view: ShellView) -> String {
        let wait = "deletions of \(counted(sync.browserDeletions, "bookmark")) wait"
        return sync.asksAboutBrowsers
            ? view.text(wait, .sync, to: "decide")
            : wait + ". To decide: cloudy serve deletions"
    }

    /// Returns words about the other devices. A server knows them, and a command asks it.
    private func others(_ facts: StatusFacts) -> String {
        let here = facts.otherDevices.joined(separator: ", ")
        guard facts.server != nil else { return here.isEmpty ? "none in this home" : here }
        let known = here.isEmpty ? "" : "\(here) in this home; "
        return known + "to see all: cloudy cloud devices"
    }

    /// Returns whether the server can read the bookmarks. If that is not as it should be, the state
    /// of syncing tells so.
    private func sealingNote(_ facts: StatusFacts, _ sync: SyncState) -> String {
        switch sync.phase {
        case .locked, .unsealed: ""
        default: facts.isSealed ? "; sealed" : facts.staysUnsealed ? "; unsealed, as you chose" : ""
        }
    }

    /// Returns the state of the agent.
    private func agentWords(_ facts: StatusFacts, _ sync: SyncState) -> String {
        if facts.isAgentAtWork { return "cloudy-agent, running" }
        return sync.phase == .offline
            ? "cloudy-agent, paused by airplane mode"
            : "cloudy-agent, not running; the list keeps restarting it"
    }

    private func words(for sync: SyncState, in view: ShellView) -> String {
        switch sync.phase {
        case .idle where sync.quotaExceeded:
            "the cloud has no more space for this account; unsent edits wait here. "
                + "Delete bookmarks to free space"
        case .idle where sync.isAlone:
            "on this machine; no other device uses it" + (sync.refusedEdits.map { ". \($0)" } ?? "")
        case .idle: "reachable" + (sync.refusedEdits.map { ". \($0)" } ?? "")
        case .offline: view.text("not contacted in airplane mode", .airplane, to: "turn it off")
        // The reason is a sentence that names what is unreachable.
        case .unreachable(let why): why.isEmpty ? "unreachable" : why
        case .refused(let why): "refuses this device: \(why)"
        case .held(_, let total) where sync.missing > 0:
            view.text(
                "the server lacks \(sync.words(forMissing: total)), which no device has deleted; "
                    + "they are still here", .sync, to: "decide")
        case .held(let deletions, let total):
            view.text(
                "deletions of \(sync.words(forDeletions: deletions, of: total)) wait"
                    + (sync.goneBefore > 0
                        ? ", and \(moreAreGone(sync.goneBefore))" : ""),
                .sync, to: "decide" + (sync.goneBefore > 0 ? ", or to restore all of them" : ""))
        case .locked(let isReplaced):
            (isReplaced
                ? "sealed with another key than this device has"
                : "sealed, and this device has no key")
                + "; your edits stay here unsent. Type: cloudy key enter"
        case .unsealed(let why): "should be sealed but is not: \(why)"
        case .joining(let own, let there):
            view.text(
                "\(grouped(own)) bookmarks of this device are not sent yet, and the cloud has "
                    + "\(grouped(there))", .sync, to: "see what would happen")
        }
    }

    private static let textColumn = 16
}

extension SyncState {
    /// Whether nothing waits for a person.
    fileprivate var isInOrder: Bool {
        phase == .idle && !quotaExceeded
    }
}
