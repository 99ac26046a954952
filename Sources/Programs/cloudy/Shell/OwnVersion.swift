import ArgumentParser

/// Handles commands that have their own option `--version`.
///
/// If anything else is wrong with their arguments, the parser prints the version of the program
/// instead. A single command has no version, so parsing it alone finds the mistake.
enum OwnVersion {
    /// Returns the mistake in the arguments of such a command; `nil` for other commands, and if
    /// there is none.
    ///
    /// - Parameter arguments: the arguments without the program's name.
    static func refusal(of arguments: [String]) -> String? {
        var command: any ParsableCommand.Type = Cloudy.self
        var path = "cloudy"
        var rest: [String] = []
        for word in arguments {
            let next = command.configuration.subcommands.first { $0._commandName == word }
            guard let next else {
                rest.append(word)
                continue
            }
            command = next
            path += " " + word
        }
        let options = KnownOptions(of: command, below: command).all
        guard command != Cloudy.self, options.contains("--version"),
            arguments.first != "--version"
        else { return nil }
        do {
            _ = try command.parseAsRoot(rest)
            return nil
        } catch {
            // Completions are errors for the parser, too.
            guard command.exitCode(for: error) == .validationFailure else { return nil }
            let name = command._commandName
            return command.fullMessage(for: error)
                .replacing("\nUsage: cloudy \(name) ", with: "\nUsage: \(path) ")
                .replacing("See '\(name) ", with: "See '\(path) ")
        }
    }
}
