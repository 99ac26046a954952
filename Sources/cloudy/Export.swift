import ArgumentParser
import Bookmarks
import DeviceStore
import FileCoordination
import Glibc
import Home
import Interchange

struct Export: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "export",
        abstract: "Write bookmarks for browsers and other programs.",
        discussion: """
            The query is that of list: see cloudy list --help. What each format lacks \
            of what Cloudy knows: \(lacks)

            Examples: cloudy export -o bookmarks.html; \
            cloudy export tag:work --format csv | head
            """)

    private static let lacks =
        ExportFormat.allCases
        .map { "\($0.rawValue): \($0.drops ?? "nothing")" }.joined(separator: "; ") + "."

    @Argument(
        help: "What to look for; all bookmarks without it.", completion: Candidates.query)
    var query: [String] = []

    @Option(
        help: ArgumentHelp(
            "What to write.",
            discussion: """
                \(ExportFormat.allCases.map(\.rawValue).joined(separator: ", ")). Otherwise what \
                the name of the file ends with, and json on standard output.
                """,
            valueName: "name"),
        completion: .list(ExportFormat.allCases.map(\.rawValue)),
        transform: { try Export.format($0) })
    var format: ExportFormat?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "The file to write, which is replaced whole or not at all; otherwise standard output.",
            valueName: "file"),
        completion: .file())
    var output: String?

    @OptionGroup var options: HomeOptions

    func run() throws {
        try reportingErrors {
            let format = try chosenFormat()
            let query = try readQuery(self.query, options.savedSearches())
            let home = try options.open(makesDevice: false)
            let mirror = try options.openMirror(of: home)
            var writer = BookmarkWriter(format)
            var count = 0
            try forEachBookmark(home, query) {
                writer.append($0)
                count += 1
            }
            let isInVain = count == 0 && !query.isEmpty
            if isInVain, let output, output != "-" {
                complain("Nothing is found by “\(query.text)”: \(output) is left as it is.")
            } else {
                try write(writer.finish())
            }
            options.sendHandEdits(home, mirror)
            if isInVain { throw ExitCode(ExitStatus.nothingFound.rawValue) }
        }
    }

    private func forEachBookmark(
        _ home: Home, _ query: Query, _ body: (Bookmark) throws -> Void
    ) throws {
        // What nobody chose from is written as it is read, and takes no memory.
        if query.isEmpty { return try home.catalog.forEachBookmark(body) }
        let rows = try home.catalog.rows(matching: query, sortedBy: .standard)
        let details = try home.catalog.details(ofIDs: rows.map(\.id))
        for row in rows { try body(Bookmark(row, details[row.id] ?? BookmarkDetails())) }
    }

    private func write(_ bytes: [UInt8]) throws {
        guard let output, output != "-" else {
            cloudy.write(bytes, to: STDOUT_FILENO)
            return
        }
        try writeWhole(bytes, to: output)
    }

    /// What was asked for, in words or by the name of the file.
    private func chosenFormat() throws -> ExportFormat {
        if let format { return format }
        guard let output, output != "-", isReplaceable(output) else { return .json }
        if let format = ExportFormat(fileName: output) { return format }
        complain(
            "The name \(output) does not say what is to be written. Say it: cloudy export "
                + "--format html -o '\(output)'")
        throw ExitCode(ExitStatus.usage.rawValue)
    }

    private static func format(_ text: String) throws -> ExportFormat {
        if let format = ExportFormat(rawValue: text.lowercased()) { return format }
        let known = ExportFormat.allCases.map(\.rawValue).joined(separator: ", ")
        throw ValidationError("There is no format “\(text)”. Those known: \(known).")
    }
}
