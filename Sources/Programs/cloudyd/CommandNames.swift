import ArgumentParser
import Bookmarks

/// Finds words in the place of a command that are not commands.
enum CommandNames {
    /// Returns the message about such a word, or `nil`. For help with an unknown command, the
    /// parser would print the help of its parent; it would report a mistyped command as an
    /// unexpected argument.
    static func problem(with arguments: [String]) -> String? {
        let asksHelp = arguments.first == "help"
        var command: any ParsableCommand.Type = Cloudyd.self
        var path = "cloudyd"
        for word in asksHelp ? arguments.dropFirst() : arguments[...] where word != "help" {
            if word.hasPrefix("-") { return nil }
            let commands = command.configuration.subcommands
            if commands.isEmpty && !asksHelp { return nil }
            guard let next = commands.first(where: { $0._commandName == word }) else {
                let names = commands.map { $0._commandName }
                let near = names.first { $0.isLikelySlip(for: word) }
                let hint = near.map { "Did you mean: \(path) \($0)" }
                return "There is no command “\(path) \(harmless(word))”. "
                    + (hint ?? "To see all commands: \(path) --help")
            }
            command = next
            path += " " + word
        }
        return nil
    }
}
