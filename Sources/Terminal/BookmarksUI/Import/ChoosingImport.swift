import Bookmarks
import Screen

/// Asks for the source of an import: a file, a URL or the browsers here.
struct ChoosingImport: PromptPurpose {
    /// The folder of the typed path, and its contents.
    var folder = ""
    var names: [String] = []
    /// Whether the contents of that folder were requested and are not loaded yet.
    var awaitsNames = false
    /// Whether hidden names, with a dot at the beginning, are offered.
    var showsHidden = false

    var verb: String { "import" }

    func labels(_ symbols: Symbols) -> [String] {
        ["Import a file, a URL or browsers: ", "Import from: ", "Import: "]
    }

    func enter(_ text: String, in screen: inout ScreenState) -> [Effect] {
        screen.beginImport(text)
    }

    /// Requests the entries of the folder in the typed path, if it is another folder. Hidden
    /// entries are offered once the dot is typed.
    func follow(_ prompt: inout Prompt, in screen: ScreenState) -> [Effect] {
        let text = prompt.editor.text
        var new = self
        new.folder = text.contains("://") ? "" : Self.folder(of: text)
        new.showsHidden = text.dropFirst(new.folder.count).hasPrefix(".")
        guard new.folder != folder || new.showsHidden != showsHidden else { return [] }
        if new.folder != folder {
            new.names = []
            new.awaitsNames = true
        }
        new.offerWords(in: &prompt, of: screen)
        prompt.purpose = new
        return new.folder == folder ? [] : [.send(FolderContentsRequest(folder: new.folder))]
    }

    private static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    }

    /// Lets Tab complete the browsers and the contents of the typed folder.
    func offerWords(in prompt: inout Prompt, of screen: ScreenState) {
        let found = screen.activities.imports.browsers ?? []
        var words = names.filter { showsHidden || !$0.hasPrefix(".") }.map { folder + $0 }
        if folder.isEmpty, !found.isEmpty {
            let single = found.count > 1 ? found.words.map(\.word) : []
            words = [ScreenState.browsersWord] + single + words
        }
        prompt.completion = Completion(.line, words)
        // An untouched prompt shows its menu at once if there is something to import.
        let isUntouched = prompt.editor.text.isEmpty && folder.isEmpty
        if isUntouched, screen.isNew, !found.isEmpty {
            prompt.completion?.preset(for: prompt.editor)
        }
    }

    func receive(_ answer: PageAnswer, in prompt: inout Prompt, of screen: ScreenState) {
        var new = self
        if let (request, names) = answer.answer(of: FolderContentsRequest.self) {
            guard folder == request.folder else { return }
            new.names = names
            new.awaitsNames = false
        } else if answer.answer(to: BrowsersRequest()) == nil {
            return
        }
        new.offerWords(in: &prompt, of: screen)
        prompt.purpose = new
    }

    func awaitsWords(for key: WaitingKey, in prompt: Prompt, of screen: ScreenState) -> Bool {
        // Among files, a browser's name means nothing.
        let lacksBrowsers = folder.isEmpty && screen.activities.imports.browsers == nil
        if key.action == .enterPrompt { return lacksBrowsers && !prompt.editor.text.isEmpty }
        return (awaitsNames || lacksBrowsers) && prompt.needsWords(for: key)
    }
}
