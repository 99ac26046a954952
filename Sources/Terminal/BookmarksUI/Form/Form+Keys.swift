import Bookmarks
import Screen

extension Form {
    mutating func perform(_ action: ActionID, _ view: ShellView) -> [PageCommand]? {
        // The shell handles the menu of suggestions.
        if action == .openCompletion { return nil }
        if isSaving, action != .cancel { return [] }
        let left = focus
        var commands: [PageCommand] = []
        switch action {
        case .fetchTitle: return fetchTitle(view)
        case .editNotes: return editNotes(view)
        case .takeOrNext where acceptOffer(): break
        case .nextField, .takeOrNext: focus(focus.next)
        case .previousField: focus(focus.previous)
        // An accepted suggestion shows in the field before it takes effect.
        case .enterField where acceptSuggestion(): break
        case .enterField where focus == .url:
            commands = check(view)
            if problem == nil { focus(.name) }
        case .enterField, .save: return save(view)
        case .cancel where losesText:
            let answers = TextAnswers(yes: "discard", asking: .cancel)
            let text = "Discard your text?"
            return [.askFirst(PageQuestion(text: text, action: .cancel, answers: answers))]
        default: return [.leave]
        }
        if left == .url, focus != .url { commands += fetchByItself(view) }
        let requests = askForNames() + lookForTwin()
        return commands + requests.map { .request($0) }
    }

    mutating func performConfirmed(_ action: ActionID, _ view: ShellView) -> [PageCommand] {
        guard action == .save else { return [.leave] }
        isSaving = true
        guard let id, !isGone else { return [.edit(AddBookmark(draft, evenIfThere: true))] }
        return [.edit(SaveBookmark(id: id, from: original, to: draft, evenIfThere: true))]
    }

    /// Requests to save the typed text, or shows why it can't be saved.
    private mutating func save(_ view: ShellView) -> [PageCommand] {
        guard let id, !isGone else {
            let notes = check(view)
            if problem != nil { return [] }
            guard checkTags() else { return notes + goToTags() }
            let fetching = fetchByItself(view)
            isSaving = true
            // A bookmark that was deleted elsewhere during the edit is added again.
            if let id {
                return notes + [.edit(AddAgain(id: id, from: original, to: draft))] + fetching
            }
            return notes + [.edit(AddBookmark(draft, evenIfThere: false))] + fetching
        }
        guard draft != original else {
            return [.leave, .reply("Nothing was changed, so nothing was saved")]
        }
        // An invalid imported address need not be corrected to edit another field.
        let isKept = draft.url == original.url
        let notes = isKept ? [] : check(view)
        guard isKept || problem == nil else { return [] }
        guard checkTags() else { return notes + goToTags() }
        isSaving = true
        return notes + [.edit(SaveBookmark(id: id, from: original, to: draft))]
    }

    private mutating func goToTags() -> [PageCommand] {
        focus(.tags)
        return askForNames().map { .request($0) }
    }

    /// Checks the address, and tells how it was completed, if it was. A problem shows next to it.
    mutating func check(_ view: ShellView) -> [PageCommand] {
        let typed = editor(of: .url).text.trimmed
        guard check(takingBy: view.keyName(.enterField)) else { return [] }
        let taken = editor(of: .url).text.trimmed
        return taken == typed ? [] : [.reply("Reading the URL as \(taken)")]
    }

    mutating func type(_ key: Key, _ view: ShellView) -> [PageCommand] {
        guard takesText, !edit({ $0.handle(key) }), key != .unknown else { return [] }
        let what = "The key \(key.name) does nothing here"
        return [.reply(view.text(what, .help, to: "see all keys"))]
    }

    mutating func paste(_ text: String, _ view: ShellView) -> [PageCommand] {
        guard takesText else {
            return [.reply("Nothing was pasted: your text is being saved", .warning)]
        }
        let pasted = PastedURLs(text)
        if focus == .url, id == nil, pasted.urls.count > 1 {
            return [.request(PastedPagesRequest(pasted: pasted))]
        }
        if let reason = reasonAgainstPasting(text) {
            problem = FieldProblem(field: focus, text: "Nothing was pasted: \(reason)")
            return []
        }
        switch focus {
        case .notes, .description:
            let signed = oneLine(text)
            edit { $0.insert(signed) }
        // The only line of a paste may be among blank ones.
        case .url: edit { $0.insert(text.trimmed) }
        default:
            edit { $0.insert(text) }
            return Shell.wordsIfJoined(text).map { [.reply($0)] } ?? []
        }
        return []
    }

    /// Returns the reason why the focused field does not accept a text.
    private func reasonAgainstPasting(_ text: String) -> String? {
        if text.utf8.count > Self.pasteLimit {
            return "the text has \(grouped(text.utf8.count)) bytes; the limit for a field is "
                + "\(grouped(Self.pasteLimit)). Paste a part of it."
        }
        let lines = Shell.lines(of: text).count
        guard focus == .url, lines > 1 else { return nil }
        return "the text has \(grouped(lines)) lines, but a URL has one."
    }
}
