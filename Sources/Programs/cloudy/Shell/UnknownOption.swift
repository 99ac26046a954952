import ArgumentParser
import Bookmarks
import FileCoordination

/// An option that no command takes.
///
/// The parser checks the meaning of all other arguments first, and says only what is missing there.
/// So the arguments of a refused command are compared with its help.
struct UnknownOption {
    let option: String
    /// The options that a person may have meant, nearest first.
    let near: [String]
    /// A sentence that says how to type the intended one, where that is known.
    let hint: String?

    /// The first one, if there is any.
    ///
    /// - Parameter arguments: without the program's name.
    init?(in arguments: [String]) {
        var command: any ParsableCommand.Type = Cloudy.self
        var path = "cloudy"
        // The options of the command, and these together with those of all commands above it.
        var own = KnownOptions(of: command)
        var known = own
        var rest = arguments.prefix { $0 != "--" }
        while let word = rest.popFirst() {
            let name = String(word.prefix { $0 != "=" })
            if !word.hasPrefix("-") {
                let commands = command.configuration.subcommands
                guard let next = commands.first(where: { $0._commandName == word }) else {
                    if command == Cloudy.self { return nil }
                    continue
                }
                // Its arguments are those of another program.
                if next == Serve.self { return nil }
                command = next
                path += " " + word
                own = KnownOptions(of: next)
                if let usual = next.configuration.defaultSubcommand {
                    own.add(KnownOptions(of: usual))
                }
                known.add(own)
            } else if known.valued.contains(name) {
                if name == word { _ = rest.popFirst() }
            } else if Self.isOption(name) {
                if known.all.contains(name) { continue }
                option = name
                near = own.near(name)
                let value = name == word ? rest.first : String(word.dropFirst(name.count + 1))
                hint = own.hint(ofQuery: name, value, path)
                return
            } else if word.utf8.count > 2, !known.areSeveral(word) {
                option = word
                near = own.all.contains("-" + word) ? ["-" + word] : []
                hint = near.isEmpty ? own.hint(ofJoined: word) : nil
                return
            }
        }
        return nil
    }

    /// A sentence or two for a person.
    var words: String {
        let quoted = near.map { "'\($0)'" }
        return "Unknown option '\(harmless(option))'."
            + (near.isEmpty ? "" : " Did you mean \(quoted.joined(separator: " or "))?")
    }

    /// A refusal with these words, and the usage that the parser printed after its own.
    func message(insteadOf refusal: String) -> String {
        let usage = refusal.firstRange(of: "\nUsage: ").map { String(refusal[$0.lowerBound...]) }
        return "Error: \(words)\(usage ?? "")"
    }

    /// Whether it is one option: `-abc` may be several, one with its value, or a word that a query
    /// leaves out.
    private static func isOption(_ name: String) -> Bool {
        name.hasPrefix("--") ? name.utf8.count > 2 : name.utf8.count == 2
    }
}

/// The options of a command, as its help has them.
struct KnownOptions {
    var all: Set<String> = []
    /// The options that take a value.
    var valued: Set<String> = []
    /// Whether the query is an argument, and not an option.
    private var takesQuery = false
    private static let most = 3

    /// - Parameter root: the command that it is parsed below; itself for one that is parsed alone.
    init(
        of command: any ParsableCommand.Type, below root: any ParsableCommand.Type = Cloudy.self
    ) {
        let help = root.helpMessage(for: command, includeHidden: true)
        let lines = help.split(separator: "\n")
        takesQuery = lines.contains { $0.hasPrefix("  <query>") }
        for line in lines where line.hasPrefix("  -") {
            let names = line.split(separator: " ").prefix { $0.hasPrefix("-") || $0.hasPrefix("<") }
            let options = names.filter { $0.hasPrefix("-") }.map { String($0.prefix { $0 != "," }) }
            all.formUnion(options)
            if names.last?.hasPrefix("<") == true { valued.formUnion(options) }
        }
    }

    mutating func add(_ other: KnownOptions) {
        takesQuery = takesQuery || other.takesQuery
        all.formUnion(other.all)
        valued.subtract(other.all)
        valued.formUnion(other.valued)
    }

    /// The nearest ones with one or two letters wrong, or of which one begins with the other.
    func near(_ name: String) -> [String] {
        let long = all.filter { $0.hasPrefix("--") && name.hasPrefix("--") }.sorted()
        let distances = long.map { option in
            let isPart = option.hasPrefix(name) || name.hasPrefix(option)
            return (option, isPart ? 1 : option.editDistance(to: name))
        }
        guard let least = distances.map(\.1).min(), least <= 2 else { return [] }
        return distances.filter { $0.1 == least }.prefix(Self.most).map(\.0)
    }

    /// Whether `-abc` is several of them, none of which takes a value.
    fileprivate func areSeveral(_ word: String) -> Bool {
        word.dropFirst().allSatisfy { all.contains("-\($0)") && !valued.contains("-\($0)") }
    }

    /// Explains how to type the query, if the option is the one that other commands have for it.
    fileprivate func hint(ofQuery name: String, _ value: String?, _ path: String) -> String? {
        guard takesQuery, ["-q", "--query"].contains(name) else { return nil }
        let command = path.split(separator: " ").last ?? ""
        let query = value.flatMap { $0.hasPrefix("-") ? nil : shellWord($0) } ?? "QUERY"
        return "The query is an argument of \(command): \(path) \(query)"
    }

    /// Explains how to type a value that directly follows a short option. For a command with a
    /// query, only a number is a value: other words are exclusions of the query.
    fileprivate func hint(ofJoined word: String) -> String? {
        let (option, value) = (String(word.prefix(2)), String(word.dropFirst(2)))
        guard valued.contains(option), !takesQuery || value.allSatisfy(\.isNumber) else {
            return nil
        }
        return "Put a space between an option and its value: \(option) \(shellWord(value))"
    }
}
