import Bookmarks
import Screen

/// A line of text that is asked for at the bottom of the screen. Enter carries out its purpose, Esc
/// leaves it.
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

    /// The longest text that can be pasted into a prompt, in bytes.
    static let limit = 4096

    /// Whether a key needs words to complete the line, once there are some.
    func needsWords(for key: WaitingKey) -> Bool {
        switch key.action {
        case .complete, .nextWord, .previousWord: true
        default: key.takes && Completion(.line, []).isBegun(in: editor)
        }
    }
}

/// Why a line of text is asked for. A purpose stands beside the page or the part that asks.
protocol PromptPurpose: Sendable {
    /// The labels before the line, from the longest to the shortest.
    func labels(_ symbols: Symbols) -> [String]
    /// The action of Enter, in a word or two.
    var verb: String { get }
    /// The same for the text typed now.
    func verb(for prompt: Prompt) -> String
    /// Carries out the purpose with the text. The prompt stays open where it is not left here.
    func enter(_ text: String, in screen: inout ScreenState) -> [Effect]
    /// Follows another text in the line.
    func follow(_ prompt: inout Prompt, in screen: ScreenState) -> [Effect]
    /// Takes an answer, which may have words that complete the line.
    func take(_ answer: PageAnswer, in prompt: inout Prompt, of screen: ScreenState)
    /// The words of an answer that complete the line, if it has some.
    func completion(from answer: PageAnswer) -> Completion?
    /// Whether the effect of a key depends on words that were asked for and are not there yet; see
    /// ``WaitingInput``.
    func lacksWords(for key: WaitingKey, in prompt: Prompt, of screen: ScreenState) -> Bool
}

extension PromptPurpose {
    func verb(for prompt: Prompt) -> String { verb }
    func follow(_ prompt: inout Prompt, in screen: ScreenState) -> [Effect] { [] }
    func take(_ answer: PageAnswer, in prompt: inout Prompt, of screen: ScreenState) {
        if let completion = completion(from: answer) { prompt.completion = completion }
    }
    func completion(from answer: PageAnswer) -> Completion? { nil }
    func lacksWords(for key: WaitingKey, in prompt: Prompt, of screen: ScreenState) -> Bool {
        false
    }
}

extension ScreenState {
    /// Carries out the purpose of the prompt.
    mutating func enterPrompt() -> [Effect] {
        guard case .prompt(var prompt) = modes.last else { return [] }
        prompt.completion?.takePreset(into: &prompt.editor)
        return prompt.purpose.enter(prompt.editor.text, in: &self)
    }
}
