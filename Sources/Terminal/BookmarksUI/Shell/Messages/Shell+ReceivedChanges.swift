import Bookmarks
import KeyValueStore

extension Shell {
    mutating func sayDeleted(_ change: ReceivedChanges.Change) {
        announce(
            .warning, "\(symbols.quoted(change.name)) was deleted \(place(of: change))",
            about: .bookmark(change.id))
    }

    mutating func sayBroughtBack(_ change: ReceivedChanges.Change) {
        guard change.isRemote else {
            return mention(
                "\(symbols.quoted(change.name)) was restored in another terminal",
                about: .bookmark(change.id))
        }
        announce(
            .warning,
            "\(symbols.quoted(change.name)) is back: it was edited \(place(of: change)), and "
                + "an edit wins over a deletion", about: .bookmark(change.id))
    }

    /// Reports the fields in which another device and this one typed values at the same time, and
    /// which value wins.
    mutating func sayConflicts(_ changes: [ReceivedChanges.Change], isLost: Bool) {
        guard let first = changes.first else { return }
        let level: MessageLevel = isLost ? .warning : .info
        let devices = Set(changes.map { $0.device ?? "another device" })
        let from = devices.count == 1 ? devices.first ?? "" : "other devices"
        let both = "edited here and on \(from) at the same time: "
        guard changes.count == 1 else {
            let what = "\(grouped(changes.count)) bookmarks were \(both)"
            let verb = "compare on one marked \(symbols.conflict)"
            return announce(
                level, what + "the values typed \(isLost ? "there" : "here") win",
                about: .bookmarks(Set(changes.map(\.id))),
                advice: [Message.Advice(action: .details, verb: verb)])
        }
        let fields = (isLost ? first.lostFields : first.keptFields)
            .map { $0 == "url" ? "URL" : $0 }
        let what = "the \(fields.joinedWithAnd) from \(isLost ? from : "here")"
        let winner = what + (fields.count == 1 ? " wins" : " win")
        announce(
            level, "\(symbols.quoted(first.name)) was \(both)\(winner)",
            about: .bookmark(first.id),
            advice: [
                Message.Advice(action: .takeOther, verb: "take the other", bookmark: first.id),
                Message.Advice(action: .details, verb: "compare", bookmark: first.id),
                Message.Advice(action: .details, verb: "compare once it is selected"),
            ])
    }

    func place(of change: ReceivedChanges.Change) -> String {
        if !change.isRemote { return "in another terminal" }
        return "on " + (change.device ?? "another device")
    }

    /// Reports changes that need no details in one line.
    mutating func summarize(_ changes: [ReceivedChanges.Change]) {
        guard let first = changes.first else { return }
        let devices = Set(changes.map { $0.device ?? "another device" })
        let kinds = Set(changes.map(\.kind))
        let summary = ChangeSummary(
            kind: kinds.count == 1 ? first.kind : nil,
            origin: devices.count == 1 ? devices.first ?? "" : "\(devices.count) devices",
            count: changes.count)
        let goesOn = shownMessage?.summary?.isSame(as: summary) ?? false
        if changes.count == 1, !goesOn {
            mention(
                "\(symbols.quoted(first.name)) was \(first.kind.rawValue) \(place(of: first))",
                about: .bookmark(first.id))
        } else {
            say(summary)
        }
    }
}
