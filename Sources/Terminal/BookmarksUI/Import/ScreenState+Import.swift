import Bookmarks
import Screen

extension ScreenState {
    /// The word for the browsers of this machine.
    static let browsersWord = "browsers"

    /// Asks for the file to import. The key that begins an import ends it, too.
    mutating func askForImport() -> [Effect] {
        if imports.progress != nil { return stopImporting() }
        // A failed import can be corrected once.
        let purpose = ChoosingImport(awaitsNames: true)
        var prompt = Prompt(purpose, imports.typed)
        imports.typed = ""
        purpose.offerWords(in: &prompt, of: self)
        let effects = prompt.purpose.follow(&prompt, in: self)
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
            changeImportPrompt { [screen = self] in $0.offerWords(in: &$1, of: screen) }
        }
        if let (_, counts) = answer.answer(of: CountBrowsers.self) { imports.counts = counts }
        if let (request, names) = answer.answer(of: FolderContentsRequest.self) {
            changeImportPrompt { [screen = self] purpose, prompt in
                guard purpose.folder == request.folder else { return }
                purpose.names = names
                purpose.awaitsNames = false
                purpose.offerWords(in: &prompt, of: screen)
            }
        }
        switch answer.answer(of: ImportBookmarks.self)?.answer {
        case .progress(let progress)?: if imports.progress != nil { imports.progress = progress }
        case .ended(let end)?: return take(end, list)
        case nil: break
        }
        return []
    }

    private mutating func changeImportPrompt(
        _ change: (inout ChoosingImport, inout Prompt) -> Void
    ) {
        for index in modes.indices.reversed() {
            guard case .prompt(var prompt) = modes[index],
                var purpose = prompt.purpose as? ChoosingImport
            else { continue }
            change(&purpose, &prompt)
            prompt.purpose = purpose
            modes[index] = .prompt(prompt)
            return
        }
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
            changeImportPrompt { _, prompt in
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
    /// once, unless the person went on to something else.
    private mutating func take(_ end: ImportEnd, _ list: BookmarkList) -> [Effect] {
        imports.progress = nil
        defer { imports.isAwaited = false }
        for detail in end.details { note(.warning, detail) }
        let isWrong = !end.isSuccess && !end.isStopped
        func summary(_ state: ScreenState) -> String {
            let summary = (end.isStopped ? "Stopped. " : "") + end.summary
            return end.details.isEmpty
                ? summary : state.text(summary, .messages, to: "see details")
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
