import FoundationEssentials
import Subprocess
import WebPages

/// The clipboard of the desktop or of tmux, through the program that reaches it.
struct Clipboard: Sendable {
    private let commands: [[String]]

    init(environment: [String: String]) {
        func has(_ name: String) -> Bool { environment[name]?.isEmpty == false }
        var commands: [[String]] = []
        if has("WAYLAND_DISPLAY") { commands.append(["wl-copy"]) }
        if has("DISPLAY") {
            commands.append(["xclip", "-selection", "clipboard"])
            commands.append(["xsel", "--input", "--clipboard"])
        }
        if has("TMUX") { commands.append(["tmux", "load-buffer", "-w", "-"]) }
        self.commands = commands
    }

    /// Copies a text. Returns whether some program took it; where none does, the terminal itself
    /// may.
    func copy(_ text: String) async -> Bool {
        for command in commands {
            let result = try? await run(
                .name(command[0]), arguments: .init(Array(command.dropFirst())),
                input: LenientInput(text), output: .discarded, error: .discarded)
            if result?.terminationStatus.isSuccess == true { return true }
        }
        return false
    }

    /// The escape sequence that asks the terminal to copy a text (xterm's OSC 52).
    static func escape(for text: String) -> String {
        "\u{1b}]52;c;\(Data(text.utf8).base64EncodedString())\u{07}"
    }
}
