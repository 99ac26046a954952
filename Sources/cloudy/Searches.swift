import ArgumentParser
import Bookmarks
import DeviceStore
import Glibc
import Home

struct Searches: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "searches",
        abstract: "Print, save and delete queries that have names.",
        discussion: """
            A name stands for its query wherever a query can be given: cloudy list @name. All \
            devices of the account have the same.
            """,
        subcommands: [ListSearches.self, SaveSearch.self, DeleteSearch.self],
        defaultSubcommand: ListSearches.self)
}

struct ListSearches: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Print the saved searches.",
        discussion: "Tab-separated: name, query.")

    @Flag(
        help: ArgumentHelp(
            "Print a JSON array of objects, one for each search.",
            discussion: "Each has name and query."))
    var json = false

    @OptionGroup var options: HomeOptions

    func run() throws {
        try reportingErrors {
            let searches = try options.open(makesDevice: false).preferences.current().searches
            let found = searches.names.map { ($0, searches.texts[$0] ?? "") }
            if json {
                let objects = found.map {
                    JSON.object(["name": JSON.string($0.0), "query": JSON.string($0.1)])
                }
                say(objects.isEmpty ? "[]" : "[\n" + objects.joined(separator: ",\n") + "\n]")
            } else {
                let lines = found.map { harmless($0.0) + "\t" + harmless($0.1) + "\n" }
                write(lines.joined(), to: STDOUT_FILENO)
            }
        }
    }
}

struct SaveSearch: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "save",
        abstract: "Save a query under a name, in place of one that has it.",
        discussion: "Example: cloudy searches save later 'tag:toread -is:conflict'")

    @Argument(help: "The name: one word.")
    var name: String

    @Argument(
        help: "What to look for: see cloudy list --help.", completion: Candidates.query)
    var query: [String]

    @OptionGroup var options: HomeOptions

    func run() throws {
        try reportingErrors {
            let name: String
            do throws(SearchNameError) {
                name = try SavedSearches.checkedName(self.name)
            } catch {
                complain(error.description)
                throw ExitCode(ExitStatus.usage.rawValue)
            }
            // Read by itself first, so that what is wrong in it is shown in its place.
            let query = try readQuery(self.query, options.savedSearches())
            if query.isEmpty {
                complain("An empty query finds everything, and needs no name.")
                throw ExitCode(ExitStatus.usage.rawValue)
            }
            let home = try options.open()
            let searches = try home.preferences.current().searches
            let edit = SearchEdit.save(query.text, as: name)
            if let problem = searches.problem(of: edit, at: queryClock()) {
                complain(problem.message)
                throw ExitCode(ExitStatus.usage.rawValue)
            }
            try change(edit, home, options)
            if let old = searches.name(name).flatMap({ searches.texts[$0] }), old != query.text {
                complain("@\(name) was before: \(old)")
            }
        }
    }
}

struct DeleteSearch: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Forget saved searches. The bookmarks they find stay.")

    @Argument(
        help: "The names. All of them are forgotten, or none.", completion: Candidates.searches)
    var names: [String]

    @OptionGroup var options: HomeOptions

    func run() throws {
        try reportingErrors {
            let home = try options.open(makesDevice: false)
            let searches = try home.preferences.current().searches
            let found = try names.map { typed in
                guard let name = searches.name(String(typed.drop { $0 == "@" })) else {
                    complain(
                        "There is no saved search “\(typed)”. cloudy searches prints those there "
                            + "are.")
                    throw ExitCode(ExitStatus.nothingFound.rawValue)
                }
                return name
            }
            for name in found { try change(.delete(name), home, options) }
            for name in found {
                for user in searches.searches(using: name) where !found.contains(user) {
                    complain("@\(user) is made of @\(name) and finds nothing any more.")
                }
            }
        }
    }
}

/// Changes the saved searches, and sends that as far as it can be done in a few seconds.
private func change(_ edit: SearchEdit, _ home: Home, _ options: HomeOptions) throws {
    let mirror = try options.openMirror(of: home)
    try home.preferences.change(mirror) { $0.searches.apply(edit) }
    mirror.flushBeforeExit()
    if options.offline { return }
    try? waitFor(seconds: 5) { try await home.preferences.exchange(mirror) }
}
