import ArgumentParser
import BookmarkLibrary
import Bookmarks
import DeviceStore
import FileCoordination

struct Conflicts: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "conflicts",
        abstract: "Print the losing values where two devices changed the same field.",
        discussion: """
            Tab-separated: id, field, the value that shows, the other value, and the device where \
            it was typed. To choose: cloudy settle. Without targets, prints all conflicts. \
            Examples: cloudy conflicts; cloudy conflicts 7k3q
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
            let lost = try ids.compactMap { try controller.bookmark(id: $0) }
                .flatMap { bookmark in bookmark.lostValues.map { (bookmark, $0) } }
            if json {
                say(JSON.array(lost.map(object)))
            } else {
                try paging.print(
                    TerminalTable.fitting(
                        lost.map(fields), under: ["ID", "Field", "Shows", "Other", "Typed on"]),
                    options)
            }
            if lost.isEmpty && !targets.isEmpty {
                throw ExitCode(ExitStatus.nothingFound.rawValue)
            }
        }
    }

    private func fields(_ bookmark: Bookmark, _ lost: LostValue) -> [String] {
        [bookmark.id, lost.field, bookmark.shown(lost.field), lost.text, lost.device]
    }

    private func object(_ bookmark: Bookmark, _ lost: LostValue) -> String {
        JSON.object([
            "device": JSON.string(lost.device), "field": JSON.string(lost.field),
            "id": JSON.string(bookmark.id), "other": JSON.string(lost.text),
            "shown": JSON.string(bookmark.shown(lost.field)), "typed": JSON.number(lost.typed),
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
