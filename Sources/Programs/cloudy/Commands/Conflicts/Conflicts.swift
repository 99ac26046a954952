import ArgumentParser
import BookmarkLibrary
import Bookmarks
import Console
import DeviceStore
import Documents
import FileCoordination

struct Conflicts: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "conflicts",
        abstract: "Print conflicts: fields and documents that were edited in two places at once.",
        discussion: """
            Tab-separated: id, field, the shown value, the other value, and the device where it \
            was typed. If a field has several other values, they have numbers, the latest \
            first: name:1, name:2. For a document, the field is note, page or file, and the other \
            value a version. To choose: cloudy settle --take, with the field or the number of the \
            version. Without targets, prints all conflicts. Examples: cloudy conflicts; cloudy \
            conflicts 7k3q
            """)

    @OptionGroup var targets: TargetOptions

    @Flag(
        help: ArgumentHelp(
            "Print a JSON array of objects, one for each losing value.",
            discussion: "Fields: Docs/Reference/JSON.md."))
    var json = false

    @OptionGroup var paging: PagingOptions

    @OptionGroup var options: HomeOptions

    func run() throws {
        try reportingErrors {
            let home = try options.open(makesDevice: false)
            let mirror = try options.openMirror(of: home)
            let controller = home.makeController(mirror: mirror)
            let ids =
                targets.isEmpty
                ? try home.catalog.conflicts().keys.sorted()
                : try targets.ids(in: home, orPrint: json ? "[]" : nil)
            var found: [Found] = []
            let documents = try home.unsettledDocuments(ofBookmarks: ids).compactMap(\.conflict)
            for bookmark in try ids.compactMap({ try controller.bookmark(id: $0) }) {
                found += bookmark.takes.map { Found(bookmark, $0) }
                for document in documents where document.bookmark == bookmark.id {
                    found += document.others.map { Found(document, $0) }
                }
            }
            if json {
                say(JSON.array(found.map(\.object)))
            } else {
                try paging.print(
                    TerminalTable.fitting(
                        found.map(\.fields), under: ["ID", "Field", "Shown", "Other", "Typed on"]),
                    options)
            }
            if found.isEmpty {
                explainEmpty(
                    targets.isEmpty
                        ? "There are no conflicts." : "None of these bookmarks has a conflict.",
                    json: json)
            }
            if found.isEmpty && !targets.isEmpty {
                throw ExitCode(.nothingFound)
            }
        }
    }
}

/// A hidden value, or a version of a document.
private struct Found {
    var id: String
    var field: String
    /// The value's name for `settle --take`.
    var take: String?
    var shown: String
    var other: String
    var device: String
    var typed: Double
    /// The id of a document, and the number of the version.
    var document: String?
    var number: Int?

    init(_ bookmark: Bookmark, _ take: (name: String, lost: LostValue)) {
        let lost = take.lost
        (id, field, shown) = (bookmark.id, lost.field, bookmark.shown(lost.field))
        (other, device, typed) = (lost.text, lost.device, lost.typed)
        self.take = take.name
    }

    init(_ conflict: DocumentConflict, _ side: DocumentConflict.Side) {
        (id, field, document) = (conflict.bookmark, conflict.kind.rawValue, conflict.id)
        shown = conflict.isMerged ? "both, between conflict marks" : conflict.head.name
        (other, number) = (side.name, side.number)
        (device, typed) = (side.version.device, side.version.made)
        take = number.map { "\($0)" }
    }

    var fields: [String] { [id, document == nil ? take ?? field : field, shown, other, device] }

    var object: String {
        JSON.object([
            "device": JSON.string(device), "document": document.map(JSON.string) ?? "null",
            "field": JSON.string(field), "id": JSON.string(id), "other": JSON.string(other),
            "shown": JSON.string(shown), "take": take.map(JSON.string) ?? "null",
            "typed": JSON.number(typed),
            "version": number.map { "\($0)" } ?? "null",
        ])
    }
}

extension Bookmark {
    /// The hidden values, each with its name for `settle --take`: the field, and a number if the
    /// field has several.
    var takes: [(name: String, lost: LostValue)] {
        let counts = Dictionary(grouping: lostValues, by: \.field).mapValues(\.count)
        var numbers: [String: Int] = [:]
        return lostValues.map { lost in
            numbers[lost.field, default: 0] += 1
            let number = (counts[lost.field] ?? 1) > 1 ? ":\(numbers[lost.field] ?? 1)" : ""
            return (lost.field + number, lost)
        }
    }

    /// Returns the text of a field by its name in a ``LostValue``.
    fileprivate func shown(_ field: String) -> String {
        switch field {
        case "name": name
        case "url": url
        case "notes": notes
        case "description": description
        case "folder": folder
        default: ""
        }
    }
}
