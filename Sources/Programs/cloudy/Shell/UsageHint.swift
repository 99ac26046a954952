import ArgumentParser
import Bookmarks
import BookmarksUI
import Console
import DeviceStore
import FileCoordination
import Glibc

/// Suggests a correction for arguments that no command accepts.
enum UsageHint {
    /// A sentence with a correction, or nil if there is none.
    ///
    /// - Parameters:
    ///   - arguments: The arguments without the program's name.
    ///   - refusal: The parser's error message about them.
    static func hint(for arguments: [String], refusal: String) -> String? {
        var command: any ParsableCommand.Type = Cloudy.self
        var path = "cloudy"
        if let hint = hintOfValue(arguments, refusal) { return hint }
        let place = placeOfCommand(in: arguments)
        // The words before this one, without the names of commands.
        var words: [String] = []
        for (index, word) in arguments.enumerated() {
            let commands = command.configuration.subcommands
            if let next = commands.first(where: { $0._commandName == word }) {
                command = next
                path += " " + word
                continue
            }
            defer { words.append(word) }
            if index == place || refusal.contains("'\(word)'") {
                if isOptionLike(word) {
                    // The parser read the word as a value, and its message explains the error.
                    if refusal.contains("The value '\(word)'") { return nil }
                    let rest = arguments[(index + 1)...]
                    return "Put -- before an argument that begins with a minus: "
                        + ([path] + separated(words, from: word, rest, of: command))
                        .joined(separator: " ")
                }
                if let near = hint(for: word, below: path, commands) { return near }
                let isCommandMeant = index == place && refusal.contains("'\(word)'")
                // A file is no page, however much its name looks like a host.
                if isCommandMeant, word.contains("."), access(word, F_OK) != 0,
                    (try? WebAddress(typed: "https://" + word)) != nil
                {
                    return "There is no command \(word). To add this page: cloudy add "
                        + shellWord(word)
                }
                return isCommandMeant
                    ? "There is no command \(word). To see all commands: cloudy --help" : nil
            } else if isWord(word), refusal.contains(#/[Uu]nexpected argument/#),
                let near = hint(for: word, below: path, commands)
            {
                // The default subcommand accepted the word as its argument, and rejected the next.
                return near
            }
        }
        return nil
    }

    /// Returns all words of a command for the shell, with `--` before one that looks like an
    /// option. The options after it come before the `--`.
    private static func separated(
        _ before: [String], from word: String, _ after: ArraySlice<String>,
        of command: any ParsableCommand.Type
    ) -> [String] {
        let known = KnownOptions(of: command)
        var (options, others): ([String], [String]) = ([], [])
        var rest = after
        while let next = rest.popFirst() {
            let name = String(next.prefix { $0 != "=" })
            guard known.all.contains(name) else {
                others.append(next)
                continue
            }
            options.append(next)
            if name == next, known.valued.contains(name), let value = rest.popFirst() {
                options.append(value)
            }
        }
        if others.first == "--" { others.removeFirst() }
        return (before + options).map(shellWord) + ["--"] + ([word] + others).map(shellWord)
    }

    /// The place of the first word that is neither an option nor its value.
    private static func placeOfCommand(in arguments: [String]) -> Int? {
        let valued = KnownOptions(of: Cloudy.self).valued
        var place = 0
        while place < arguments.count, arguments[place].hasPrefix("-") {
            place += valued.contains(arguments[place]) ? 2 : 1
        }
        return place < arguments.count && isWord(arguments[place]) ? place : nil
    }

    /// A hint for an option whose value begins with a minus.
    private static func hintOfValue(_ arguments: [String], _ refusal: String) -> String? {
        for (option, value) in zip(arguments, arguments.dropFirst())
        where option.hasPrefix("-") && !option.contains("=") && isOptionLike(value) {
            guard refusal.hasPrefix("Missing value for '\(option) ") else { continue }
            return "If a value begins with a minus, write an equals sign before it: "
                + "\(option)=\(shellWord(value))"
        }
        return nil
    }

    /// A sentence that names the subcommands most similar to a word.
    ///
    /// - Parameter path: The parent command, with the program's name.
    static func hint(
        for word: String, below path: String, _ commands: [any ParsableCommand.Type]
    ) -> String? {
        let now = path == "cloudy" ? formerNames[word] : nil
        let near = (now ?? nearest(to: word, of: commands)).map { "\(path) \($0)" }
        return near.isEmpty ? nil : "Did you mean: " + near.joined(separator: " or ")
    }

    /// Throws if `help` names an unknown command. The parser would print the help of its parent
    /// without an error.
    static func refuseUnknownHelp(_ arguments: [String]) throws {
        guard arguments.first == "help" else { return }
        var command: any ParsableCommand.Type = Cloudy.self
        var path = "cloudy"
        for word in arguments.dropFirst() where !word.hasPrefix("-") && word != "help" {
            let commands = command.configuration.subcommands
            guard let next = commands.first(where: { $0._commandName == word }) else {
                let near = hint(for: word, below: path, commands).map { " " + $0 }
                complain(
                    "There is no command “\(path) "
                        + "\(word)”.\(near ?? " To see all commands: \(path) --help")")
                throw ExitCode(.usage)
            }
            command = next
            path += " " + word
        }
    }

    /// Throws if a command gets an option of the list: the parser accepts it anywhere, but it
    /// would have no effect.
    static func refuseListOptions(
        _ arguments: [String], of command: any ParsableCommand
    ) throws {
        let commands = Cloudy.commands.flatMap { [$0] + $0.configuration.subcommands }
        let options = arguments.prefix { $0 != "--" }.map { String($0.prefix { $0 != "=" }) }
        guard commands.contains(where: { type(of: command) == $0 }),
            let option = options.first(where: listOptions.contains)
        else { return }
        complain(
            "\(option) is an option of the list (cloudy without a command): leave it out.")
        throw ExitCode(.usage)
    }

    private static let listOptions: Set = ["--filter", "--mouse", "--no-mouse"]

    /// The largest edit distance of a suggestion.
    private static let maximumDistance = 2

    /// A prefix with more matches than this gives no suggestions.
    private static let maximumMatches = 4

    /// Names of commands that options of others have replaced.
    private static let formerNames = ["purge": ["delete --forever", "trash --empty"]]

    /// Names from other programs, with Cloudy's commands for the same task.
    private static let otherNames = [
        "rm": ["delete", "remove"], "del": ["delete", "remove"], "remove": ["delete"],
        "delete": ["remove"], "ls": ["list"], "search": ["list"], "find": ["list"],
        "grep": ["list"], "print": ["list"], "new": ["add"], "add": ["save"],
        "create": ["add", "save"],
        "save": ["add"], "mv": ["move", "rename"], "cp": ["copy"], "cat": ["show"],
        "view": ["show"], "info": ["show"], "update": ["edit"], "change": ["edit"],
        "config": ["settings"], "push": ["sync"], "pull": ["sync"], "revert": ["undo"],
        "log": ["history"],
    ]

    /// The command for a name from another program, else the commands with this prefix, else the
    /// one with the smallest edit distance.
    private static func nearest(
        to word: String, of commands: [any ParsableCommand.Type]
    ) -> [String] {
        let names = commands.map { $0._commandName }
        if let other = otherNames[word]?.first(where: names.contains) { return [other] }
        let longer = word.utf8.count > 1 ? names.filter { $0.hasPrefix(word) } : []
        if 1...maximumMatches ~= longer.count { return longer }
        let near = names.map { ($0, $0.editDistance(to: word)) }
            .filter { $0.1 <= maximumDistance && $0.1 < word.utf8.count }
        return near.min { $0.1 < $1.1 }.map { [$0.0] } ?? []
    }

    private static func isWord(_ word: String) -> Bool { !word.isEmpty && !word.hasPrefix("-") }

    /// Whether a word begins with one minus, which excludes a word from a query.
    private static func isOptionLike(_ word: String) -> Bool {
        word.hasPrefix("-") && !word.hasPrefix("--") && word.count > 1
    }
}
