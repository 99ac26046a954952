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
            discussion: ExportFormat.allCases.map(\.rawValue).joined(separator: ", ") + ".",
            valueName: "name"),
        completion: .list(ExportFormat.allCases.map(\.rawValue)),
        transform: { try Export.format($0) })
    var format = ExportFormat.json

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
            let query = try readQuery(self.query, options.savedSearches())
            let home = try options.open(makesDevice: false)
            let mirror = try options.openMirror(of: home)
            let bookmarks = try bookmarks(home, mirror, query)
            try write(format.text(bookmarks))
            options.sendHandEdits(home, mirror)
            if bookmarks.isEmpty && !query.isEmpty {
                throw ExitCode(ExitStatus.nothingFound.rawValue)
            }
        }
    }

    private func bookmarks(
        _ home: Home, _ mirror: HomeMirror, _ query: Query
    ) throws -> [Bookmark] {
        let controller = home.makeController(mirror: mirror)
        let rows = try home.catalog.rows(matching: query, sortedBy: .standard)
        let details = try home.catalog.details(ofIDs: rows.map(\.id))
        return try rows.compactMap { row in
            // The catalog has less of what was deleted.
            if row.isDeleted { return try controller.bookmark(id: row.id) }
            return Bookmark(row, details[row.id] ?? BookmarkDetails())
        }
    }

    private func write(_ text: String) throws {
        guard let output, output != "-" else {
            cloudy.write(text, to: STDOUT_FILENO)
            return
        }
        var status = stat()
        let isThere = stat(output, &status) == 0
        guard isThere && status.st_mode & S_IFMT != S_IFREG && status.st_mode & S_IFMT != S_IFDIR
        else {
            try writeAtomically(Array(text.utf8), to: output)
            return
        }
        let error = overwrite(output, with: text)
        if error != 0 {
            throw HomeError(
                .cannotWrite, "Cannot write \(output): \(String(cString: strerror(error))).")
        }
    }

    /// Writes to a pipe or a device, which is nothing to replace; returns the number of the error,
    /// or 0.
    private func overwrite(_ path: String, with text: String) -> Int32 {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return errno }
        var error = tryWrite(text, to: descriptor)
        // What has nothing to sync answers EINVAL, EROFS or ENOTSUP.
        if error == 0, fsync(descriptor) != 0, [EIO, ENOSPC, EDQUOT].contains(errno) {
            error = errno
        }
        if close(descriptor) != 0 && error == 0 && errno != EINTR { error = errno }
        return error
    }

    private static func format(_ text: String) throws -> ExportFormat {
        if let format = ExportFormat(rawValue: text.lowercased()) { return format }
        let known = ExportFormat.allCases.map(\.rawValue).joined(separator: ", ")
        throw ValidationError("There is no format “\(text)”. Those known: \(known).")
    }
}
