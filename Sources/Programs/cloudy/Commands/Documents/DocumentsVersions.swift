import ArgumentParser
import BookmarkLibrary
import Bookmarks
import DeviceStore
import Documents
import Glibc
import WebPages

struct DocumentsVersions: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "versions",
        abstract: "List the versions of a document.",
        discussion: """
            Prints number, date, size, device, and “current” for the current version. “conflict” \
            marks those that were written at the same time, until you settle them. \
            \(Document.mostVersions) versions are kept. Example: cloudy docs versions m2x8
            """)

    @Argument(
        help: "The id of the document, its beginning, its name, or a bookmark with one document.")
    var id: String

    @Flag(
        help: ArgumentHelp(
            "Print a JSON array of objects, the first version first.",
            discussion: """
                Fields: number, made (seconds since 1970), device, bytes, shows (whether it is the \
                current one), here (whether its content is on this device) and conflict (whether \
                it is a side of a conflict that you have to settle, or has the lines of both \
                sides).
                """))
    var json = false

    @OptionGroup var options: HomeOptions

    func run() throws {
        try reportingErrors {
            let home = try options.open(makesDevice: false)
            let document = try home.document(named: id)
            let versions = document.history.enumerated()
            if json {
                return say(
                    JSON.lines(
                        versions.map { index, version in
                            JSON.object([
                                "number": "\(index + 1)", "made": JSON.number(version.made),
                                "device": JSON.string(version.device),
                                "bytes": "\(version.length)",
                                "shows": "\(version == document.head)",
                                "here": "\(home.contents.contains(version.content))",
                                "conflict": "\(document.isInConflict(version))",
                            ])
                        }))
            }
            let rows = versions.map { index, version in
                [
                    "\(index + 1)", localTime(version.made, now: 0), byteCount(version.length),
                    version.device, Self.mark(version, of: document),
                ]
            }
            for line in TerminalTable.lines(["Number", "Date", "Size", "Device", ""], rows) {
                say(line)
            }
            if let conflict = document.conflict {
                complain(harmless(conflict.words(ListSession.now(), in: home)))
            }
        }
    }
}

extension DocumentsVersions {
    /// Returns the word behind a version. A merged note is current, and its two sides are in
    /// conflict; of a page or a file, the current version is a side itself.
    private static func mark(_ version: DocumentVersion, of document: Document) -> String {
        guard version == document.head else {
            return document.isInConflict(version) ? "conflict" : ""
        }
        let isSide = document.conflict?.sides.contains { $0.version == version } == true
        return isSide ? "current, conflict" : "current"
    }
}

struct DocumentsDiff: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "diff",
        abstract: "Show what differs between two versions of a note, a page or a text file.",
        discussion: """
            Compares line by line: the current version with the latest one that has another text, \
            with version N, or N with M. cloudy docs versions has the numbers. Of pages and PDFs, \
            it compares the readable text. Example: cloudy docs diff m2x8 1 3
            """)

    @Argument(
        help: "The id of the document, its beginning, its name, or a bookmark with one document.")
    var id: String

    @Argument(help: ArgumentHelp("The number of the earlier version.", valueName: "N"))
    var former: Int?

    @Argument(help: ArgumentHelp("The number of the later version.", valueName: "M"))
    var later: Int?

    @Flag(help: "Compare the source of a page instead of its readable text.")
    var source = false

    @Flag(
        help: ArgumentHelp(
            "Print a JSON object.",
            discussion: """
                Fields: from and to (numbers of the versions) and lines (objects with kind, which \
                is place, same, removed, added or unended, and text).
                """))
    var json = false

    @OptionGroup var paging: PagingOptions

    @OptionGroup var options: HomeOptions

    func run() throws {
        try reportingErrors {
            let home = try options.open(makesDevice: false, isApart: options.offline)
            let document = try home.document(named: id)
            let history = document.history
            let shown = (history.firstIndex(of: document.head) ?? history.count - 1) + 1
            // A settled conflict adds a version with the same text, of which there is no change.
            let changed = history.prefix(shown - 1).lastIndex {
                $0.content != document.head.content
            }
            let (from, to) = (former ?? changed.map { $0 + 1 } ?? max(1, shown - 1), later ?? shown)
            if history.count == 1, former == nil, !json {
                return complain("There is only one version.")
            }
            let contents = try [from, to].map { number in
                try home.contentNow(of: document, home.version(number, of: document))
            }
            let texts = try texts(of: contents, document)
            let diff = LineDiff(from: texts[0], to: texts[1])
            if json {
                return say(
                    JSON.object([
                        "from": "\(from)", "to": "\(to)",
                        "lines": JSON.array(diff.lines.map(Self.object)),
                    ]))
            }
            let text = diff.text(from: "version \(from)", to: "version \(to)")
            if text.isEmpty { return complain("Versions \(from) and \(to) are the same.") }
            if isatty(STDOUT_FILENO) == 0 { return write(text, to: STDOUT_FILENO) }
            try paging.print(harmlessLines(text), options)
        }
    }
}

extension DocumentsDiff {
    private func texts(of contents: [[UInt8]], _ document: Document) throws -> [[UInt8]] {
        if source {
            guard contents.allSatisfy(\.isText) else { throw DocumentError.notText(document) }
            return contents
        }
        return try runInterruptibly(ProgressLine()) {
            try await document.comparableTexts(of: contents, PageExtraction())
        }.0
    }

    /// Returns a line as JSON, without its mark, which the kind replaces.
    private static func object(_ line: LineDiff.Line) -> String {
        let isMarked = [.same, .removed, .added].contains(line.kind)
        return JSON.object([
            "kind": JSON.string("\(line.kind)"),
            "text": JSON.string(isMarked ? String(line.text.dropFirst()) : line.text),
        ])
    }
}

struct DocumentsRestore: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "restore",
        abstract: "Restore an earlier version of a document; undo reverts that.",
        discussion: """
            Adds its text again as the latest version; the others stay. That also settles a \
            conflict between two devices. Example: cloudy docs restore m2x8 2
            """)

    @Argument(
        help: "The id of the document, its beginning, its name, or a bookmark with one document.")
    var id: String

    @Argument(
        help: """
            The number of the version: see cloudy docs versions. To restore a deleted document: \
            cloudy restore.
            """)
    var number: Int

    @Flag(
        help: ArgumentHelp(
            "Print a JSON object.", discussion: "Fields: ids (of the documents)."))
    var json = false

    @OptionGroup var options: HomeOptions

    func run() throws {
        try reportingErrors {
            let home = try options.open(makesDevice: false)
            let mirror = try options.openMirror(of: home)
            let document = try home.document(named: id)
            let version = try home.version(number, of: document)
            let isChanged = try home.makeController(mirror: mirror).documents
                .restore(version, of: document)
            if json { say(object(of: isChanged ? [document] : [])) }
            if !isChanged { return complain("Version \(number) is already current.") }
            finish(home, mirror, isOffline: options.offline)
        }
    }
}
