import ArgumentParser
import BookmarkLibrary
import Bookmarks
import BookmarksUI
import Console
import CursesTerminal
import DeviceStore
import FileCoordination
import Glibc

struct Pick: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "pick",
        abstract: "Choose a bookmark in the full-screen list, and print its URL.",
        discussion: """
            Draws directly on the terminal, so it works in $(…), in pipes, and from editors and \
            launchers. Press Enter to choose, or Esc or Ctrl-C to leave with status 130 and no \
            output. Examples: xdg-open "$(cloudy pick)"; cloudy pick tag:docs --format \
            '{title} {url}\\n'; cloudy list is:unread | cloudy pick -
            """)

    @Argument(
        help: ArgumentHelp(
            "The initial filter, or - to choose among the bookmarks piped in.",
            discussion: """
                On standard input, only the text before the first tab counts, an id or a URL, so \
                the output of list can be piped in, also with -0. Keys are still read from the \
                terminal.
                """),
        completion: Candidates.query)
    var query: [String] = []

    @Option(
        help: ArgumentHelp(
            "Print the choice with this template, as in list, such as '{id}\\t{name}\\n'.",
            valueName: "template"))
    var format: String?

    @Flag(
        name: [.customShort("0"), .customLong("null")],
        help: "End each bookmark with NUL, with --format too.")
    var isNullSeparated = false

    @Flag(
        help: ArgumentHelp(
            "Print the choice as a JSON array of objects.",
            discussion: "Fields: Docs/Reference/JSON.md."))
    var json = false

    @Flag(help: "Choose several: Tab to mark, Enter to choose all marked bookmarks.")
    var multi = false

    @OptionGroup var options: HomeOptions

    func validate() throws {
        if json && (format != nil || isNullSeparated) {
            throw ValidationError("--json cannot be combined with --format or -0.")
        }
    }

    func run() throws {
        try reportingErrors {
            let template = try RowOutput.template(
                format ?? (isNullSeparated ? "{url}" : "{url}\\n"))
            let words = self.query.filter { $0 != "-" }
            let query = try readQuery(words, options.savedSearches())
            let ids = words.count < self.query.count ? try idsPipedIn() : nil
            let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
            guard terminal >= 0 else {
                complain(
                    "cloudy pick needs a terminal. To print bookmarks without one: cloudy list")
                throw ExitCode(.usage)
            }
            defer { close(terminal) }
            let chosen = try ListSession.pick(
                options,
                PickRequest(query: query, ids: ids, picking: multi ? .several : .one),
                terminal: terminal)
            guard !chosen.rows.isEmpty else { throw ExitCode(Self.nothingChosen) }
            if json { return write(try chosen.json(), to: STDOUT_FILENO) }
            let isRaw = isNullSeparated && isatty(STDOUT_FILENO) == 0
            let text = try template.text(
                chosen.rows, isRaw: isRaw, end: isNullSeparated ? "\0" : "",
                details: chosen.details, links: chosen.links)
            write(text, to: STDOUT_FILENO)
        }
    }

    private func idsPipedIn() throws -> [String] {
        let home = try options.open(makesDevice: false)
        let ids = try TargetResolver(shelf: LiveShelf(catalog: home.catalog)) {
            try home.preferences.current().searches
        }.idsPipedIn()
        if !ids.isEmpty { return ids }
        complain("Standard input is empty, so there is nothing to choose from.")
        throw ExitCode(.nothingFound)
    }

    /// The exit status of a program that Ctrl-C ended.
    private static let nothingChosen: Int32 = 130
}
