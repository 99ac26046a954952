import ArgumentParser
import Bookmarks
import DeviceStore
import FileCoordination
import Glibc
import Replication
import WebPages

/// The program `cloudy`; without a command, it opens the list.
@main
struct Cloudy: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cloudy",
        abstract: "Bookmarks in the terminal, the same on every machine.",
        usage: """
            cloudy [<options>]
            cloudy <command> …
            """,
        discussion: """
            Without a command, cloudy opens the list; press ? there for its keys. A URL with its \
            scheme in place of a command is added: cloudy https://www.swift.org

            Exit status: 0 done, 1 nothing found, or not the same yet (verify), 64 wrong usage or \
            no terminal, 65 bad data, a file that is missing or unreadable, or broken links \
            (check), 69 server or web unreachable, 74 cannot write, 77 not allowed, 78 \
            configuration, 130 canceled (pick), or stopped by Ctrl-C (watch, import, check, fetch, \
            save, transfers --watch and edits of many).
            """,
        version: Release.version,
        subcommands: commands)

    /// All commands, in the order of the help.
    static var commands: [any ParsableCommand.Type] {
        [
            Add.self, List.self, Edit.self, Move.self, Delete.self, Open.self, Copy.self,
            Pick.self, Watch.self,
            Undo.self, Redo.self, Show.self, History.self,
            Trash.self, Restore.self, Duplicates.self,
            TagsCommand.self, FoldersCommand.self,
            Conflicts.self, Settle.self, Import.self, Export.self,
            Searches.self, Check.self, Fetch.self, Save.self, Read.self, Note.self, Attach.self,
            DocumentsCommand.self, TransfersCommand.self,
            Sync.self, Airplane.self, Status.self, Verify.self, Account.self, CloudCommand.self,
            Serve.self, BrowsersCommand.self,
            KeyCommand.self, BackupCommand.self, SettingsCommand.self, StoreCommand.self,
            Completions.self,
        ]
    }

    @OptionGroup var list: OpenList

    func run() throws { try list.run() }

    static func main() {
        if PageExtraction.isWanted(CommandLine.arguments) { PageExtraction.answer() }
        Signals.surviveWrites()
        Signals.tellUnreadablePages()
        refuseBadBytes()
        var arguments = Array(CommandLine.arguments.dropFirst())
        do {
            try reportingErrors { arguments = try CommandLog.begin(arguments, commands) }
            if let place = FirstWord.index(in: arguments), Self.isAddress(arguments[place]) {
                arguments.insert("add", at: place)
            }
            try UsageHint.refuseUnknownHelp(arguments)
            let direct = directCommand(for: arguments)
            var command = try direct ?? parseAsRoot(arguments)
            if direct == nil { try UsageHint.refuseListOptions(arguments, of: command) }
            try command.run()
            end(OutputFailure.status?.rawValue ?? 0)
        } catch let status as ExitCode {
            // The reason was already printed.
            end(status.rawValue)
        } catch {
            endParsing(arguments, error)
        }
    }

    /// Ends with the parser's output: help, the version, or an error about arguments.
    private static func endParsing(_ arguments: [String], _ error: any Error) -> Never {
        let (status, text) = (exitCode(for: error), fullMessage(for: error))
        if let wrong = status == .success ? OwnVersion.refusal(of: arguments) : text {
            refuse(arguments, wrong)
            end(status == .success ? ExitStatus.usage.rawValue : status.rawValue)
        }
        say(text)
        end(OutputFailure.status?.rawValue ?? 0)
    }

    /// Reports what is wrong with the arguments, with a hint.
    ///
    /// - Parameter refusal: the parser's message about them, with the usage.
    private static func refuse(_ arguments: [String], _ refusal: String) {
        let unknown = UnknownOption(in: arguments)
        var text = unknown?.message(insteadOf: refusal) ?? refusal
        // All other errors begin this way.
        let start = "Error: "
        if text.hasPrefix(start) {
            text = "cloudy: " + withoutRepetition(text.dropFirst(start.count))
        }
        let words = unknown?.words ?? String(split(refusal).words.trimmingPrefix(start))
        var hint = unknown?.hint
        // Of two suggestions, only one can be right.
        if unknown?.near.isEmpty != false {
            hint = hint ?? UsageHint.hint(for: arguments, refusal: words)
        }
        // The hint comes before the usage, which is long.
        let parts = split(text)
        cloudy.write(parts.words + "\n", to: STDERR_FILENO)
        if let hint { complain(hint) }
        if !parts.usage.isEmpty { cloudy.write(parts.usage + "\n", to: STDERR_FILENO) }
    }

    /// Returns the parser's message about a value without the parser's own words, if the option
    /// says itself what is wrong.
    private static func withoutRepetition(_ message: Substring) -> Substring {
        guard message.hasPrefix("The value '"),
            let middle = message.firstRange(of: "' is invalid for '"),
            let end = message[middle.upperBound...].prefix(while: { $0 != "\n" })
                .firstRange(of: "': ")
        else { return message }
        return message[end.upperBound...]
    }

    /// Splits the parser's message into its words and the usage.
    private static func split(_ message: String) -> (words: String, usage: String) {
        guard let start = message.firstRange(of: "\nUsage: ")?.lowerBound else {
            return (message, "")
        }
        return (String(message[..<start]), String(message[start...].dropFirst()))
    }

    /// Whether an address is in the place of a command, and is meant to be added.
    private static func isAddress(_ argument: String) -> Bool {
        guard argument.contains("://") else { return false }
        return (try? WebAddress(typed: argument)) != nil
    }

    private static func end(_ status: Int32) -> Never {
        CommandLog.note("ended with status \(status)")
        Glibc.exit(status)
    }

    /// Returns the meant command, parsed without the others.
    ///
    /// Setting up all commands takes longer than most commands run. `nil` unless these are plainly
    /// the arguments of one command; the whole parser then handles them.
    private static func directCommand(for arguments: [String]) -> (any ParsableCommand)? {
        guard let first = arguments.first, !first.hasPrefix("-") else {
            return parsed(OpenList.self, arguments)
        }
        let found = commands.first { $0.configuration.commandName == first }
        return found.flatMap { parsed($0, Array(arguments.dropFirst())) }
    }

    private static func parsed(
        _ command: any ParsableCommand.Type, _ arguments: [String]
    ) -> (any ParsableCommand)? {
        guard let parsed = try? command.parseAsRoot(arguments) else { return nil }
        // A request for help becomes another command, which knows nothing of the whole.
        let meant = [command] + command.configuration.subcommands
        return meant.contains { type(of: parsed) == $0 } ? parsed : nil
    }
}
