import ArgumentParser

/// Opens the list: the program without a command.
struct OpenList: ParsableCommand {
    static let configuration = CommandConfiguration.command("list", abstract: "")

    @Flag(exclusivity: .chooseLast)
    var mouse: MouseUse?

    @Option(
        help: ArgumentHelp(
            "Begin with this filter, and not where the list was left.",
            discussion: "As typed after / in the list, such as 'swift -server'.",
            valueName: "query"),
        completion: Candidates.query)
    var filter: String?

    @Option(
        help: ArgumentHelp(
            "Write what happens into this file, to report a mistake.",
            discussion: """
                In the list, or in the command that comes after it: cloudy --log FILE sync. It has \
                what kind of things happened and when, and neither what is in the bookmarks nor \
                what was typed.
                """,
            valueName: "file"),
        completion: .file())
    var log: String?

    @Flag(help: "Let the log have the contents too: what is typed, names and addresses.")
    var logContent = false

    @OptionGroup var options: HomeOptions

    /// Whether the mouse is used, whatever is set.
    enum MouseUse: EnumerableFlag {
        case mouse, noMouse

        static func help(for value: MouseUse) -> ArgumentHelp? {
            switch value {
            case .mouse:
                ArgumentHelp(
                    "Use the mouse in the list, whatever is set.",
                    discussion: """
                        A click selects, another one shows the details, the wheel scrolls. To \
                        select text then, hold Shift.
                        """)
            case .noMouse: "Leave the mouse to the terminal, whatever is set."
            }
        }
    }

    func validate() throws {
        if logContent && log == nil { throw ValidationError("--log-content goes with --log FILE.") }
    }

    func run() throws {
        try reportingErrors {
            let query = try filter.map { try readQuery([$0], options.savedSearches()) }
            let log = try log.map { try SessionLog(path: $0, hasContent: logContent) }
            log?.note("cloudy \(Cloudy.configuration.version)")
            let wishes = ListWishes(mouse: mouse.map { $0 == .mouse }, log: log, query: query)
            try ListSession.run(options, wishes)
        }
    }
}
