import ArgumentParser
import Glibc

struct Completions: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "completions",
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
            script = script.replacing(Self.bashCommand, with: Self.bashWithWholeWords)
        }
        write(script + "\n", to: STDOUT_FILENO)
    }

    /// What tells bash of the function that completes.
    private static let bashCommand = "complete -o filenames -F _cloudy cloudy"

    /// Bash takes the @ of a saved search and the colon of a field for words of their own, and
    /// would put a backslash before them as it does in the names of files.
    private static let bashWithWholeWords = #"""
        _cloudy_with_whole_words() {
            local -r typed="${COMP_LINE:0:COMP_POINT}"
            local -r whole="${typed##*[[:space:]]}"
            if [[ "${whole}" != @* && "${whole}" != *(-)@(tag|folder|is):* ]]; then
                _cloudy "${@}"
                return
            fi
            compopt +o filenames
            local -i first="${COMP_CWORD}"
            local pieces="${COMP_WORDS[first]}"
            while [[ "${pieces}" != "${whole}" && "${first}" -gt 1 ]]; do
                first=$((first - 1))
                pieces="${COMP_WORDS[first]}${pieces}"
            done
            local -ar after=("${COMP_WORDS[@]:COMP_CWORD+1}")
            COMP_WORDS=("${COMP_WORDS[@]:0:first}" "${whole}" "${after[@]}")
            COMP_CWORD="${first}"
            _cloudy "${1}" "${whole}" "${COMP_WORDS[first-1]}"
            # What stands before the piece that bash completes is there already.
            local -r before="${whole%"${2}"}"
            COMPREPLY=("${COMPREPLY[@]#"${before}"}")
        }
        complete -o filenames -F _cloudy_with_whole_words cloudy
        """#
}
