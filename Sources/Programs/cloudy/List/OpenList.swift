import ArgumentParser

/// Opens the list: the program without a command.
struct OpenList: ParsableCommand {
    static let configuration = CommandConfiguration.command("list", abstract: "")

    @Flag(exclusivity: .chooseLast)
    var mouse: MouseUse?

    @Option(
        help: ArgumentHelp(
            "Start with this filter.",
            discussion: """
                As you would type it after / in the list, such as 'swift -server'. Without it, \
                the list starts where you left it.
                """,
            valueName: "query"),
        completion: Candidates.query)
    var filter: String?

    @Option(
        help: ArgumentHelp(
            "Write a log to this file, to report a problem.",
            discussion: """
                For the list, or for a command that follows: cloudy --log FILE sync. The log says \
                what happened and when; it has neither bookmarks nor what you type.
                """,
            valueName: "file"),
        completion: .file())
    var log: String?

    @Flag(help: "Log contents too: names, addresses and what you type.")
    var logContent = false

    @OptionGroup var options: HomeOptions

    /// Whether to use the mouse, whatever the settings.
    enum MouseUse: EnumerableFlag {
        case mouse, noMouse

        static func help(for value: MouseUse) -> ArgumentHelp? {
            switch value {
            case .mouse:
                ArgumentHelp(
                    "Turn the mouse on in the list, whatever the settings say.",
                    discussion: """
                        A click selects a bookmark, a second click shows its details, the wheel \
                        scrolls. Headings, tags, menus and the keys on the last line act when \
                        clicked. To select text, hold Shift.
                        """)
            case .noMouse: "Leave the mouse to the terminal, whatever the settings say."
            }
        }
    }

    func validate() throws {
        if logContent && log == nil { throw ValidationError("--log-content needs --log FILE.") }
    }

    func run() throws {
        try reportingErrors {
            let query = try filter.map { try readQuery([$0], options.savedSearches()) }
            let log = try log.map { try SessionLog(path: $0, hasContent: logContent) }
            log?.note("cloudy \(Cloudy.configuration.version)")
            let isMouse = mouse.map { $0 == .mouse }
            try ListSession.run(options, ListOptions(mouse: isMouse, log: log, query: query))
        }
    }
}
