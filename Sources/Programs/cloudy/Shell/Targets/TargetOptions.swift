import ArgumentParser
import BookmarkLibrary
import Bookmarks
import Documents

/// The options for the bookmarks of a command, shared by all commands.
struct TargetOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "Ids, id prefixes, ranges such as 7k3q..9m2x, URLs, or - for standard input.",
            discussion: """
                A range covers all bookmarks between its ends, in the order of the whole list, \
                without archived ones. On standard input, only the text before the first tab \
                counts, so the output of list can be piped in.
                """,
            valueName: "target"),
        completion: Candidates.ids)
    var targets: [String] = []

    @Option(
        name: [.customShort("q"), .customLong("query")], parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Also all bookmarks that match a query, as in list.",
            discussion: "Repeat it to add the matches of several queries.",
            valueName: "query"),
        completion: Candidates.query)
    var queries: [String] = []

    @Flag(
        name: [.customShort("0"), .customLong("null")],
        help: "Standard input is separated by NUL characters.")
    var isNullSeparated = false

    /// Whether nothing was named.
    var isEmpty: Bool { targets.isEmpty && queries.isEmpty }

    func validate() throws {
        for query in queries { try refuseOption(asQuery: query) }
        if targets.count(where: { $0 == "-" }) > 1 {
            throw ValidationError("Standard input can only be read once.")
        }
        if queries.contains(where: { $0.allSatisfy(\.isWhitespace) }) {
            let all = Self.pipingAll(CommandLine.arguments)
            throw ValidationError(
                "The query is empty and would match every bookmark. If you want that: \(all)")
        }
        if isNullSeparated && !targets.contains("-") {
            throw ValidationError("-0 changes how standard input is read: add - too.")
        }
    }

    /// Returns the command as typed, with all bookmarks piped to it instead of empty queries.
    private static func pipingAll(_ arguments: [String]) -> String {
        var words: [String] = []
        var rest = arguments.dropFirst()
        while let word = rest.popFirst() {
            let name = String(word.prefix { $0 != "=" })
            guard ["-q", "--query"].contains(name) else {
                words.append(shellWord(word))
                continue
            }
            let query =
                name == word ? rest.popFirst() ?? "" : String(word.dropFirst(name.count + 1))
            if !query.allSatisfy(\.isWhitespace) { words += [name, shellWord(query)] }
        }
        let list = areInTrash(in: arguments) ? "cloudy trash" : "cloudy list"
        return "\(list) | cloudy \(words.joined(separator: " ")) -"
    }

    /// Whether the targets of a typed command are in the trash.
    ///
    /// - Parameter arguments: with the program's name.
    static func areInTrash(in arguments: [String]) -> Bool {
        let names = Set(Cloudy.commands.map { $0._commandName })
        switch arguments.dropFirst().first(where: names.contains) {
        case Restore._commandName: return true
        case Delete._commandName: return arguments.prefix { $0 != "--" }.contains("--forever")
        default: return false
        }
    }

    /// Whether exactly one was named, so that the number need not be reported.
    var isSingle: Bool {
        queries.isEmpty && targets.count == 1 && targets.allSatisfy(TargetResolver.isSingle)
    }

    /// Throws if nothing was named, in a command that needs a target.
    func requireAny() throws {
        guard isEmpty else { return }
        throw ValidationError(
            "Name bookmarks by id or URL, with --query, or with - to pipe them in.")
    }

    /// Returns the ids of the bookmarks without duplicates: first the named ones in order, then
    /// those that the queries find. If there are none, the command ends with status 1.
    ///
    /// - Parameter nothing: the text to print in that case, for other programs.
    func ids(in home: Home, orPrint nothing: String? = nil) throws -> [String] {
        try home.namingBookmarks {
            try TargetResolver(
                shelf: LiveShelf(catalog: home.catalog),
                searches: { try home.preferences.current().searches },
                answering: { try findingInText(home, $0, $1) }
            ).ids(of: self, orPrint: nothing)
        }
    }

    /// Returns the ids of deleted bookmarks and the keys of deleted documents in the same way.
    ///
    /// - Parameter isDeletion: whether they will be deleted forever.
    func deletedIDs(
        in home: Home, orPrint nothing: String? = nil, isDeletion: Bool = false
    ) throws -> [String] {
        try TargetResolver(
            shelf: DeletedShelf(catalog: home.catalog, home: home, isDeletion: isDeletion),
            searches: { try home.preferences.current().searches },
            answering: { try findingInText(home, $0, $1) }
        ).ids(of: self, orPrint: nothing)
    }

    /// Returns the bookmarks; if nothing was named, all that are not archived, the newest first.
    func rows(in home: Home, json: Bool = false) throws -> [BookmarkRow] {
        if isEmpty { return try home.catalog.listedRows(sortedBy: .standard, limit: nil) }
        return try ids(in: home, orPrint: json ? "[]" : nil)
            .compactMap { try home.catalog.row(id: $0) }
    }
}
