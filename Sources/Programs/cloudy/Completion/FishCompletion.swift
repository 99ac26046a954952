/// Makes the parser's script for fish quick.
///
/// Fish checks for each of a few hundred options whether to offer it. The parser's own script
/// parses the whole line for each of them, which takes a second. Here, the line is parsed once, and
/// the first check is the same for all options of a command: fish caches the answer, and stops if
/// it is no.
enum FishCompletion {
    static func optimized(_ script: String) -> String {
        let lines = script.split(separator: "\n", omittingEmptySubsequences: false)
        guard let begin = lines.firstIndex(of: "function __cloudy_parse_tokens -S"),
            let end = lines[begin...].firstIndex(of: "end"),
            let offers = lines.firstIndex(where: { $0.hasPrefix("complete ") })
        else { return script }
        let known = lines[begin...end].joined(separator: "\n")
        return ([head, known] + lines[offers...].map(withTwoQuestions)).joined(separator: "\n")
    }

    /// Returns a line of the script with two checks instead of one.
    private static func withTwoQuestions(_ line: Substring) -> String {
        for (question, second) in [(ofOptions, optionsAbsent), (ofWords, wordNumber)] {
            let parts = line.split(separator: " -n '\(question) \"", maxSplits: 1)
            guard parts.count == 2, let command = parts[1].firstIndex(of: "\""),
                let end = parts[1][command...].firstIndex(of: "'")
            else { continue }
            let rest = parts[1][parts[1].index(after: command)..<end]
            let more = second(rest.split(separator: " ")).map { " -n '\($0)'" } ?? ""
            return "\(parts[0]) -n '__cloudy_is_in \"\(parts[1][..<command])\"'\(more)"
                + parts[1][end...].dropFirst()
        }
        return String(line)
    }

    private static let ofOptions = "__cloudy_should_offer_completions_for_flags_or_options"
    private static let ofWords = "__cloudy_should_offer_completions_for_positional"

    /// Returns the check that an option was not given yet under any of its names.
    private static func optionsAbsent(_ names: [Substring]) -> String? {
        if names.isEmpty { return nil }
        return "not __cloudy_has "
            + names.map { $0.replacing("-", with: "_") }
            .joined(separator: " ")
    }

    /// Returns the check of the number of the completed word.
    private static func wordNumber(_ comparison: [Substring]) -> String? {
        "test \"$__cloudy_word\" " + comparison.joined(separator: " ")
    }

    /// The script's own functions. `__cloudy_parse_tokens` is the parser's: it has the options of
    /// each command, and passes them to `__cloudy_parse_subcommand`.
    private static let head = #"""
        # Whether a command stands before the cursor. The line is read when it has changed.
        function __cloudy_is_in
            test "$(commandline -pc)" = "$__cloudy_line"; or __cloudy_read
            test "$__cloudy_commands" = "$argv[1]"
        end

        # Whether an option was given, by any of these names.
        function __cloudy_has
            for name in $argv
                contains -- $name $__cloudy_options; and return 0
            end
            return 1
        end

        # Notes of the line before the cursor: which command it is, which options were given, and
        # which of its words comes next.
        function __cloudy_read
            set -g __cloudy_line "$(commandline -pc)"
            set -l commands
            set -l options
            set -l word 0
            __cloudy_parse_tokens
            set -g __cloudy_commands "$commands"
            set -g __cloudy_options $options
            set -g __cloudy_word $word
        end

        function __cloudy_tokens
            if test (string split -m 1 -f 1 -- . "$FISH_VERSION") -gt 3
                commandline --tokens-raw $argv
            else
                commandline -o $argv
            end
        end

        # Takes a command and its own words from those that are left: as many as it has, or with -r
        # all.
        function __cloudy_parse_subcommand -S -a count
            set -l specs $argv[2..]
            set -l takes_all
            if test "$count" = -r
                set takes_all yes
                set count $argv[2]
                set specs $argv[3..]
            end
            set -a commands $unparsed_tokens[1]
            set word 0
            while true
                set -e unparsed_tokens[1]
                __cloudy_take_options
                set word (math $word + 1)
                test (count $unparsed_tokens) -eq 0; and break
                test -z "$takes_all" -a "$word" -gt "$count"; and break
            end
        end

        # Takes the options that stand before the next word.
        function __cloudy_take_options -S
            argparse -sn "$commands" $specs -- $unparsed_tokens 2>/dev/null
            set unparsed_tokens $argv
            set -a options (set -ln | string replace -fr '^_flag_' '')
        end

        function __cloudy_complete_directories
            set -l token (commandline -t)
            string match -- '*/' $token
            set -l subdirs $token*/
            printf %s\n $subdirs
        end

        function __cloudy_custom_completion
            set -x SAP_SHELL fish
            set -x SAP_SHELL_VERSION $FISH_VERSION
            set -l tokens (__cloudy_tokens -p)
            if test -z "$(__cloudy_tokens -t)"
                set -l index (count (__cloudy_tokens -pc))
                set tokens $tokens[..$index] \'\' $tokens[(math $index + 1)..]
            end
            command $tokens[1] $argv $tokens
        end

        """#
}
