import ArgumentParser

/// The program: without a command it opens the list.
@main
struct Cloudy: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cloudy",
        abstract: "Bookmarks in the terminal, the same on every machine.",
        discussion: """
            Without a command, cloudy opens the list; press ? there for its keys.

            Exit status: 0 done, 1 nothing found, or not the same yet (verify), 64 wrong usage or \
            no terminal, 65 bad data, or broken links (check), 69 cloud or web unreachable, 70 \
            bug, 74 cannot write, 77 not allowed, 78 configuration, \
            130 given up (pick) or ended by Ctrl-C (watch).
            """,
        version: "0.1.0",
        subcommands: [
            Add.self, List.self, Edit.self, Delete.self, Open.self, Copy.self, Pick.self,
            Watch.self,
            Undo.self, Redo.self, History.self,
            Trash.self, Restore.self, Purge.self, Duplicates.self,
            TagsCommand.self, FoldersCommand.self,
            Conflicts.self, Settle.self, Import.self, Export.self,
            Searches.self, Check.self, Fetch.self,
            Sync.self, Airplane.self, Status.self, Verify.self, Account.self,
            BackupCommand.self, SettingsCommand.self,
            Completions.self,
        ])

    @Flag(
        inversion: .prefixedNo,
        help: ArgumentHelp(
            "Use the mouse in the list, or do not, whatever is set.",
            discussion: """
                A click selects, another one shows the details, the wheel scrolls. To select text \
                then, hold Shift.
                """))
    var mouse: Bool?

    @Option(
        help: ArgumentHelp(
            "Begin with this filter, and not where the list was left.",
            discussion: "As typed after / in the list, such as 'swift -server'.",
            valueName: "query"),
        completion: Candidates.query)
    var query: String?

    @Option(
        help: ArgumentHelp(
            "Write what happens in the list into this file, to report a mistake.",
            discussion: """
                It has what kind of things happened and when, and neither what is in the bookmarks \
                nor what was typed.
                """,
            valueName: "file"))
    var log: String?

    @Flag(help: "Let the log have the contents too: what is typed, names and addresses.")
    var logContent = false

    @OptionGroup var options: HomeOptions

    func validate() throws {
        if logContent && log == nil { throw ValidationError("--log-content goes with --log FILE.") }
    }

    func run() throws {
        try reportingErrors {
            let query = try query.map { try readQuery([$0], options.savedSearches()) }
            let log = try log.map { try SessionLog(path: $0, hasContent: logContent) }
            log?.note("cloudy \(Self.configuration.version)")
            try ListSession.run(options, ListWishes(mouse: mouse, log: log, query: query))
        }
    }

    static func main() {
        refuseBadBytes()
        Self.main(nil)
    }
}
