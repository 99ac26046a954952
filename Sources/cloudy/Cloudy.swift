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

    @OptionGroup var options: HomeOptions

    func run() throws {
        try reportingErrors {
            try ListSession.run(options, mouse: mouse)
        }
    }

    static func main() {
        refuseBadBytes()
        Self.main(nil)
    }
}
