import Bookmarks
import Screen

extension ScreenState {
    mutating func paste(_ text: String, _ list: BookmarkList) -> [Effect] {
        if let effects = pasteInForm(text, list) { return effects }
        switch shell.context {
        case .filter: return pasteInFilter(text)
        case .prompt: return pasteInPrompt(text)
        case _ where shell.isPageFiltered: return pasteInPageFilter(text, list)
        case .list, .sidebar, .preview:
            if let url = Form.pastedURL(text) { return add(pastedURL: url) }
            if let effects = askForPages(in: text) ?? addOnlyURL(in: text) { return effects }
            shell.reply("Nothing was pasted: \(shell.reasonAgainstPasting(text))", .warning)
            return []
        case let context where context.takesOneKey:
            shell.reply("Nothing was pasted: press a single key", .warning)
            return []
        default:
            shell.reply(
                self.shell.text("Nothing was pasted: there is no field here", .back, to: "go back")
                    + ". In the list, pasting a URL adds it", .warning)
            return []
        }
    }

    /// Opens the form for a new bookmark with the pasted URL.
    private mutating func add(pastedURL url: String) -> [Effect] {
        var form = Form(adding: url)
        let requests = form.lookForTwin()
        return shell.open(form) + requests.map { .send($0) }
    }

    /// Adds the only URL among the words of a text, and tells which words are left out; returns
    /// `nil` if there is none.
    private mutating func addOnlyURL(in text: String) -> [Effect]? {
        let pasted = PastedURLs(text)
        guard pasted.urls.count == 1, let url = pasted.urls.first else { return nil }
        let effects = add(pastedURL: url)
        if !pasted.rest.isEmpty {
            shell.reply("Not part of the URL, so left out: \(examples(pasted.rest))")
        }
        return effects
    }
}

extension Shell {
    /// Returns the reason why a text pasted into the list starts no new bookmark, and what to do.
    fileprivate func reasonAgainstPasting(_ text: String) -> String {
        let lines = Self.lines(of: text).count
        if lines > 1, text.utf8.count > Form.pasteLimit, let key = keyName(.importBookmarks) {
            return "the text has \(grouped(text.utf8.count)) bytes; the limit is "
                + "\(grouped(Form.pasteLimit)). Press \(key) to import a file of URLs"
        }
        let field = (keyName(.add).map { "Press \($0), then paste" } ?? "Paste") + " into a field"
        return reasonForNoURL(text) + ". " + field
    }

    private func reasonForNoURL(_ text: String) -> String {
        if text.allSatisfy(\.isWhitespace) { return "there is no text" }
        if text.utf8.count > Form.pasteLimit {
            return "the text has \(grouped(text.utf8.count)) bytes; the limit for a URL is "
                + grouped(Form.pasteLimit)
        }
        if Self.lines(of: text).count > 1 {
            return "the text has several lines and no URL such as https://swift.org"
        }
        return "\(symbols.quoted(text.trimmed)) is not a URL such as https://swift.org"
    }

    /// Tells that several lines were joined, because no change may go unnoticed.
    mutating func noteJoined(_ text: String) {
        if let words = Self.wordsIfJoined(text) { reply(words) }
    }

    /// Returns the words for joined lines; `nil` for a single line.
    static func wordsIfJoined(_ text: String) -> String? {
        let lines = lines(of: text).count
        if lines < 2 { return nil }
        return "Pasted \(grouped(lines)) lines as one, with spaces between them"
    }

    /// Returns the lines of a text that are not blank.
    static func lines(of text: String) -> [Substring] {
        text.split(whereSeparator: \.isNewline).filter { !$0.allSatisfy(\.isWhitespace) }
    }
}
