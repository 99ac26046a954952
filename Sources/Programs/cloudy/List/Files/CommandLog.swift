import ArgumentParser
import FileCoordination
import Glibc
import Synchronization

/// The log of a command, for `--log`. Like the log of a list, it leaves out typed text unless that
/// was asked for.
enum CommandLog {
    private static let log = Mutex<SessionLog?>(nil)

    /// Begins the log if the arguments ask for one, and returns the arguments of the command.
    ///
    /// - Parameter commands: the commands that can be the first word.
    static func begin(
        _ arguments: [String], _ commands: [any ParsableCommand.Type]
    ) throws -> [String] {
        // A quick check, because naming all commands is slow.
        guard arguments.contains(where: { $0.hasPrefix("--log") }) else { return arguments }
        let options = LogOptions(in: arguments)
        guard let path = options.path,
            let place = FirstWord.index(in: options.others),
            commands.contains(where: { $0._commandName == options.others[place] })
        else { return arguments }
        let rest = options.others
        let log = try SessionLog(path: path, hasContent: options.hasContent)
        log.note("cloudy \(Cloudy.configuration.version)")
        log.note(surroundings)
        log.note(words(for: Array(rest[place...])), content: "\(rest)")
        Self.log.withLock { $0 = log }
        WatchShortage.report { log.note($0) }
        return rest
    }

    /// Writes a line.
    ///
    /// - Parameter content: the text in its place where contents were asked for.
    static func note(_ text: @autoclosure () -> String, content: @autoclosure () -> String? = nil) {
        guard let log = log.withLock({ $0 }) else { return }
        log.note(text(), content: content())
    }

    /// The terminal that the command runs on.
    private static var surroundings: String {
        let term = getenv("TERM").map { String(cString: $0) } ?? "none"
        let ends = [("input", STDIN_FILENO), ("output", STDOUT_FILENO), ("errors", STDERR_FILENO)]
        let terminals = ends.filter { isatty($0.1) != 0 }.map(\.0).joined(separator: ", ")
        return "terminal \(term), " + (terminals.isEmpty ? "not used" : "for \(terminals)")
    }

    /// The command and its options, without values.
    private static func words(for arguments: [String]) -> String {
        var command: any ParsableCommand.Type = Cloudy.self
        var rest = arguments[...]
        var words = ["command"]
        while let word = rest.first,
            let next = command.configuration.subcommands.first(where: { $0._commandName == word })
        {
            command = next
            words.append(word)
            rest.removeFirst()
        }
        // An argument that is not an option of the command is content, whatever it begins with.
        let help = Set(Cloudy.helpMessage(for: command).split { " ,\n[]/".contains($0) })
        let options = rest.map { $0.prefix { $0 != "=" } }
            .filter { $0.hasPrefix("-") && help.contains($0) }
        let others = rest.count - options.count
        return (words + options.map(String.init)).joined(separator: " ")
            + (others > 0 ? ", and \(others) more" : "")
    }
}

/// The arguments about a log, which the parser accepts anywhere.
private struct LogOptions {
    var path: String?
    var hasContent = false
    /// The other words.
    var others: [String] = []

    init(in words: [String]) {
        var rest = words[...]
        while let word = rest.popFirst() {
            switch word {
            case "--log-content": hasContent = true
            case "--log": path = rest.popFirst()
            case "--":
                others += ["--"] + rest
                return
            case _ where word.hasPrefix("--log="): path = String(word.dropFirst("--log=".count))
            default: others.append(word)
            }
        }
    }
}
