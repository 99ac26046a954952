import Bookmarks
import Screen

extension ScreenState {
    mutating func performPrompt(_ action: ActionID) -> [Effect] {
        if action == .enterPrompt { return enterPrompt() }
        shell.leave()
        return []
    }

    mutating func typePrompt(_ key: Key) -> [Effect] {
        guard case .prompt(var prompt) = shell.modes.last else { return [] }
        // As in the filter, Backspace in an empty line closes it.
        if key == .backspace, prompt.editor.text.isEmpty {
            shell.leave()
            return []
        }
        let before = prompt.editor.text
        guard prompt.editor.handle(key) else {
            if key != .unknown {
                let what = "\(key.name) does nothing here"
                shell.reply(shell.text(what, .help, to: "see all keys"))
            }
            return []
        }
        if prompt.editor.text != before { prompt.completion?.forgetChoice() }
        let effects = prompt.purpose.follow(&prompt, in: self)
        shell.modes[shell.modes.count - 1] = .prompt(prompt)
        return effects
    }

    mutating func pasteInPrompt(_ text: String) -> [Effect] {
        guard case .prompt(var prompt) = shell.modes.last else { return [] }
        guard text.utf8.count <= Prompt.limit else {
            shell.reply(
                "Nothing was pasted: the text has \(grouped(text.utf8.count)) bytes; the limit "
                    + "here is \(grouped(Prompt.limit))", .warning)
            return []
        }
        prompt.editor.insert(text)
        shell.noteJoined(text)
        prompt.completion?.forgetChoice()
        let effects = prompt.purpose.follow(&prompt, in: self)
        shell.modes[shell.modes.count - 1] = .prompt(prompt)
        return effects
    }
}
