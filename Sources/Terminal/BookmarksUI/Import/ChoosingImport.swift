import Bookmarks
import Screen

/// Asks for the source of an import: a file, a URL or the browsers here.
struct ChoosingImport: PromptPurpose {
    var path = PathCompletion()

    var verb: String { "import" }

    func labels(_ symbols: Symbols) -> [String] {
        ["Import a file, a URL or browsers: ", "Import from: ", "Import: "]
    }

    func enter(_ text: String, in screen: inout ScreenState) -> [Effect] {
        screen.beginImport(text)
    }

    func follow(_ prompt: inout Prompt, in screen: ScreenState) -> [Effect] {
        var new = self
        guard new.path.follow(prompt.editor.text) else { return [] }
        let isElsewhere = new.path.folder != path.folder
        new.offerWords(in: &prompt, of: screen)
        prompt.purpose = new
        return isElsewhere ? [new.path.request] : []
    }

    /// Lets Tab complete the browsers and the contents of the typed folder.
    func offerWords(in prompt: inout Prompt, of screen: ScreenState) {
        let found = screen.activities.imports.browsers ?? []
        var words = path.words
        if path.folder.isEmpty, !found.isEmpty {
            let single = found.count > 1 ? found.words.map(\.word) : []
            words = [ScreenState.browsersWord] + single + words
        }
        prompt.completion = Completion(.line, words)
        // An untouched prompt shows its menu at once if there is something to import.
        let isUntouched = prompt.editor.text.isEmpty && path.folder.isEmpty
        if isUntouched, screen.isNew, !found.isEmpty {
            prompt.completion?.preset(for: prompt.editor)
        }
    }

    func receive(_ answer: PageAnswer, in prompt: inout Prompt, of screen: ScreenState) {
        var new = self
        guard new.path.receive(answer) || answer.answer(to: BrowsersRequest()) != nil else {
            return
        }
        new.offerWords(in: &prompt, of: screen)
        prompt.purpose = new
    }

    func awaitsWords(for key: WaitingKey, in prompt: Prompt, of screen: ScreenState) -> Bool {
        // Among files, a browser's name means nothing.
        let lacksBrowsers = path.folder.isEmpty && screen.activities.imports.browsers == nil
        if key.action == .enterPrompt { return lacksBrowsers && !prompt.editor.text.isEmpty }
        return (path.awaitsNames || lacksBrowsers) && prompt.needsWords(for: key)
    }
}
