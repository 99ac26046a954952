import ArgumentParser
import BookmarkLibrary
import Bookmarks
import Console
import DeviceStore
import FileCoordination
import Glibc
import Interchange
import KeyValueStore

struct Export: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "export",
        abstract: "Write bookmarks for browsers and other programs.",
        discussion: """
            Without a query, archived bookmarks are written too. Queries work as in cloudy list. \
            The lossless formats are \(lossless). The others leave out the device, the manual \
            order, and parts of some times and texts.

            Examples: cloudy export -o bookmarks.html; cloudy export tag:work --format csv | head
            """)

    private static let lossless = ExportFormat.allCases.filter(\.isLossless).map(\.rawValue)
        .joinedWithAnd

    @Argument(
        help: "The query. Default: all bookmarks.", completion: Candidates.query)
    var query: [String] = []

    @Option(
        help: ArgumentHelp(
            "The format.",
            discussion: """
                \(ExportFormat.allCases.map(\.rawValue).joined(separator: ", ")). Default: by the \
                file name's extension, or json on standard output.
                """,
            valueName: "name"),
        completion: .list(ExportFormat.allCases.map(\.rawValue)),
        transform: { try Export.format($0) })
    var format: ExportFormat?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "The file to write, replaced as a whole or not at all. Default: standard output.",
            valueName: "file"),
        completion: .file())
    var output: String?

    @Option(
        help: ArgumentHelp(
            "Also write saved pages, notes and files into this folder.",
            discussion: """
                A folder for each bookmark, and index.json, which says what they are; cloudy \
                import --documents reads it.
                """,
            valueName: "folder"),
        completion: .directory)
    var documents: String?

    @Flag(help: "With --documents: replace an earlier export in the folder.")
    var force = false

    @Flag(
        help: ArgumentHelp(
            "With --documents and -o: print a JSON object about the documents.",
            discussion: """
                Fields: documents (how many were written) and failed (why some were not: texts).
                """))
    var json = false

    @OptionGroup var options: HomeOptions

    func validate() throws {
        if force, documents == nil {
            throw ValidationError("--force is about documents: use it with --documents FOLDER.")
        }
        if json, documents == nil || (output ?? "-") == "-" {
            throw ValidationError(
                "--json is about documents: cloudy export -o FILE --documents FOLDER --json. For "
                    + "bookmarks as JSON: --format json")
        }
    }

    func run() throws {
        try reportingErrors {
            try refuseFolder()
            try documents.map { try DocumentArchive(folder: $0).checkPlace(isReplaceable: force) }
            let format = try chosenFormat()
            let query: Query
            do { query = try readQuery(self.query, options.savedSearches()) } catch {
                hintAtOutput()
                throw error
            }
            let home = try options.open(makesDevice: false, isApart: options.offline)
            let mirror = try options.openMirror(of: home)
            // An export without a query is written as it is read, and takes no memory.
            let chosen =
                try query.isEmpty
                ? nil
                : findingInText(home, query) {
                    try home.catalog.rows(matching: query, sortedBy: .standard)
                }
            if chosen?.isEmpty == true, let output, output != "-" {
                let end = access(output, F_OK) == 0 ? "was left unchanged" : "was not written"
                complain("No bookmark matches “\(query.text)”; \(output) \(end).")
            } else {
                try write(as: format, chosen, of: home)
                if let documents { try writeDocuments(into: documents, chosen, of: home) }
            }
            options.sendHandEdits(home, mirror)
            if chosen?.isEmpty == true {
                hintAtOutput()
                throw ExitCode(.nothingFound)
            }
        }
    }

    private func writeDocuments(
        into folder: String, _ chosen: [BookmarkRow]?, of home: Home
    ) throws {
        var bookmarks: [(id: String, url: String)] = []
        try forEachBookmark(chosen, of: home) { bookmarks.append(($0.id, $0.url)) }
        let outcome = try DocumentArchive(folder: folder).write(bookmarks, of: home)
        if json {
            say(
                JSON.object([
                    "documents": "\(outcome.count)",
                    "failed": JSON.array(outcome.problems.map(JSON.string)),
                ]))
        } else {
            for problem in outcome.problems { complain(problem) }
            complain("\(folder): \(countedOrNo(outcome.count, "document")).")
        }
        if outcome.problems.isEmpty { return }
        let status: ExitStatus = outcome.areAllElsewhere ? .cloudUnreachable : .badData
        throw ExitCode(status)
    }

    /// Reports how to name a file, if the query looks like a file name.
    private func hintAtOutput() {
        guard output == nil, query.count == 1, let name = query.first,
            ExportFormat(fileName: name) != nil
        else { return }
        complain("To write to a file: cloudy export -o \(shellWord(name))")
    }

    private func write(as format: ExportFormat, _ chosen: [BookmarkRow]?, of home: Home) throws {
        var writer = BookmarkWriter(format)
        guard let output, output != "-" else {
            // A slow reader may take hours, during which the database could not shrink.
            try forEachBookmark(chosen, of: home) { writer.append($0) }
            let bytes = writer.finish()
            guard isatty(STDOUT_FILENO) != 0 else { return cloudy.write(bytes, to: STDOUT_FILENO) }
            // The text of bookmarks must not control the terminal.
            return cloudy.write(
                harmlessLines(String(decoding: bytes, as: UTF8.self)), to: STDOUT_FILENO)
        }
        try writeWhole(to: output) { file in
            try forEachBookmark(chosen, of: home) {
                writer.append($0)
                try writer.flush(file.write)
            }
            try file.write(writer.finish())
        }
    }

    private func forEachBookmark(
        _ chosen: [BookmarkRow]?, of home: Home, _ body: (Bookmark) throws -> Void
    ) throws {
        guard let chosen else { return try home.catalog.forEachBookmark(body) }
        let details = try home.catalog.details(ofIDs: chosen.map(\.id))
        for row in chosen { try body(Bookmark(row, details[row.id] ?? BookmarkDetails())) }
    }

    /// Reports that a path is a folder, and asks for a file name in it.
    private func refuseFolder() throws {
        guard let output else { return }
        try cloudy.refuseFolder(output) { "bookmarks.\(format?.rawValue ?? "html")" }
    }

    /// Returns the format chosen by option or by the name of the file.
    private func chosenFormat() throws -> ExportFormat {
        if let format { return format }
        guard let output, output != "-", isReplaceable(output) else { return .json }
        if let format = ExportFormat(fileName: output) { return format }
        complain(
            "The name \(output) does not tell the format. Name one: cloudy export --format html -o "
                + shellWord(output))
        throw ExitCode(.usage)
    }

    private static func format(_ text: String) throws -> ExportFormat {
        if let format = ExportFormat(rawValue: text.lowercased()) { return format }
        let known = ExportFormat.allCases.map(\.rawValue).joined(separator: ", ")
        throw ValidationError("There is no format “\(text)”. Formats: \(known).")
    }
}
