import Bookmarks
import Screen

extension ScreenState {
    /// The word for all browsers of this machine.
    static let browsersWord = "browsers"

    /// Asks for the file to import. During an import, the same key stops it.
    mutating func askForImport(_ list: BookmarkList) -> [Effect] {
        if let stop = activities.imports.stop(shell.symbols) { return carryOut(stop, list) }
        // A failed import can be corrected once.
        let purpose = ChoosingImport()
        var prompt = Prompt(purpose, activities.imports.typed)
        activities.imports.typed = ""
        purpose.offerWords(in: &prompt, of: self)
        let effects = prompt.purpose.follow(&prompt, in: self)
        shell.modes.append(.prompt(prompt))
        let listing = effects.isEmpty ? [purpose.path.request] : effects
        return [.send(BrowsersRequest())] + listing
    }

    /// Begins to import the typed text. An invalid text stays in the prompt.
    mutating func beginImport(_ typed: String) -> [Effect] {
        let text = typed.trimmed
        guard !text.isEmpty else {
            shell.reply("Type a file, a URL or the word \(Self.browsersWord)", .warning)
            return []
        }
        if text.lowercased() == Self.browsersWord { return beginBrowserImport(text) }
        let named = activities.imports.browsers?.words.first { $0.word == text.lowercased() }
        let source = ImportBookmarks.Source(
            named?.browser.path ?? text, name: named?.word ?? Self.name(of: text))
        return begin(text, [source])
    }

    /// Returns the name of a file or a URL for a sentence.
    private static func name(of source: String) -> String {
        if source.contains("://") { return source }
        return source.split(separator: "/").last.map(String.init) ?? source
    }

    private mutating func beginBrowserImport(_ typed: String) -> [Effect] {
        guard let browsers = activities.imports.browsers else {
            shell.reply("Still looking for browsers" + shell.symbols.ellipsis)
            return []
        }
        switch browsers.count {
        case 0:
            shell.reply(
                "No browser with bookmarks was found. Export them to a file, then type its path",
                .warning)
            return []
        case 1: return begin(typed, browsers.sources)
        default:
            let words = browsers.words.map(\.word).joined(separator: ", ")
            shell.reply("There are several; type one: \(words)", .warning)
            if case .prompt(var prompt) = shell.modes.last {
                prompt.editor = LineEditor()
                prompt.completion = Completion(.line, browsers.words.map(\.word))
                prompt.completion?.preset(for: prompt.editor)
                shell.modes[shell.modes.count - 1] = .prompt(prompt)
            }
            return []
        }
    }

    private mutating func begin(
        _ typed: String, _ sources: [ImportBookmarks.Source]
    ) -> [Effect] {
        shell.leave()
        // A cancelled prompt is not kept.
        activities.imports.typed = typed
        return begin(sources)
    }

    mutating func begin(_ sources: [ImportBookmarks.Source]) -> [Effect] {
        [activities.imports.begin(sources, isFirst: isNew)]
    }

    /// Reports the result of an import. If nothing was imported, the text can be corrected: at
    /// once, unless the person has moved on.
    mutating func report(_ end: ImportEnd, _ list: BookmarkList) -> [Effect] {
        defer { activities.imports.isAwaited = false }
        for detail in end.details { shell.note(.warning, detail) }
        let isWrong = !end.isSuccess && !end.isStopped
        func summary(_ shell: Shell) -> String {
            let summary = (end.isStopped ? "Stopped. " : "") + end.summary
            return end.details.isEmpty
                ? summary : shell.text(summary, .messages, to: "see details")
        }
        let subject = end.ids.isEmpty ? nil : Message.Subject.bookmarks(end.ids)
        let level: MessageLevel = isWrong ? end.isAnything ? .warning : .error : .info
        shell.announce(level, about: subject, summary)
        // An earlier error may still show.
        if end.isAnything, shell.modes.isEmpty, shell.message?.text == summary(shell) {
            shell.offerUndo(of: end.step)
        }
        if activities.imports.isFirst, list.count > 0 { select(list[0].id, in: list) }
        activities.imports.isFirst = false
        guard isWrong, !end.isAnything else {
            activities.imports.typed = ""
            return []
        }
        return activities.imports.isAwaited && shell.modes.isEmpty
            && !activities.imports.typed.isEmpty
            ? askForImport(list) : []
    }
}
