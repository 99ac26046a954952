import ArgumentParser
import BookmarkLibrary
import Bookmarks
import Console
import DeviceStore
import FileCoordination
import Glibc

struct Searches: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "searches",
        abstract: "Print, save, rename and delete saved searches.",
        discussion: """
            Use a saved search in any query: cloudy list @name. All devices of the account share \
            them. Examples: cloudy searches; cloudy searches save later 'tag:toread'; cloudy \
            searches delete later
            """,
        subcommands: [
            ListSearches.self, SaveSearch.self, RenameSearch.self, DeleteSearch.self,
        ],
        defaultSubcommand: ListSearches.self)
}

struct ListSearches: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Print the saved searches.",
        discussion: "Tab-separated: name, query. Example: cloudy searches list --json")

    @Flag(
        help: ArgumentHelp(
            "Print a JSON array of objects, one for each search.",
            discussion: "Each has name and query."))
    var json = false

    @OptionGroup var paging: PagingOptions

    @OptionGroup var options: HomeOptions

    func run() throws {
        try reportingErrors {
            let searches = try options.open(makesDevice: false).preferences.current().searches
            let found = searches.names.map { ($0, searches.texts[$0] ?? "") }
            if json {
                say(JSON.lines(found.map(object)))
            } else {
                try paging.print(
                    found.map { harmless($0.0) + "\t" + harmless($0.1) }, options)
            }
            if found.isEmpty {
                explainEmpty(
                    "There are no saved searches. To save one: cloudy searches save NAME QUERY",
                    json: json)
            }
        }
    }
}

struct SaveSearch: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "save",
        abstract: "Save a query under a name, replacing an existing one.",
        discussion: "Example: cloudy searches save later 'tag:toread -is:conflict'")

    @Argument(help: "The name: one word.")
    var name: String

    @Argument(
        help: "The query: see cloudy list --help.", completion: Candidates.query)
    var query: [String]

    @OptionGroup var format: SearchFormat

    @OptionGroup var options: HomeOptions

    func run() throws {
        try reportingErrors {
            let name = try checkedName(self.name)
            // Read first, so that a mistake is shown at its place.
            let query = try readQuery(self.query, options.savedSearches())
            if query.isEmpty {
                complain("An empty query finds everything and cannot be saved.")
                throw ExitCode(.usage)
            }
            let home = try options.open()
            let searches = try home.preferences.current().searches
            let edit = SearchEdit.save(query.text, as: name)
            if let problem = searches.problem(of: edit, at: queryClock()) {
                complain(problem.message)
                throw ExitCode(.usage)
            }
            try change(edit, home, options)
            let old = searches.name(name).flatMap { searches.texts[$0] }
            if format.json {
                say(
                    JSON.object([
                        "name": JSON.string(name), "query": JSON.string(query.text),
                        "previous": old.map(JSON.string) ?? "null",
                    ]))
            } else if let old, old != query.text {
                complain(
                    "Changed the saved search @\(name) (before: \(old)). \(restoreHint(name, old))")
            }
        }
    }
}

struct DeleteSearch: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete saved searches. The bookmarks they find stay.",
        discussion: """
            Prints each deleted search and how to save it again: undo does not cover saved \
            searches. A search that another one uses stays, unless you delete both. Example: \
            cloudy searches delete later
            """)

    @Argument(
        help: "The names. Deletes all of them, or none.", completion: Candidates.searches)
    var names: [String]

    @OptionGroup var format: SearchFormat

    @OptionGroup var options: HomeOptions

    func run() throws {
        try reportingErrors {
            let home = try options.open(makesDevice: false)
            let searches = try home.preferences.current().searches
            let found = try names.map { try searches.existingName($0) }
            if let user = searches.users(of: found, at: queryClock()).first {
                complain(
                    "@\(user) uses a search that would be deleted. Delete both, or save @\(user) "
                        + "with another query first: cloudy searches save \(user) QUERY")
                throw ExitCode(.usage)
            }
            for name in found {
                try change(.delete(name), home, options)
                let text = searches.texts[name] ?? ""
                if format.json { continue }
                complain(
                    "Deleted the saved search @\(name) (\(text)). \(restoreHint(name, text))")
            }
            if format.json {
                say(JSON.lines(found.map { object($0, searches.texts[$0] ?? "") }))
            }
        }
    }
}

struct RenameSearch: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename",
        abstract: "Rename a saved search.",
        discussion: """
            Searches that use it change to the new name. Example: cloudy searches rename later \
            someday
            """)

    @Argument(help: "The old name.", completion: Candidates.searches)
    var name: String

    @Argument(help: "The new name: one word.")
    var newName: String

    @OptionGroup var format: SearchFormat

    @OptionGroup var options: HomeOptions

    func run() throws {
        try reportingErrors {
            let new = try checkedName(newName)
            let home = try options.open(makesDevice: false)
            let searches = try home.preferences.current().searches
            let old = try searches.existingName(name)
            if let other = searches.name(new), other != old {
                complain(
                    "A saved search @\(other) already exists. Choose another name, or delete it "
                        + "first: cloudy searches delete \(other)")
                throw ExitCode(.usage)
            }
            let users = searches.directUsers(of: old)
            try change(.rename(old, to: new), home, options)
            let after = try home.preferences.current().searches
            if format.json {
                say(
                    JSON.object([
                        "name": JSON.string(new), "previous": JSON.string(old),
                        "query": JSON.string(after.texts[new] ?? ""),
                    ]))
            }
            for user in users {
                guard let text = after.texts[user] else { continue }
                complain("@\(user) uses it and is now: \(text)")
            }
        }
    }
}

/// The output options for changes of saved searches.
struct SearchFormat: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            "Print what was changed as JSON.", discussion: "Fields: Docs/Reference/JSON.md."))
    var json = false
}

/// Returns a search as JSON.
private func object(_ name: String, _ query: String) -> String {
    JSON.object(["name": JSON.string(name), "query": JSON.string(query)])
}

extension SavedSearches {
    /// Returns the name of an existing search typed on the command line; ends the command if there
    /// is none.
    fileprivate func existingName(_ typed: String) throws -> String {
        if let name = name(String(typed.drop { $0 == "@" })) { return name }
        complain("There is no saved search “\(typed)”. To see all: cloudy searches")
        throw ExitCode(.nothingFound)
    }
}

/// Returns a valid name of a search; ends the command if it is invalid.
private func checkedName(_ typed: String) throws -> String {
    do throws(SearchNameError) { return try SavedSearches.checkedName(typed) } catch {
        complain(error.description)
        throw ExitCode(.usage)
    }
}

/// Returns a sentence with the command that saves a search again.
private func restoreHint(_ name: String, _ text: String) -> String {
    "To get it back: cloudy searches save \(name) \(shellWord(text))"
}

/// Changes the saved searches, and sends the change if that takes only a few seconds.
private func change(_ edit: SearchEdit, _ home: Home, _ options: HomeOptions) throws {
    let mirror = try options.openMirror(of: home)
    try home.preferences.change(mirror) { $0.searches.apply(edit) }
    mirror.flushBeforeExit()
    if options.offline { return }
    exchangePreferences(home, mirror)
}
