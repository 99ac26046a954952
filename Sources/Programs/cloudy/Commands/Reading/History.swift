import ArgumentParser
import BookmarkLibrary
import Bookmarks
import Replication

struct History: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "history",
        abstract: "Print the changes of a bookmark, latest first.",
        discussion: """
            Shows when, on which device, and each field before and after, as this device saw it; \
            the last line says when and where it was added. Keeps the last 50 changes of a \
            bookmark, since this device first saw it. Examples: cloudy history 7k3q; cloudy \
            history 7k3q --bring-back 12, which resets fields to their values before change 12.
            """)

    @Argument(
        help: ArgumentHelp(
            "An id, an id prefix, or a URL; also of a deleted bookmark.",
            valueName: "target"),
        completion: Candidates.idsEvenDeleted)
    var target: String

    @Option(
        help: ArgumentHelp(
            "Reset the fields to their values before this change.",
            discussion: "This is an edit of its own, which undo reverts.", valueName: "number"))
    var bringBack: Int64?

    @Option(
        help: ArgumentHelp(
            "With --bring-back: reset only this field.",
            discussion: "One of: \(History.fields.joined(separator: ", ")).", valueName: "name"),
        completion: .list(History.fields))
    var field: String?

    @Flag(
        help: ArgumentHelp(
            "Print a JSON object.",
            discussion: """
                Fields: id, added (made and device, or null if unknown), keptSince (seconds since \
                1970; earlier changes are unknown) and changes: an array of number, kind (edited, \
                deleted or restored), made, device, and fields: an array of name, before and \
                after (a text, an array of tags, or null).
                """))
    var json = false

    @OptionGroup var paging: PagingOptions

    @OptionGroup var options: HomeOptions

    private static let fields = Bookmark.Field.allCases.map(\.rawValue)

    func validate() throws {
        if field != nil && bringBack == nil {
            throw ValidationError("--field needs --bring-back NUMBER.")
        }
        if let field, !Self.fields.contains(field) {
            throw ValidationError(
                "There is no field “\(field)”. Fields: \(Self.fields.joined(separator: ", ")).")
        }
    }

    func run() throws {
        try reportingErrors {
            let home = try options.open(makesDevice: false)
            let mirror = try options.openMirror(of: home)
            let controller = home.makeController(mirror: mirror)
            let id = try home.namingBookmarks {
                try AnyShelf(catalog: home.catalog).id(of: target)
            }
            if let bringBack {
                let fields = try controller.bringBack(id: id, before: bringBack, field: field)
                if fields.isEmpty {
                    complain(
                        "The bookmark already has these values. Nothing was changed.")
                }
                if json { say(JSON.changed(fields.isEmpty ? [] : [id])) }
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
            case .restored: "restored"
            }
        let when = localTime(change.made, now: 0)
        let fields = change.fields.filter { $0.name != "added" }.map { field in
            let values = "\(quoted(field.textBefore)) → \(quoted(field.textAfter))"
            return "    " + (field.words ?? "\(field.title): \(values)")
        }
        return (["\(change.number)  \(when) on \(change.device): \(what)"] + fields).map(harmless)
    }

    /// Returns the line of the addition. It has no number, because nothing before it could be
    /// restored.
    private func line(_ addition: BookmarkHistory.Addition) -> String {
        harmless("-  \(localTime(addition.made, now: 0)) on \(addition.device): added")
    }

    private func quoted(_ text: String) -> String { text.isEmpty ? "nothing" : "“\(text)”" }

    private func beginning(of history: BookmarkHistory) -> String {
        guard let first = history.changes.last else {
            return "No change since \(localTime(history.keptSince, now: 0)), or since it arrived "
                + "here; earlier changes are unknown."
        }
        return "Before that, \(first.deviceBefore) last changed it on "
            + "\(localTime(first.madeBefore, now: 0)); earlier changes are unknown here."
    }

    private func object(_ id: String, _ history: BookmarkHistory) -> String {
        let changes = history.changes.map { change in
            let fields = change.fields.map { field in
                JSON.object([
                    "after": value(field.after, of: field),
                    "before": value(field.before, of: field),
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

    private func value(_ value: PropertyListValue?, of field: BookmarkChange.Field) -> String {
        if field.isFlag { return value == .boolean(true) ? "true" : "false" }
        return switch value {
        case .string(let text): JSON.string(text)
        case .array: JSON.array((value?.strings ?? []).map(JSON.string))
        case .date, .referenceDate: JSON.number(value?.date)
        default: "null"
        }
    }
}
