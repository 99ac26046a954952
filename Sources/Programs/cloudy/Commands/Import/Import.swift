import ArgumentParser
import BookmarkLibrary
import Bookmarks
import Browsers
import DeviceStore
import FileCoordination
import Glibc
import Interchange

struct Import: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "import",
        abstract: "Take in bookmarks from files of browsers and other programs.",
        discussion: """
            What a file is, its content says. A page that is there already keeps all it has and \
            gets the tags, the name, the folder and the notes that it lacks. All of an import is \
            one step. A report says what came in and what did not, and why; the exit status is 65 \
            when something failed or nothing was found, and 69 when only the web could not be \
            reached. A download ends after ten minutes, or \
            when less than 1,000 bytes a second came for 30 seconds; in airplane mode there is \
            none.

            Examples: cloudy import bookmarks.html; cloudy import --browsers --all; \
            cloudy import https://example.org/links.json --map name=title,url=link
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
            "Read the bookmarks of the browser on this machine.",
            discussion: """
                Firefox, Chrome, Chromium, Edge, Brave and Vivaldi, also while they run. Of \
                several profiles --all takes all; without it they are listed, to be given as \
                files, and the exit status is 64.
                """))
    var browsers = false

    @Flag(help: "With --browsers: all profiles of all browsers, as one step.")
    var all = false

    @Option(
        help: ArgumentHelp(
            "What the files are, whatever they look like.",
            discussion: ImportFormat.named.map(\.rawValue).joined(separator: ", ") + ".",
            valueName: "name"),
        completion: .list(ImportFormat.named.map(\.rawValue)),
        transform: { try Import.format($0) })
    var format: ImportFormat?

    @Option(
        help: ArgumentHelp(
            "Which fields of JSON or columns of CSV are what.",
            discussion: """
                Such as name=title,url=link.href,tags=labels; also notes, folder, added, modified \
                and unread, and records for where in a JSON file the bookmarks are. Columns \
                without names go by their numbers: url=2,name=1.
                """,
            valueName: "fields"),
        transform: { try Import.mapping($0) })
    var map: RecordMapping?

    @Option(
        help: ArgumentHelp(
            "The character set of the files, whatever they say.",
            discussion: """
                By its name on the web, such as gbk, big5, shift_jis, euc-jp, euc-kr or \
                windows-1251. Databases have none.
                """,
            valueName: "name"),
        completion: .list(Import.charsets),
        transform: { try Import.charset($0) })
    var charset: String?

    @Option(
        name: .shortAndLong,
        help: "A tag for all that is imported; may be given several times.",
        completion: Candidates.tags)
    var tag: [String] = []

    @Option(
        help: ArgumentHelp(
            "A tag for what is on a list of things to read.",
            discussion: "Without it nothing says that they were unread.", valueName: "tag"),
        completion: Candidates.tags)
    var unreadTag: [String] = []

    @Option(
        help: ArgumentHelp("Put everything into this folder.", valueName: "path"),
        completion: Candidates.folders)
    var folder = ""

    @Flag(name: [.customShort("n"), .long], help: "Only say what would come in.")
    var dryRun = false

    @Flag(
        help: ArgumentHelp(
            "Print the report as a JSON array, with an object for each file.",
            discussion: """
                Each has file, format, added, merged, alreadyThere, datesLeftOut, skipped, failed \
                and warnings (arrays of line and reason), unreadFields (names of fields and \
                columns that are not read), and error (a text, or null). Several profiles \
                of --browsers have browser, name and path.
                """))
    var json = false

    @OptionGroup var options: HomeOptions

    func validate() throws {
        if files.isEmpty && !browsers {
            throw ValidationError("Name a file to import, - for standard input, or --browsers.")
        }
        if !files.isEmpty && browsers {
            throw ValidationError("Name files or say --browsers, not both.")
        }
        if all && !browsers { throw ValidationError("--all goes with --browsers.") }
        if files.count(where: { $0 == "-" }) > 1 {
            throw ValidationError("Standard input can be read once.")
        }
    }

    func run() throws {
        try reportingErrors {
            let settings = ImportSettings(
                tags: try tag.flatMap { try Tags.parsed(argument: $0) },
                unreadTags: try unreadTag.flatMap {
                    try Tags.parsed(argument: $0, of: "--unread-tag")
                },
                folder: folder)
            if files.contains(where: ImportSource.isURL) {
                try options.requireWeb(
                    options.open(makesDevice: !dryRun), for: "import of a URL")
            }
            let profiles = browsers ? try browserProfiles() : []
            let found = try read(browsers ? profiles.map(\.path) : files)
            let home = try options.open(makesDevice: !dryRun)
            let mirror = try options.openMirror(of: home)
            let (reports, stopped) = try inTurn(home) { try take(found, settings, home, mirror) }
            if json {
                say(ImportReportText.json(reports))
            } else {
                for var report in reports {
                    if let profile = profiles.first(where: { $0.path == report.source }) {
                        report.source = "\(profile.browser) “\(profile.name)”"
                    }
                    ImportReportText.complain(report, isTrial: dryRun)
                }
            }
            if !dryRun {
                finish(home, mirror, isOffline: options.offline, isStopped: stopped != nil)
            }
            if let stopped { throw stopped }
            let failed = reports.filter { !$0.isSuccess }
            if failed.isEmpty { return }
            let isReached = failed.contains { $0.error?.isOutOfReach != true }
            throw ExitCode((isReached ? ExitStatus.badData : .cloudUnreachable).rawValue)
        }
    }

    private func inTurn<Result>(_ home: Home, _ body: () throws -> Result) throws -> Result {
        try dryRun ? body() : home.withImportTurn(body)
    }

    /// What a source is called for people.
    static func name(of source: String) -> String {
        source == "-" ? "standard input" : source
    }

    private func browserProfiles() throws -> [BrowserProfile] {
        let profiles = BrowserProfile.ofThisPerson()
        if profiles.isEmpty {
            complain(
                "No bookmarks of Firefox, Chrome, Chromium, Edge, Brave or Vivaldi are in "
                    + "\(personFolder()). Export them from the browser and say: cloudy import FILE")
            if json { say("[]") }
            throw ExitCode(ExitStatus.nothingFound.rawValue)
        }
        if all || profiles.count == 1 { return profiles }
        complain(
            "There are several. Import the ones you mean: cloudy import FILE…, or all of them: "
                + "cloudy import --browsers --all")
        if json {
            say(JSON.array(profiles.map(Self.object)))
        } else {
            for profile in profiles {
                let fields = [profile.browser, profile.name, profile.path]
                say(fields.map(harmless).joined(separator: "\t"))
            }
        }
        throw ExitCode(ExitStatus.usage.rawValue)
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
        throw ValidationError("There is no format “\(text)”. Those known: \(known).")
    }

    private static let charsets = [
        "utf-8", "utf-16", "windows-1252", "windows-1250", "windows-1251", "koi8-r", "gbk", "big5",
        "shift_jis", "euc-jp", "euc-kr",
    ]

    private static func charset(_ text: String) throws -> String {
        if Importer.isCharacterSet(text) { return text }
        throw ValidationError(
            "There is no character set “\(text)” on the web. Common ones: "
                + "\(charsets.joined(separator: ", ")).")
    }

    private static func mapping(_ text: String) throws -> RecordMapping {
        do throws(ImportError) { return try RecordMapping(text) } catch {
            throw ValidationError(error.message)
        }
    }
}
