import ArgumentParser
import BookmarkLibrary
import Bookmarks
import DeviceStore
import Documents
import FileCoordination

struct Conflicts: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "conflicts",
        abstract: "Print what was changed twice at the same time: fields and documents.",
        discussion: """
            Tab-separated: id, field, the value that shows, the other value, and the device where \
            it was typed. For a document, the field is note, page or file, and the other value a \
            version. To choose: cloudy settle. Without targets, prints all conflicts. Examples: \
            cloudy conflicts; cloudy conflicts 7k3q
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
                found += bookmark.lostValues.map { Found(bookmark, $0) }
                for document in documents where document.bookmark == bookmark.id {
                    found += document.others.map { Found(document, $0) }
                }
            }
            if json {
                say(JSON.array(found.map(\.object)))
            } else {
                try paging.print(
                    TerminalTable.fitting(
                        found.map(\.fields), under: ["ID", "Field", "Shows", "Other", "Typed on"]),
                    options)
            }
            if found.isEmpty && !targets.isEmpty {
                throw ExitCode(ExitStatus.nothingFound.rawValue)
            }
        }
    }
}

/// A value that does not show, or a version of a document.
private struct Found {
    var id: String
    var field: String
    var shown: String
    var other: String
    var device: String
    var typed: Double
    /// The id of a document, and the number of the version.
    var document: String?
    var number: Int?

    init(_ bookmark: Bookmark, _ lost: LostValue) {
        (id, field, shown) = (bookmark.id, lost.field, bookmark.shown(lost.field))
        (other, device, typed) = (lost.text, lost.device, lost.typed)
    }

    init(_ conflict: DocumentConflict, _ side: DocumentConflict.Side) {
        (id, field, document) = (conflict.bookmark, conflict.kind.rawValue, conflict.id)
        shown = conflict.isMerged ? "both, between conflict marks" : conflict.head.name
        (other, number) = (side.name, side.number)
        (device, typed) = (side.version.device, side.version.made)
    }

    var fields: [String] { [id, field, shown, other, device] }

    var object: String {
        JSON.object([
            "device": JSON.string(device), "document": document.map(JSON.string) ?? "null",
            "field": JSON.string(field), "id": JSON.string(id), "other": JSON.string(other),
            "shown": JSON.string(shown), "typed": JSON.number(typed),
            "version": number.map { "\($0)" } ?? "null",
        ])
    }
}

extension Bookmark {
    /// The text of a field by its name in a ``LostValue``.
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
