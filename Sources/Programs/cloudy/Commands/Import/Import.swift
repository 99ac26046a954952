import ArgumentParser
import BookmarkLibrary
import Bookmarks
import Browsers
import Console
import DeviceStore
import FileCoordination
import Glibc
import Interchange
import KeyValueStore

struct Import: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "import",
        abstract: "Import bookmarks from files of browsers and other programs.",
        discussion: """
            Cloudy recognizes the format by the content. Importing a page you already have adds \
            missing tags, name, folder and description, appends other notes, and changes nothing \
            else. The data folders of linkding, shiori and ArchiveBox, and exports of wallabag, \
            also bring the pages and files that those programs saved. A page that SingleFile or a \
            browser saved becomes the bookmark of its URL, with the page. One undo reverts the \
            whole import. The report lists what was imported, what was left out, and why. The exit \
            status is 65 if something failed or nothing was found, and 69 if only the web was \
            unreachable. A download is stopped after ten minutes, or below 1,000 bytes a second \
            for 30 seconds; airplane mode blocks it.

            Examples: cloudy import bookmarks.html; cloudy import linkding.zip; cloudy import \
            --browsers --all; cloudy import \
            https://example.org/links.json --map name=title,url=link
            """)

    @Argument(
        help: ArgumentHelp(
            "Files, folders and zip archives to read, or http and https addresses; - is standard "
                + "input.",
            valueName: "file"),
        completion: .file())
    var files: [String] = []

    @Flag(
        help: ArgumentHelp(
            "Import straight from a browser on this machine.",
            discussion: """
                Firefox, Chrome, Chromium, Edge, Brave and Vivaldi, even while they run. If there \
                are several browsers or profiles, lists them and exits with status 64: import one \
                as a file, or all with --all.
                """))
    var browsers = false

    @Flag(help: "With --browsers: import all profiles of all browsers, in one step.")
    var all = false

    @Option(
        help: ArgumentHelp(
            "The format of the files, instead of recognizing it.",
            discussion: ImportFormat.named.map(\.rawValue).joined(separator: ", ") + ".",
            valueName: "name"),
        completion: .list(ImportFormat.named.map(\.rawValue)),
        transform: { try Import.format($0) })
    var format: ImportFormat?

    @Option(
        help: ArgumentHelp(
            "Which fields of JSON or columns of CSV to read.",
            discussion: """
                For example name=title,url=link.href,tags=labels; also notes, description, \
                folder, added, modified, unread and archived, and records for the path to the \
                bookmarks in a JSON file. Columns without names have numbers: url=2,name=1.
                """,
            valueName: "fields"),
        transform: { try Import.mapping($0) })
    var map: RecordMapping?

    @Option(
        help: ArgumentHelp(
            "The character set of the files, instead of recognizing it.",
            discussion: """
                A name used on the web, such as gbk, big5, shift_jis, euc-jp, euc-kr or \
                windows-1251. Not for databases.
                """,
            valueName: "name"),
        completion: .list(Import.charsets),
        transform: { try Import.charset($0) })
    var charset: String?

    @Option(
        name: .shortAndLong,
        help: "A tag for all imported bookmarks; repeatable.",
        completion: Candidates.tags)
    var tag: [String] = []

    @Option(
        help: ArgumentHelp(
            "A tag for bookmarks from a reading list.",
            discussion: "They are always marked as unread.", valueName: "tag"),
        completion: Candidates.tags)
    var unreadTag: [String] = []

    @Option(
        help: ArgumentHelp("Put everything into this folder.", valueName: "path"),
        completion: Candidates.folders)
    var folder = ""

    @Option(
        help: ArgumentHelp(
            "Also read the documents that cloudy export --documents has written into this folder.",
            discussion: """
                Each goes to the bookmark with its URL. Undo reverts them in a step of their own.
                """,
            valueName: "folder"),
        completion: .directory)
    var documents: String?

    @Flag(name: [.customShort("n"), .long], help: "Print what would be imported, change nothing.")
    var dryRun = false

    @Flag(
        help: ArgumentHelp(
            "Print the report as a JSON array, with an object for each file.",
            discussion: """
                Fields: file, format, added, unread and archived (how many of those), merged, \
                alreadyThere, documents (how many were added), documentsAlreadyThere, \
                documentsLeftOut (an array of path and reason), datesLeftOut, skipped, failed and \
                warnings (arrays of line and reason), unreadFields (names of ignored fields and \
                columns), and error (a text, or null). Profiles of --browsers have browser, name \
                and path.
                """))
    var json = false

    @OptionGroup var options: HomeOptions

    func validate() throws {
        if files.isEmpty && !browsers {
            throw ValidationError(
                "Name a file to import, or use - for standard input, or --browsers.")
        }
        if !files.isEmpty && browsers {
            throw ValidationError("Name files or use --browsers, not both.")
        }
        if all && !browsers { throw ValidationError("--all needs --browsers.") }
        if files.count(where: { $0 == "-" }) > 1 {
            throw ValidationError("Standard input can only be read once.")
        }
    }

    func run() throws {
        try reportingErrors {
            let settings = ImportSettings(
                tags: try tag.flatMap { try Tags.parsed(argument: $0) },
                unreadTags: try unreadTag.flatMap {
                    try Tags.parsed(argument: $0)
                },
                folder: folder)
            if files.contains(where: ImportSource.isURL) {
                try options.requireWeb(
                    options.open(makesDevice: !dryRun), for: "import of a URL")
            }
            // Nothing is imported if half of it is missing.
            let entries = try documents.map { try DocumentArchive(folder: $0).entries() } ?? []
            let profiles = browsers ? try browserProfiles() : []
            let found = try read(browsers ? profiles.map(\.path) : files)
            let home = try options.open(makesDevice: !dryRun)
            let mirror = try options.openMirror(of: home)
            let (reports, planned, stopped) = try inTurn(home) {
                try take(found, settings, home, mirror)
            }
            if !json {
                for var report in reports {
                    if let profile = profiles.first(where: { $0.path == report.source }) {
                        report.source = "\(profile.browser) “\(profile.name)”"
                    }
                    ImportReportText.complain(report, isTrial: dryRun)
                }
            }
            var ofArchive: [ImportReport] = []
            defer { if json { say(ImportReportText.json(reports + ofArchive)) } }
            if let documents, stopped == nil {
                let archive = DocumentArchive(folder: documents)
                let tally = try addDocuments(entries, of: archive, home, mirror, planned)
                ofArchive = [ImportReport(source: documents, documents: tally)]
            }
            if !dryRun {
                finish(home, mirror, isOffline: options.offline, isStopped: stopped != nil)
                let all = reports + ofArchive
                if all.contains(where: { $0.documents.added > 0 }) { updateTextIndex(home) }
            }
            if let stopped { throw stopped }
            let failed = reports.filter { !$0.isSuccess }
            if ofArchive.contains(where: { !$0.documents.leftOut.isEmpty }) {
                throw ExitCode(.badData)
            }
            if failed.isEmpty { return }
            let isReached = failed.contains { $0.error?.isOutOfReach != true }
            throw ExitCode(isReached ? .badData : .cloudUnreachable)
        }
    }

    private func inTurn<Result>(_ home: Home, _ body: () throws -> Result) throws -> Result {
        try dryRun ? body() : home.withImportTurn(body)
    }

    /// Returns the name of a source, for people.
    static func name(of source: String) -> String {
        source == "-" ? "standard input" : source
    }

    private func browserProfiles() throws -> [BrowserProfile] {
        let profiles = BrowserProfile.ofThisPerson()
        if profiles.isEmpty {
            complain(
                "No bookmarks of Firefox, Chrome, Chromium, Edge, Brave or Vivaldi were found in "
                    + "\(personFolder()). Export them from the browser, then: cloudy import FILE")
            if json { say("[]") }
            throw ExitCode(.nothingFound)
        }
        if all || profiles.count == 1 { return profiles }
        let browsers = profiles.map(\.browser).unique()
        complain(
            (browsers.count == 1
                ? "\(browsers[0]) has several profiles."
                : "There are bookmarks of several browsers: \(browsers.joinedWithAnd).")
                + " To import all of them: cloudy import --browsers --all. To import some: cloudy "
                + "import FILE…")
        if json {
            say(JSON.array(profiles.map(Self.object)))
        } else {
            let rows = profiles.map { [$0.browser, $0.name, $0.path] }
            for line in TerminalTable.lines(["Browser", "Profile", "Folder"], rows) { say(line) }
        }
        throw ExitCode(.usage)
    }

    private static func object(_ profile: BrowserProfile) -> String {
        JSON.object([
            "browser": JSON.string(profile.browser), "name": JSON.string(profile.name),
            "path": JSON.string(profile.path),
        ])
    }

    private static func format(_ text: String) throws -> ImportFormat {
        if let format = ImportFormat.named.first(where: { $0.rawValue == text.lowercased() }) {
            return format
        }
        let known = ImportFormat.named.map(\.rawValue).joined(separator: ", ")
        throw ValidationError("There is no format “\(text)”. Formats: \(known).")
    }

    private static let charsets = [
        "utf-8", "utf-16", "windows-1252", "windows-1250", "windows-1251", "koi8-r", "gbk", "big5",
        "shift_jis", "euc-jp", "euc-kr",
    ]

    private static func charset(_ text: String) throws -> String {
        if Importer.isCharacterSet(text) { return text }
        throw ValidationError(
            "There is no character set “\(text)”. Common ones: "
                + "\(charsets.joined(separator: ", ")).")
    }

    private static func mapping(_ text: String) throws -> RecordMapping {
        do throws(ImportError) { return try RecordMapping(text) } catch {
            throw ValidationError(error.message)
        }
    }
}
