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
        write(Cloudy.completionScript(for: shell) + "\n", to: STDOUT_FILENO)
    }
}
