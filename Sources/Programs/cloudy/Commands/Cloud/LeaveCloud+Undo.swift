import ArgumentParser
import BookmarkLibrary
import Bookmarks
import Console
import DeviceStore
import FileCoordination
import KeyValueStore
import Replication

// The order makes it safe to interrupt the program anywhere. First, the device switches to airplane
// mode and records the reason; then it leaves the server; then one transaction undoes the join and
// ends airplane mode. After an interruption, the same command continues.

extension LeaveCloud {
    func leaveAndUndo(_ location: HomeLocation) throws {
        let home = try options.open(location)
        guard let plan = try home.joinUndoPlan() else {
            complain(reasonAgainstUndo(location))
            throw ExitCode(.usage)
        }
        if !format.json || !yes { for line in preview(plan, home) { complain(line) } }
        try confirm(plan)
        let unsent = Account.unsent(in: location) ?? 0
        let (access, former) = (
            (try? location.cloudAccess()) ?? location.lostAccess(), location.formerAccess()
        )
        try home.beginJoinUndo()
        if location.remote != nil {
            // The device would come back as another one, and an unreachable server would list both.
            if plan.bookmarks.losesOwnEdits {
                try? CloudReplicas(home: home).retire(home.device.actor())
            }
            try location.leaveCloud()
        }
        let here = try options.open(try options.location())
        guard let done = try waitFor(seconds: 60, { try await here.takeBackJoin() }) else {
            // Another terminal was faster.
            complain(reasonAgainstUndo(try options.location()))
            throw ExitCode(.usage)
        }
        let count = try joinHere(here)
        tell(done, count: count, unsent: unsent)
        if !format.json, let forgotten = forgotten(access, former) { complain(forgotten) }
        tell(unsent: unsent)
    }

    private func reasonAgainstUndo(_ location: HomeLocation) -> String {
        guard let remote = location.remote else {
            return "This device does not use a server, so there is no join to undo."
        }
        let server = remote.url.isEmpty ? "its server" : harmless(remote.url)
        return "Joining \(server) cannot be undone: Cloudy kept no copy of what this device had "
            + "before. Nothing was changed. To leave and keep all bookmarks: cloudy cloud leave. "
            + "To get an earlier day back: cloudy restore --from DATE"
    }

    private func confirm(_ plan: JoinUndoPlan) throws {
        if yes { return }
        guard Confirmation.canAsk else {
            complain("Nothing was changed. To do it: cloudy cloud leave --undo --yes")
            throw ExitCode(.usage)
        }
        if Confirmation.askYesNo("Leave, and undo joining?", otherwise: false) { return }
        complain("Nothing was changed.")
        throw ExitCode(.nothingFound)
    }

    private func tell(_ done: JoinUndoPlan, count: Int, unsent: Int) {
        let server = done.server
        guard format.json else {
            return sayProse(
                "This device has left \(harmless(server)), and joining it is undone: "
                    + "\(bookmarks(count)).")
        }
        let undo = done.bookmarks
        say(
            JSON.object([
                "bookmarks": "\(count)", "cloud": "null",
                "forgotten": "\(undo.count(.forgotten))",
                "kept": "\(undo.count(.kept) + undo.count(.edited))",
                "previous": JSON.string(server),
                "restored": "\(undo.count(.putBack) + undo.count(.broughtBack))",
                "sent": "\(undo.sent.count)", "unsent": "\(unsent)",
            ]))
    }

    /// Returns the effects, in lines for a person.
    private func preview(_ plan: JoinUndoPlan, _ home: Home) -> [String] {
        let (server, undo) = (harmless(plan.server), plan.bookmarks)
        let made = LocalTime.text(plan.joined, as: "%Y-%m-%d %H:%M")
        var lines = ["This device gets back what it had before it joined \(server) on \(made):"]
        func add(_ outcome: JoinUndo.Outcome, _ one: String, _ many: String, named: Bool = false) {
            let ids = undo.keys[outcome] ?? []
            if ids.isEmpty { return }
            let names = named ? ": " + self.names(ids, home) : ""
            lines.append(
                "  \(bookmarks(ids.count)) \(ids.count == 1 ? one : many)\(names)")
        }
        add(
            .forgotten, "from the server will be removed here",
            "from the server will be removed here")
        add(
            .putBack, "that others changed will get its old values back",
            "that others changed will get their old values back")
        add(
            .broughtBack, "that was deleted elsewhere, or by joining, will come back",
            "that were deleted elsewhere, or by joining, will come back")
        add(
            .edited, "keeps your edit, without the changes of others",
            "keep your edits, without the changes of others", named: true)
        add(
            .kept, "that you added or edited since stays",
            "that you added or edited since stay", named: true)
        add(
            .deleted, "that you deleted will go to the trash again",
            "that you deleted will go to the trash again")
        if plan.others == 1 { lines.append("  1 preference or other value will change back") }
        if plan.others > 1 {
            lines.append("  \(grouped(plan.others)) preferences and other values will change back")
        }
        if lines.count == 1 { lines.append("  nothing is different now") }
        lines.append(serverNote(undo.sent.count, home))
        return lines
    }

    private func serverNote(_ count: Int, _ home: Home) -> String {
        if count == 0 { return "Nothing changes at the server." }
        let what =
            count == 1 ? "1 bookmark of this device is" : "\(bookmarks(count)) of this device are"
        return
            "Nothing changes at the server: \(what) there, and \(count == 1 ? "stays" : "stay"). "
            + "To delete \(count == 1 ? "it" : "them") there: cloudy delete on a device that uses "
            + "that account."
    }

    /// Returns the names of bookmarks, or of the first of many, with URLs for those without names.
    private func names(_ ids: [String], _ home: Home) -> String {
        let shown = ids.prefix(Self.mostNames)
        let rows = (try? home.catalog.rows(ids: Array(shown))) ?? [:]
        let names = shown.map { harmless(rows[$0]?.title ?? $0) }
        let more = ids.count - shown.count
        return names.joined(separator: ", ") + (more > 0 ? ", and \(grouped(more)) more" : "")
    }

    private static let mostNames = 5
}

extension JoinUndo {
    fileprivate func count(_ outcome: Outcome) -> Int { keys[outcome]?.count ?? 0 }
}
