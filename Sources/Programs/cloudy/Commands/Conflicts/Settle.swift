import ArgumentParser
import BookmarkLibrary
import Bookmarks
import Console
import DeviceStore
import Documents
import FileCoordination
import KeyValueStore

struct Settle: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "settle",
        abstract: "Choose between the values or the versions of a conflict.",
        discussion: """
            Keeps the shown value of a field (the others are dropped), the merged text of a note, \
            or the latest version of a page or file. cloudy docs versions still lists the other \
            versions. --take takes another value of one field instead, or a version of a note, \
            page or file by its number (--take 2). If a field has several other values, cloudy \
            conflicts numbers them, the latest first: --take name:2. One undo reverts all of it. \
            Examples: cloudy settle 7k3q; cloudy settle 7k3q --take name; cloudy settle --query \
            is:conflict
            """)

    @OptionGroup var targets: TargetOptions

    @Option(
        help: ArgumentHelp(
            "Take the other value of this field: \(Settle.fields.joined(separator: ", ")); "
                + "FIELD:NUMBER if it has several; or the version with this number, as cloudy "
                + "conflicts prints it.",
            valueName: "field"),
        completion: .list(Settle.fields))
    var take: String?

    @OptionGroup var format: ChangeFormat

    @OptionGroup var options: HomeOptions

    private static let fields = Bookmark.Field.allCases.filter(\.keepsLostValues).map(\.rawValue)

    func validate() throws {
        try targets.requireAny()
        guard let take, Int(take) == nil else { return }
        let (field, number) = Self.parts(take)
        if Document.Kind(rawValue: field) != nil {
            throw ValidationError(
                "--take takes a version of a \(field) by its number, such as --take 2. To see the "
                    + "numbers: cloudy conflicts")
        }
        guard Self.fields.contains(field) else {
            throw ValidationError(
                "There is no field “\(field)”. Fields: \(Self.fields.joined(separator: ", ")).")
        }
        if let number, Int(number).map({ $0 < 1 }) ?? true {
            throw ValidationError(
                "The number after \(field): must be 1 or more, such as --take \(field):2. To see "
                    + "the numbers: cloudy conflicts")
        }
    }

    /// Splits `name:2` into the field and the number.
    private static func parts(_ take: String) -> (field: String, number: String?) {
        let parts = take.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        return (String(parts[0]), parts.count > 1 ? String(parts[1]) : nil)
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
        _ take: String, of ids: [String], _ home: Home, _ controller: BookmarksController
    ) throws {
        guard ids.count == 1, let id = ids.first else {
            complain("--take works with one bookmark, but the targets are \(bookmarks(ids.count)).")
            throw ExitCode(.usage)
        }
        let waiting = try Waiting(id, home, controller)
        if waiting.isEmpty { return try sayNothing() }
        if let number = Int(take) {
            try self.take(number, waiting, home, controller)
        } else {
            let (field, number) = Self.parts(take)
            let values = waiting.takes.filter { $0.lost.field == field }
            if values.isEmpty { throw endWithout(field, waiting) }
            let place = (number.flatMap { Int($0) } ?? 1) - 1
            guard values.indices.contains(place) else {
                complain(
                    "\(field) has \(counted(values.count, "other value")), not \(number ?? ""). "
                        + "To see all values: cloudy conflicts \(id)")
                throw endWithNothing()
            }
            try controller.choose(values[place].lost, of: id, dropping: values.map(\.lost))
        }
        format.report([id], of: targets, "Settled 1 bookmark.")
        let left = try Waiting(id, home, controller)
        if !left.isEmpty {
            complain(
                "It still has a conflict in \(left.places). To see it: cloudy conflicts \(id)")
        }
    }

    /// Takes a version of the only document in which it waits.
    private func take(
        _ number: Int, _ waiting: Waiting, _ home: Home, _ controller: BookmarksController
    ) throws {
        let having = waiting.documents.filter { document in
            document.conflict?.others.contains { $0.number == number } == true
        }
        guard let document = having.first else { throw endWithout("version \(number)", waiting) }
        if having.count > 1 {
            let commands = having.map { "cloudy docs restore \($0.id) \(number)" }
            complain(
                "Several documents have a version \(number) in conflict. To choose: "
                    + commands.joined(separator: "; "))
            throw endWithNothing()
        }
        try controller.documents.restore(home.version(number, of: document), of: document)
    }

    /// Reports that there is no such conflict, and how to settle the existing ones.
    private func endWithout(_ what: String, _ waiting: Waiting) -> ExitCode {
        let options = waiting.names.map { "--take \($0)" }.joined(separator: ", or ")
        let commands =
            (options.isEmpty ? [] : ["cloudy settle \(waiting.id) \(options)"])
            + waiting.restorations
        let taking =
            commands.isEmpty
            ? "" : " To take another value or version: \(commands.joined(separator: "; "))."
        complain(
            "There is no conflict in \(what), only in \(waiting.places).\(taking) To see all: "
                + "cloudy conflicts \(waiting.id)")
        return endWithNothing()
    }

    private func sayNothing() throws {
        complain("There is no conflict to settle. To see all conflicts: cloudy conflicts")
        throw endWithNothing()
    }

    private func endWithNothing() -> ExitCode {
        if let nothing = format.nothing { say(nothing) }
        return ExitCode(.nothingFound)
    }
}

/// The conflicts of a bookmark that wait for a person.
private struct Waiting {
    let id: String
    let takes: [(name: String, lost: LostValue)]
    let documents: [Document]

    init(_ id: String, _ home: Home, _ controller: BookmarksController) throws {
        self.id = id
        takes = try controller.bookmark(id: id)?.takes ?? []
        documents = try home.unsettledDocuments(ofBookmarks: [id])
    }

    var isEmpty: Bool { takes.isEmpty && documents.isEmpty }

    /// The numbers of the versions, and the documents that have a version with that number.
    private var numbers: [(number: Int, documents: [String])] {
        let all = documents.flatMap { document in
            (document.conflict?.others.compactMap(\.number) ?? []).map { ($0, document.id) }
        }
        return Dictionary(grouping: all, by: \.0).mapValues { $0.map(\.1) }
            .sorted { $0.key < $1.key }.map { (number: $0.key, documents: $0.value) }
    }

    /// The names for `--take`. A number that several documents have names none of them.
    var names: [String] {
        takes.map(\.name) + numbers.filter { $0.documents.count == 1 }.map { "\($0.number)" }
    }

    /// The commands for the versions with a number that several documents have.
    var restorations: [String] {
        numbers.filter { $0.documents.count > 1 }.flatMap { number, documents in
            documents.map { "cloudy docs restore \($0) \(number)" }
        }
    }

    /// The places of the conflicts: `name and the note (versions 2 and 3)`.
    var places: String {
        (takes.map(\.lost.field) + documents.compactMap(\.conflict?.place)).unique().joinedWithAnd
    }
}

extension DocumentConflict {
    /// The document and its versions: `the note (versions 2 and 3)`.
    fileprivate var place: String {
        let what = kind == .file ? "the file “\(shortened(title))”" : "the \(kind.rawValue)"
        let numbers = others.compactMap(\.number).map { "\($0)" }
        if numbers.isEmpty { return what }
        return what + " (version\(numbers.count == 1 ? "" : "s") \(numbers.joinedWithAnd))"
    }
}
