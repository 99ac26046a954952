import ArgumentParser

/// Completes the commands after `cloudy help`, which the parser's scripts do not.
enum HelpCompletion {
    private struct Entry {
        var name: String
        var abstract: String
        var commands: [Entry]

        init(_ command: any ParsableCommand.Type) {
            name = command._commandName
            abstract = command.configuration.abstract
            commands = command.configuration.subcommands.map { Entry($0) }
        }
    }

    private static var entries: [Entry] { Cloudy.commands.map { Entry($0) } }
    /// The commands with subcommands.
    private static var parents: [Entry] { entries.filter { !$0.commands.isEmpty } }

    /// Returns the script for bash with this completion.
    static func bash(_ script: String) -> String {
        func offer(_ entries: [Entry]) -> String {
            "__cloudy_add_completions -W $'"
                + entries.map(\.name).joined(separator: "\\n") + "' ;;"
        }
        let cases = parents.map { "    2:\($0.name)) \(offer($0.commands))" }
        return script.withBody(
            """
                case "${#unparsed_words[@]}:${unparsed_words[0]}" in
                1:*) \(offer(entries))
            \(cases.joined(separator: "\n"))
                esac
            """, of: "_cloudy_help")
    }

    /// Returns the script for zsh with this completion.
    static func zsh(_ script: String) -> String {
        func offer(_ entries: [Entry]) -> String {
            let offers = entries.map { "'\($0.name):\(quoted($0.abstract, "'\\''"))'" }
            return "known=(\(offers.joined(separator: " "))) ;;"
        }
        let cases = parents.map { "    3:\($0.name)) \(offer($0.commands))" }
        return script.withBody(
            """
                local -a known
                case "${CURRENT}:${words[2]}" in
                2:*) \(offer(entries))
            \(cases.joined(separator: "\n"))
                esac
                _describe -V command known
            """, of: "_cloudy_help")
    }

    /// The lines for fish.
    static var fish: String {
        func offer(_ entry: Entry, _ questions: String) -> String {
            "complete -c cloudy -n '__cloudy_is_in \"cloudy help\"' \(questions) "
                + "-fa '\(entry.name)' -d '\(quoted(entry.abstract, "\\'"))'"
        }
        let first = entries.map { offer($0, "-n 'test \"$__cloudy_word\" -eq 1'") }
        let second = parents.flatMap { parent in
            parent.commands.map { entry in
                offer(
                    entry,
                    "-n 'test \"$__cloudy_word\" -eq 2' "
                        + "-n 'contains -- \(parent.name) (__cloudy_tokens -pc)'")
            }
        }
        return (first + second).joined(separator: "\n")
    }

    private static func quoted(_ text: String, _ quote: String) -> String {
        text.replacing("'", with: quote)
    }
}
