import ArgumentParser
import Glibc

struct Completions: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "completions",
        abstract: "Print a script that makes Tab complete commands, tags, folders and ids in your "
            + "shell.",
        discussion: """
            make install already installs these scripts. To install one by hand: eval "$(cloudy \
            completions bash)" in ~/.bashrc; cloudy completions zsh > ~/.zfunc/_cloudy, with that \
            folder in $fpath; cloudy completions fish > ~/.config/fish/completions/cloudy.fish. \
            Example: cloudy completions bash
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
        let script = Self.script(for: shell)
        write(script + "\n", to: STDOUT_FILENO)
    }

    private static func script(for shell: CompletionShell) -> String {
        let script = Cloudy.completionScript(for: shell)
        switch shell {
        case .bash:
            return HelpCompletion.bash(script)
                .replacing(BashCompletion.command, with: BashCompletion.wholeWords)
        case .zsh:
            return HelpCompletion.zsh(
                ZshCompletion.withJoinedArguments(ZshCompletion.withCursorInQuotes(script)))
        default: return FishCompletion.optimized(script) + "\n" + HelpCompletion.fish
        }
    }
}
