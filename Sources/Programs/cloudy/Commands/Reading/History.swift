import ArgumentParser
import BookmarkLibrary
import Bookmarks
import Replication

struct History: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "history",
        abstract: "Print what changed in a bookmark, the latest first.",
        discussion: """
            When, on which device, and each field before and after, as this device saw it; the \
            last line says when it was added, and where. The last 50 changes of a bookmark are \
            kept; what was changed before this device knew it is not known. \
            Examples: cloudy history 7k3q; cloudy history 7k3q --bring-back 12, for what a field \
            was before the change 12.
            """)

    @Argument(
        help: ArgumentHelp(
            "The id, the beginning of one, or the URL; also of a deleted bookmark.",
            valueName: "target"),
        completion: Candidates.idsEvenDeleted)
    var target: String

    @Option(
        help: ArgumentHelp(
            "Give fields the values again that they had before this change.",
            discussion: "One edit, which undo takes back.", valueName: "number"))
    var bringBack: Int64?

    @Option(
        help: ArgumentHelp(
            "With --bring-back: only this field.",
            discussion: "name, url, tags, notes or folder.", valueName: "name"),
        completion: .list(History.fields))
    var field: String?

    @Flag(
        help: ArgumentHelp(
            "Print a JSON object.",
            discussion: """
                It has id, added (made and device, or null where that is not known), keptSince \
                (seconds since 1970; what was changed earlier is not known) and changes: an array \
                of number, kind (edited, deleted or broughtBack), made, device, and fields: an \
                array of name, before and after (a text, an array of tags, or null).
                """))
    var json = false

    @OptionGroup var paging: PagingOptions

    @OptionGroup var options: HomeOptions

    private static let fields = ["name", "url", "tags", "notes", "folder"]

    func validate() throws {
        if field != nil && bringBack == nil {
            throw ValidationError("--field goes with --bring-back NUMBER.")
        }
        if let field, !Self.fields.contains(field) {
            throw ValidationError(
                "There is no field “\(field)”: \(Self.fields.joined(separator: ", ")).")
        }
    }

    func run() throws {
        try reportingErrors {
            let home = try options.open(makesDevice: false)
            let mirror = try options.openMirror(of: home)
            let controller = home.makeController(mirror: mirror)
            let id = try AnyShelf(catalog: home.catalog).id(of: target)
            if let bringBack {
                let fields = try controller.bringBack(id: id, before: bringBack, field: field)
                if fields.isEmpty { complain("These values show already. Nothing was changed.") }
                return finish(home, mirror, isOffline: options.offline)
            }
            let history = try controller.history(id: id)
            if json {
                say(object(id, history))
            } else {
                let addition = history.addition.map(line).map { [$0] } ?? []
                try paging.print(history.changes.flatMap(lines) + addition, options)
                if history.addition == nil { complain(beginning(of: history)) }
            }
        }
    }

    private func lines(_ change: BookmarkChange) -> [String] {
        let what =
            switch change.kind {
            case .edited: "edited"
            case .deleted: "deleted"
            case .broughtBack: "brought back"
            }
        let when = localTime(change.made, now: 0)
        let fields = change.fields.filter { $0.name != "added" }.map { field in
            "    \(field.title): \(quoted(field.textBefore)) → \(quoted(field.textAfter))"
        }
        return (["\(change.number)  \(when) on \(change.device): \(what)"] + fields).map(harmless)
    }

    /// No change has its number, before which something could be brought back.
    private func line(_ addition: BookmarkHistory.Addition) -> String {
        harmless("-  \(localTime(addition.made, now: 0)) on \(addition.device): added")
    }

    private func quoted(_ text: String) -> String { text.isEmpty ? "nothing" : "“\(text)”" }

    private func beginning(of history: BookmarkHistory) -> String {
        guard let first = history.changes.last else {
            return "Nothing has changed in it since \(localTime(history.keptSince, now: 0)), "
                + "or since it came here; what was before is not known."
        }
        return "Before that it was as \(first.deviceBefore) left it on "
            + "\(localTime(first.madeBefore, now: 0)); earlier changes are not known here."
    }

    private func object(_ id: String, _ history: BookmarkHistory) -> String {
        let changes = history.changes.map { change in
            let fields = change.fields.map { field in
                JSON.object([
                    "after": value(field.after), "before": value(field.before),
                    "name": JSON.string(field.name),
                ])
            }
            return JSON.object([
                "device": JSON.string(change.device), "fields": JSON.array(fields),
                "kind": JSON.string("\(change.kind)"), "made": JSON.number(change.made),
                "number": "\(change.number)",
            ])
        }
        let added = history.addition.map { addition in
            JSON.object([
                "device": JSON.string(addition.device), "made": JSON.number(addition.made),
            ])
        }
        return JSON.object([
            "added": added ?? "null", "changes": JSON.array(changes), "id": JSON.string(id),
            "keptSince": JSON.number(history.keptSince),
        ])
    }

    private func value(_ value: PropertyListValue?) -> String {
        switch value {
        case .string(let text): JSON.string(text)
        case .array: JSON.array((value?.strings ?? []).map(JSON.string))
        case .date, .referenceDate: JSON.number(value?.date)
        default: "null"
        }
    }
}
