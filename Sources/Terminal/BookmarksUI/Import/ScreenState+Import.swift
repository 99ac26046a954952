import Bookmarks
import Screen

extension ScreenState {
    /// The word for the browsers of this machine.
    static let browsersWord = "browsers"

    /// Asks for the file to import. The key that begins an import ends it, too.
    mutating func askForImport() -> [Effect] {
        if imports.progress != nil { return stopImporting() }
        // A failed import can be corrected once.
        var prompt = Prompt(.importFrom, imports.typed)
        imports.typed = ""
        let effects = followPath(in: &prompt)
        prompt.awaitsNames = true
        offerBrowsers(in: &prompt)
        modes.append(.prompt(prompt))
        let listing = effects.isEmpty ? [.send(FolderContentsRequest(folder: ""))] : effects
        return [.send(BrowsersRequest())] + listing
    }

    mutating func stopImporting() -> [Effect] {
        reply("Stopping the import" + symbols.ellipsis)
        return [.stop(ImportBookmarks.self)]
    }

    mutating func takeFromImport(_ answer: PageAnswer, _ list: BookmarkList) -> [Effect] {
        if let found = answer.answer(to: BrowsersRequest()) {
            imports.browsers = found
            changeImportPrompt { state, prompt in state.offerBrowsers(in: &prompt) }
        }
        if let (_, counts) = answer.answer(of: CountBrowsers.self) { imports.counts = counts }
        if let (request, names) = answer.answer(of: FolderContentsRequest.self) {
            changeImportPrompt { state, prompt in
                guard prompt.folder == request.folder else { return }
                prompt.names = names
                prompt.awaitsNames = false
                state.offerBrowsers(in: &prompt)
            }
        }
        switch answer.answer(of: ImportBookmarks.self)?.answer {
        case .progress(let progress)?: if imports.progress != nil { imports.progress = progress }
        case .ended(let end)?: return take(end, list)
        case nil: break
        }
        return []
    }

    private mutating func changeImportPrompt(_ change: (ScreenState, inout Prompt) -> Void) {
        let index = modes.lastIndex {
            if case .prompt(let prompt) = $0 { prompt.purpose == .importFrom } else { false }
        }
        guard let index, case .prompt(var prompt) = modes[index] else { return }
        change(self, &prompt)
        modes[index] = .prompt(prompt)
    }

    /// Has Tab complete the browsers and what is in the folder that is typed.
    private func offerBrowsers(in prompt: inout Prompt) {
        let found = imports.browsers ?? []
        var words = prompt.names.filter { prompt.showsHidden || !$0.hasPrefix(".") }
            .map { prompt.folder + $0 }
        if prompt.folder.isEmpty, !found.isEmpty {
            let single = found.count > 1 ? found.words.map(\.word) : []
            words = [Self.browsersWord] + single + words
        }
        prompt.completion = Completion(.line, words)
        // An untouched prompt shows at once where there is something to import.
        let isUntouched = prompt.editor.text.isEmpty && prompt.folder.isEmpty
        if isUntouched, isNew, !found.isEmpty { prompt.completion?.preset(for: prompt.editor) }
    }

    /// Asks for the entries of the folder in the typed path, when it is another one. Hidden entries
    /// are offered once the dot is typed.
    func followPath(in prompt: inout Prompt) -> [Effect] {
        guard prompt.purpose == .importFrom else { return [] }
        let text = prompt.editor.text
        let folder = text.contains("://") ? "" : Self.folder(of: text)
        let showsHidden = text.dropFirst(folder.count).hasPrefix(".")
        guard folder != prompt.folder || showsHidden != prompt.showsHidden else { return [] }
        prompt.showsHidden = showsHidden
        guard folder != prompt.folder else {
            offerBrowsers(in: &prompt)
            return []
        }
        prompt.folder = folder
        prompt.names = []
        prompt.awaitsNames = true
        offerBrowsers(in: &prompt)
        return [.send(FolderContentsRequest(folder: folder))]
    }

    private static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    }

    /// Begins to import the typed text. The prompt stays where it won't do.
    mutating func beginImport(_ typed: String) -> [Effect] {
        let text = typed.trimmed
        guard !text.isEmpty else {
            reply("Type a file, a URL or the word \(Self.browsersWord)", .warning)
            return []
        }
        if text.lowercased() == Self.browsersWord { return beginBrowserImport(text) }
        let named = imports.browsers?.words.first { $0.word == text.lowercased() }
        let source = ImportBookmarks.Source(
            named?.browser.path ?? text, name: named?.word ?? Self.name(of: text))
        return begin(text, [source])
    }

    /// The name of a file or a URL in a sentence.
    private static func name(of source: String) -> String {
        if source.contains("://") { return source }
        return source.split(separator: "/").last.map(String.init) ?? source
    }

    private mutating func beginBrowserImport(_ typed: String) -> [Effect] {
        guard let browsers = imports.browsers else {
            reply("Still looking for browsers" + symbols.ellipsis)
            return []
        }
        switch browsers.count {
        case 0:
            reply(
                "No browser with bookmarks was found. Export them there, then type the file here",
                .warning)
            return []
        case 1: return begin(typed, browsers.sources)
        default:
            let words = browsers.words.map(\.word).joined(separator: ", ")
            reply("There are several; type one: \(words)", .warning)
            changeImportPrompt { state, prompt in
                prompt.editor = LineEditor()
                prompt.completion = Completion(.line, browsers.words.map(\.word))
                prompt.completion?.preset(for: prompt.editor)
            }
            return []
        }
    }

    private mutating func begin(
        _ typed: String, _ sources: [ImportBookmarks.Source]
    ) -> [Effect] {
        leave()
        // A cancelled prompt is not kept.
        imports.typed = typed
        return begin(sources)
    }

    mutating func begin(_ sources: [ImportBookmarks.Source]) -> [Effect] {
        imports.progress = .reading
        imports.isAwaited = true
        imports.isFirst = isNew
        return [.send(ImportBookmarks(from: sources))]
    }

    /// Tells the result of an import. Where nothing came in, the person should correct the text: at
    /// once, unless the person went on to something else meanwhile.
    private mutating func take(_ end: ImportEnd, _ list: BookmarkList) -> [Effect] {
        imports.progress = nil
        defer { imports.isAwaited = false }
        for detail in end.details { note(.warning, detail) }
        let isWrong = !end.isSuccess && !end.isStopped
        func summary(_ state: ScreenState) -> String {
            let summary = (end.isStopped ? "Stopped. " : "") + end.summary
            return end.details.isEmpty
                ? summary : state.text(summary, "; ", .messages, "shows details")
        }
        let subject = end.ids.isEmpty ? nil : Message.Subject.bookmarks(end.ids)
        let level: MessageLevel = isWrong ? end.isAnything ? .warning : .error : .info
        announce(level, about: subject, summary)
        // An error that was there before may still show.
        if end.isAnything, modes.isEmpty, message?.text == summary(self) {
            offerUndo(of: end.step)
        }
        if imports.isFirst, list.count > 0 { select(list[0].id, in: list) }
        imports.isFirst = false
        guard isWrong, !end.isAnything else {
            imports.typed = ""
            return []
        }
        return imports.isAwaited && modes.isEmpty && !imports.typed.isEmpty ? askForImport() : []
    }
}
