import ArgumentParser
import Glibc

struct Completions: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print what makes Tab complete commands, tags, folders and ids in a shell.",
        discussion: """
            make install puts it where the shells look. Otherwise: \
            bash: eval "$(cloudy completions bash)" in ~/.bashrc; \
            zsh: cloudy completions zsh > ~/.zfunc/_cloudy, with that folder in $fpath; \
            fish: cloudy completions fish > ~/.config/fish/completions/cloudy.fish
            """)

    @Argument(help: ArgumentHelp("bash, zsh or fish.", valueName: "shell"))
    var shell: Shell

    enum Shell: String, ExpressibleByArgument, CaseIterable {
        case bash, zsh, fish
    }

    func run() {
        let shell: CompletionShell =
            switch shell {
            case .bash: .bash
            case .zsh: .zsh
            case .fish: .fish
            }
        var script = Cloudy.completionScript(for: shell)
        if shell == .bash {
            script = script.replacing(Self.bashCommand, with: Self.bashWithWholeSearches)
        }
        write(script + "\n", to: STDOUT_FILENO)
    }

    /// What tells bash of the function that completes.
    private static let bashCommand = "complete -o filenames -F _cloudy cloudy"

    /// Bash takes the @ of a saved search for a word of its own, and would put a backslash before
    /// it as it does in the names of files.
    private static let bashWithWholeSearches = #"""
        _cloudy_with_whole_searches() {
            if [[ "${2}" = @* ]]; then
                compopt +o filenames
                if [[ "${3}" = @ ]]; then
                    local -ar after=("${COMP_WORDS[@]:COMP_CWORD+1}")
                    COMP_CWORD=$((COMP_CWORD - 1))
                    COMP_WORDS=("${COMP_WORDS[@]:0:COMP_CWORD}" "${2}" "${after[@]}")
                    _cloudy "${1}" "${2}" "${COMP_WORDS[COMP_CWORD-1]}"
                    return
                fi
            fi
            _cloudy "${@}"
        }
        complete -o filenames -F _cloudy_with_whole_searches cloudy
        """#
}
