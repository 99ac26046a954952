import ArgumentParser
import BookmarkLibrary
import Bookmarks
import DeviceStore
import Documents
import FileCoordination
import KeyValueStore

struct Settle: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "settle",
        abstract: "Choose between the values or the versions of a conflict.",
        discussion: """
            Keeps what shows: of a field the value, and the others are dropped; of a note the \
            merged text as it is, of a page or a file the latest version, and the other versions \
            stay among the former ones. --take takes the other value of one bookmark instead, or \
            a version of its note, page or file by its number (--take 2). One undo reverts all of \
            it. Examples: cloudy settle 7k3q; cloudy settle 7k3q --take name; cloudy settle \
            --query is:conflict
            """)

    @OptionGroup var targets: TargetOptions

    @Option(
        help: ArgumentHelp(
            "Take the other value of this field: \(Settle.fields.joined(separator: ", ")); or "
                + "the version with this number, as cloudy conflicts prints it.",
            valueName: "field"),
        completion: .list(Settle.fields))
    var take: String?

    @OptionGroup var format: ChangeFormat

    @OptionGroup var options: HomeOptions

    private static let fields = Bookmark.Field.allCases.filter(\.keepsLostValues).map(\.rawValue)

    func validate() throws {
        try targets.requireAny()
        guard let take, !Self.fields.contains(take), Int(take) == nil else { return }
        if Document.Kind(rawValue: take) != nil {
            throw ValidationError(
                "--take takes a version of a \(take) by its number, such as --take 2. To see the "
                    + "numbers: cloudy conflicts")
        }
        throw ValidationError(
            "There is no field “\(take)”. Fields: \(Self.fields.joined(separator: ", ")).")
    }

    func run() throws {
        try reportingErrors {
            let home = try options.open(makesDevice: false)
            let mirror = try options.openMirror(of: home)
            let ids = try targets.ids(in: home, orPrint: format.nothing)
            if let take {
                try self.take(take, of: ids, home, home.makeController(mirror: mirror))
            } else {
                let documents = try home.unsettledDocuments(ofBookmarks: ids)
                let settled = try editing(ids.count, "Settling", home, mirror) {
                    try $0.settle(ids: ids, documents: documents.compactMap(\.conflict))
                }
                if settled.isEmpty { try sayNothing() }
                format.report(settled, of: targets, "Settled \(bookmarks(settled.count)).")
            }
            finish(home, mirror, isOffline: options.offline)
        }
    }

    private func take(
        _ field: String, of ids: [String], _ home: Home, _ controller: BookmarksController
    ) throws {
        guard ids.count == 1, let id = ids.first else {
            complain("--take works with one bookmark, but \(ids.count) are selected.")
            throw ExitCode(ExitStatus.usage.rawValue)
        }
        if let number = Int(field) { return try take(number, of: id, home, controller) }
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

    /// Takes a version of the one document in which it waits.
    private func take(
        _ number: Int, of id: String, _ home: Home, _ controller: BookmarksController
    ) throws {
        let documents = try home.unsettledDocuments(ofBookmarks: [id])
        guard !documents.isEmpty else { return try sayNothing() }
        let having = documents.filter { document in
            document.conflict?.others.contains { $0.number == number } == true
        }
        guard having.count == 1, let document = having.first else {
            let commands = having.map { "cloudy docs restore \($0.id) \(number)" }
            complain(
                having.isEmpty
                    ? "Version \(number) is in no conflict. To see those: cloudy conflicts \(id)"
                    : "Several documents have a version \(number) in conflict. To choose: "
                        + commands.joined(separator: "; "))
            if let nothing = format.nothing { say(nothing) }
            throw ExitCode(ExitStatus.nothingFound.rawValue)
        }
        try controller.documents.restore(home.version(number, of: document), of: document)
        format.report([id], of: targets, "Settled 1 bookmark.")
    }

    private func sayNothing() throws {
        complain("There is no conflict to settle. To see all conflicts: cloudy conflicts")
        if let nothing = format.nothing { say(nothing) }
        throw ExitCode(ExitStatus.nothingFound.rawValue)
    }
}
