import ArgumentParser
import BookmarkLibrary
import Bookmarks
import DeviceStore
import FileCoordination
import KeyValueStore

struct Settle: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "settle",
        abstract: "Choose between the values of a conflict.",
        discussion: """
            Keeps the value that shows and drops the others; --take takes the other value of one \
            bookmark instead. One undo reverts all of it. Examples: cloudy settle 7k3q; cloudy \
            settle 7k3q --take name; cloudy settle --query is:conflict
            """)

    @OptionGroup var targets: TargetOptions

    @Option(
        help: ArgumentHelp(
            "Take the other value of this field: \(Settle.fields.joined(separator: ", ")).",
            valueName: "field"),
        completion: .list(Settle.fields))
    var take: String?

    @OptionGroup var format: ChangeFormat

    @OptionGroup var options: HomeOptions

    private static let fields = Bookmark.Field.allCases.filter(\.keepsLostValues).map(\.rawValue)

    func validate() throws {
        try targets.requireAny()
        if let take, !Self.fields.contains(take) {
            throw ValidationError(
                "There is no field “\(take)”. Fields: \(Self.fields.joined(separator: ", ")).")
        }
    }

    func run() throws {
        try reportingErrors {
            let home = try options.open(makesDevice: false)
            let mirror = try options.openMirror(of: home)
            let ids = try targets.ids(in: home, orPrint: format.nothing)
            if let take {
                try self.take(take, of: ids, home.makeController(mirror: mirror))
            } else {
                let settled = try editing(ids.count, "Settling", home, mirror) {
                    try $0.settle(ids: ids)
                }
                if settled.isEmpty { try sayNothing() }
                format.report(settled, of: targets, "Settled \(bookmarks(settled.count)).")
            }
            finish(home, mirror, isOffline: options.offline)
        }
    }

    private func take(
        _ field: String, of ids: [String], _ controller: BookmarksController
    ) throws {
        guard ids.count == 1, let id = ids.first else {
            complain("--take works with one bookmark, but \(ids.count) are selected.")
            throw ExitCode(ExitStatus.usage.rawValue)
        }
        let values = try controller.bookmark(id: id)?.lostValues ?? []
        guard !values.isEmpty else { return try sayNothing() }
        guard let lost = values.first(where: { $0.field == field }) else {
            let fields = Self.fields.filter { field in values.contains { $0.field == field } }
            complain(
                "There is no conflict in \(field), only in \(fields.joinedWithAnd). "
                    + "To see both values: cloudy conflicts \(id)")
            if let nothing = format.nothing { say(nothing) }
            throw ExitCode(ExitStatus.nothingFound.rawValue)
        }
        try controller.take(lost, of: id)
        format.report([id], of: targets, "Settled 1 bookmark.")
    }

    private func sayNothing() throws {
        complain("There is no conflict to settle. To see all conflicts: cloudy conflicts")
        if let nothing = format.nothing { say(nothing) }
        throw ExitCode(ExitStatus.nothingFound.rawValue)
    }
}
