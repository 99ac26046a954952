import Bookmarks
import Screen

/// A line of text to type at the bottom of the screen. Enter carries out its purpose, Esc closes
/// it.
struct Prompt: Sendable {
    var purpose: any PromptPurpose
    var editor = LineEditor()
    /// The completion of Tab, if any.
    var completion: Completion?

    init(_ purpose: any PromptPurpose, _ text: String = "", completion: Completion? = nil) {
        self.purpose = purpose
        editor = LineEditor(keeping: text)
        self.completion = completion
    }

    /// The maximum length of a paste into a prompt, in bytes.
    static let limit = 4096

    /// Whether a key needs the words of a completion, once they are loaded.
    func needsWords(for key: WaitingKey) -> Bool {
        switch key.action {
        case .complete, .nextWord, .previousWord: true
        default: key.takes && Completion(.line, []).isBegun(in: editor)
        }
    }
}

/// The reason for a prompt. A purpose is declared next to the page or the part that prompts.
protocol PromptPurpose: Sendable {
    /// The labels before the line, from the longest to the shortest.
    func labels(_ symbols: Symbols) -> [String]
    /// The action of Enter, in a word or two.
    var verb: String { get }
    /// Returns the action of Enter for the current text.
    func verb(for prompt: Prompt) -> String
    /// Carries out the purpose with the text. It must close the prompt, which otherwise stays open.
    func enter(_ text: String, in screen: inout ScreenState) -> [Effect]
    /// Follows a change of the text.
    func follow(_ prompt: inout Prompt, in screen: ScreenState) -> [Effect]
    /// Receives an answer, which may have words that complete the line.
    func receive(_ answer: PageAnswer, in prompt: inout Prompt, of screen: ScreenState)
    /// The words of an answer that complete the line, if it has some.
    func completion(from answer: PageAnswer) -> Completion?
    /// Whether the effect of a key depends on words that were requested and are not loaded yet: see
    /// ``WaitingInput``.
    func awaitsWords(for key: WaitingKey, in prompt: Prompt, of screen: ScreenState) -> Bool
}

extension PromptPurpose {
    func verb(for prompt: Prompt) -> String { verb }
    func follow(_ prompt: inout Prompt, in screen: ScreenState) -> [Effect] { [] }
    func receive(_ answer: PageAnswer, in prompt: inout Prompt, of screen: ScreenState) {
        if let completion = completion(from: answer) { prompt.completion = completion }
    }
    func completion(from answer: PageAnswer) -> Completion? { nil }
    func awaitsWords(for key: WaitingKey, in prompt: Prompt, of screen: ScreenState) -> Bool {
        false
    }
}

extension ScreenState {
    /// Carries out the purpose of the prompt.
    mutating func enterPrompt() -> [Effect] {
        guard case .prompt(var prompt) = shell.modes.last else { return [] }
        prompt.completion?.acceptPreset(into: &prompt.editor)
        return prompt.purpose.enter(prompt.editor.text, in: &self)
    }
}

extension Shell {
    /// Opens a prompt in front of the current screen.
    mutating func prompt(_ purpose: any PromptPurpose, _ completion: Completion? = nil) {
        modes.append(.prompt(Prompt(purpose, completion: completion)))
    }
}
