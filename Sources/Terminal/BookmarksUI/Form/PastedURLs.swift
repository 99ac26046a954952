public import Bookmarks

/// The URLs in a pasted text, and the rest of it.
struct PastedURLs: Sendable, Hashable {
    /// The URLs in order, one for each page.
    private(set) var urls: [String] = []
    /// The number of duplicates of these pages in the text.
    private(set) var repeated = 0
    /// The rest of each line without its URLs, if it has words.
    private(set) var rest: [String] = []

    /// Finds the URLs with schemes in a text. A text that is too long for a field has none.
    init(_ text: String) {
        guard text.utf8.count <= Form.pasteLimit else { return }
        var pages: Set<String> = []
        for line in text.split(whereSeparator: \.isNewline) {
            var others: [String] = []
            for word in line.split(whereSeparator: \.isWhitespace) {
                guard let url = Self.url(in: word) else {
                    others.append(String(word))
                    continue
                }
                if pages.insert(WebAddress(stored: url).pageKey).inserted {
                    urls.append(url)
                } else {
                    repeated += 1
                }
            }
            // Bullets and numbers of a list are not words.
            let words = others.filter { $0.contains(where: \.isLetter) }
            if !words.isEmpty { rest.append(words.joined(separator: " ")) }
        }
    }

    /// Returns the URL in a word, without surrounding signs and final punctuation.
    private static func url(in word: Substring) -> String? {
        var word = dropEnd(of: word)
        for (first, last) in ["<>", "()", "[]", "\"\"", "''"].map({ ($0.first, $0.last) })
        where word.count > 2 && word.first == first && word.last == last {
            word = dropEnd(of: word.dropFirst().dropLast())
        }
        return Form.pastedURL(String(word))
    }

    private static func dropEnd(of word: Substring) -> Substring {
        var word = word
        while let last = word.last, ".,;:!".contains(last) { word.removeLast() }
        return word
    }
}

/// Asks which pasted pages already have bookmarks.
public struct PastedPagesRequest: PageRequest {
    var pasted: PastedURLs

    /// Returns a row for each page in the library, in the order of the paste.
    public func answer(from library: any PageLibrary) throws -> [BookmarkRow] {
        let keys = pasted.urls.map { WebAddress(stored: $0).pageKey }
        let rows = try library.catalog.rows(pageKeys: keys)
        return keys.compactMap { rows[$0]?.first }
    }
}

/// Adds the bookmarks of pasted URLs in one undo step. Pages that are in the library by then are
/// left out.
public struct AddPasted: PageEdit {
    var urls: [String]

    public var ongoing: OngoingEdit? { OngoingEdit("adding", total: urls.count) }

    public func edit(
        with controller: BookmarksController, in library: any PageLibrary
    ) throws -> ActionOutcome? {
        let outcome = try controller.add(all: urls.map { BookmarkDraft(url: $0) })
        if outcome.added.isEmpty { return .answered("You already have all of these pages") }
        return .added(what: outcome.title, ids: outcome.added)
    }
}

extension ScreenState {
    /// Asks for existing bookmarks of pasted URLs; returns `nil` if the paste does not have
    /// several.
    func askForPages(in text: String) -> [Effect]? {
        let pasted = PastedURLs(text)
        return pasted.urls.count > 1 ? [.send(PastedPagesRequest(pasted: pasted))] : nil
    }

    /// Offers to add all pasted URLs that have no bookmark.
    mutating func offerToAddAll(_ answer: PageAnswer) {
        guard let (request, there) = answer.answer(of: PastedPagesRequest.self) else { return }
        let pasted = request.pasted
        let count = pasted.urls.count
        // Another page may be in front by now.
        guard shell.modes.isEmpty || shell.context == .form else {
            return shell.say(
                .warning, "The pasted URLs were not added: paste them again in the list")
        }
        let known = Set(there.map { WebAddress(stored: $0.url).pageKey })
        let new = pasted.urls.filter { !known.contains(WebAddress(stored: $0).pageKey) }
        guard !new.isEmpty else {
            return shell.reply("You already have all \(grouped(count)) pages; nothing was added")
        }
        let question = "Add \(counted(new.count, "bookmark"))?"
        let text = (facts(of: pasted, there) + [question]).joined(separator: " ")
        shell.ask(text, before: AddPasted(urls: new), refusal: "Nothing was added")
    }

    /// Returns the facts that a person should know before adding a paste.
    private func facts(of pasted: PastedURLs, _ there: [BookmarkRow]) -> [String] {
        var facts: [String] = []
        if !there.isEmpty {
            let of =
                "You already have \(grouped(there.count)) of \(grouped(pasted.urls.count)) pages"
            facts.append("\(of): \(examples(there.map(\.title))).")
        }
        if pasted.repeated > 0 {
            facts.append(
                pasted.repeated == 1
                    ? "1 URL repeats another." : "\(grouped(pasted.repeated)) URLs repeat others.")
        }
        if !pasted.rest.isEmpty {
            facts.append("Not URLs, so left out: \(examples(pasted.rest)).")
        }
        return facts
    }

    /// Returns the first of several texts, and the number of the others.
    func examples(_ texts: [String]) -> String {
        let shown = texts.prefix(2).map { shell.symbols.quoted(String($0.prefix(40))) }
        let more = texts.count - shown.count
        return shown.joined(separator: ", ") + (more > 0 ? " and \(grouped(more)) more" : "")
    }
}
