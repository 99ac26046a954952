import Bookmarks
import Screen

extension ScreenState {
    mutating func performForm(_ action: ActionID) -> [Effect] {
        guard case .form(var form) = modes.last else { return [] }
        if form.isSaving, action != .cancel { return [] }
        let focus = form.focus
        switch action {
        case .takeOrNext where form.offer != nil: return performCompletion(.complete)
        case .nextField, .takeOrNext: form.focus(form.focus.next)
        case .previousField: form.focus(form.focus.previous)
        case .enterField where form.takeSuggestion():
            // An accepted suggestion shows in the field before it takes effect.
            break
        case .enterField where form.focus == .url:
            if check(&form) { form.focus(.name) }
        case .enterField, .save:
            return save(form)
        case .cancel where form.hasUnsavedText:
            modes.append(.question(.discardForm))
            return []
        default:
            leave()
            return []
        }
        let fetching = focus == .url && form.focus != .url ? fetchByItself(&form) : []
        let effects = askForNames(&form) + form.lookForTwin()
        self.form = form
        return fetching + effects
    }

    /// Asks for what was typed to be kept, or shows in the form why it can't be.
    private mutating func save(_ form: Form) -> [Effect] {
        var form = form
        defer { self.form = form }
        guard let id = form.id, !form.isGone else {
            guard check(&form) else { return [] }
            let fetching = fetchByItself(&form)
            form.isSaving = true
            // A bookmark that was deleted elsewhere while it was edited is wanted again.
            let again = form.id.map { id in
                Effect.addAgain(id: id, from: form.original, to: form.draft)
            }
            return [again ?? .add(form.draft, evenIfThere: false)] + fetching
        }
        guard form.draft != form.original else {
            leave()
            reply("Nothing was changed, so nothing was saved")
            return []
        }
        // An address that was imported broken need not be mended to edit something else.
        let isKept = form.draft.url == form.original.url
        guard isKept || check(&form) else { return [] }
        form.isSaving = true
        return [.edit(id: id, from: form.original, to: form.draft)]
    }

    /// Checks the address of a form, and says what it was taken for where that is not just what was
    /// typed.
    mutating func check(_ form: inout Form) -> Bool {
        let typed = form.editor(of: .url).text.trimmed
        guard form.check(takingBy: keyName(.enterField)) else { return false }
        let taken = form.editor(of: .url).text.trimmed
        if taken != typed { reply("Reading the URL as \(taken)") }
        return true
    }

    mutating func typeInForm(_ key: Key) -> [Effect] {
        guard case .form(var form) = modes.last, form.takesText else { return [] }
        if form.edit({ $0.handle(key) }) {
            modes[modes.count - 1] = .form(form)
        } else if key != .unknown {
            reply(text("The key \(key.name) does nothing here", "; ", .help, "shows all keys"))
        }
        return []
    }

    mutating func pasteInForm(_ text: String) -> [Effect] {
        guard case .form(var form) = modes.last else { return [] }
        defer { modes[modes.count - 1] = .form(form) }
        guard form.takesText else {
            reply("Nothing was pasted: your text is being saved", .warning)
            return []
        }
        if form.focus == .url, form.id == nil, let effects = askForPages(in: text) {
            return effects
        }
        if let reason = reasonAgainstPasting(text, into: form.focus) {
            form.problem = FieldProblem(field: form.focus, text: "Nothing was pasted: \(reason)")
            return []
        }
        let signed = form.oneLine(text)
        switch form.focus {
        case .notes, .description: form.edit { $0.insert(signed) }
        // Its one line may stand among blank ones.
        case .url: form.edit { $0.insert(text.trimmed) }
        default:
            form.edit { $0.insert(text) }
            noteJoined(text)
        }
        return []
    }

    /// Why a field does not take a text.
    private func reasonAgainstPasting(_ text: String, into field: FormField) -> String? {
        if text.utf8.count > Form.pasteLimit {
            return "the text has \(grouped(text.utf8.count)) bytes; the limit for a field is "
                + "\(grouped(Form.pasteLimit)). Paste a part of it."
        }
        let lines = Self.lines(of: text).count
        guard field == .url, lines > 1 else { return nil }
        return "the text has \(grouped(lines)) lines, but a URL has one."
    }

    /// Asks about the page that is there already, when the form is what asked to save it.
    mutating func askToAddAgain(_ name: String) {
        guard var form, form.isSaving else {
            say(.warning, "You already have this page: \(symbols.quoted(name)). Nothing was added")
            return
        }
        form.isSaving = false
        self.form = form
        guard let id = form.id, !form.isGone else {
            return modes.append(.question(.addAgain(form.draft, name: name)))
        }
        modes.append(
            .question(.saveAlike(id: id, from: form.original, to: form.draft, name: name)))
    }
}
