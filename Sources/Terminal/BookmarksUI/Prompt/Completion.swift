import Bookmarks
import Screen

/// Words that complete the typed text in a line, and which of them is offered.
struct Completion: Sendable, Hashable {
    /// The completed unit: the word at the cursor, all of the line, or the name at the end of a
    /// query; see ``FilterWord``.
    enum Unit: Sendable, Hashable { case word, line, query }

    let unit: Unit
    /// The words, those first that are offered first.
    private var words: CompletionWords
    /// Which of the words that fit is offered; `nil` until one is asked for.
    private var choice: Int?
    /// Whether that is the program's choice, and not the person's.
    private(set) var isPreset = false
    /// Whether the person wants no words, until something else is typed or words are asked for.
    private(set) var isClosed = false

    /// The line while nothing was typed yet: its text is not the beginning of another word.
    private let untouched: String
    /// Whether nothing is offered unasked where the typed text is one of the words: a person who
    /// goes on to the next field does not want a longer one.
    var endsAtWords = false

    init(_ unit: Unit, _ words: [String], behind untouched: String = "") {
        self.unit = unit
        self.untouched = untouched
        self.words = CompletionWords(words)
    }

    /// Whether it is known which words fit a line.
    func knowsFits(for editor: LineEditor) -> Bool {
        guard let (typed, others) = question(for: editor) else { return true }
        return words.remembers(typed, without: others)
    }

    /// Finds out which words fit a line.
    mutating func findFits(for editor: LineEditor) {
        guard let (typed, others) = question(for: editor) else { return }
        words.remember(typed, without: others)
    }

    /// A suggestion: a word, how many Characters of it are typed, and the rest of it.
    struct Offer: Sendable, Hashable {
        var word: String
        var typed: Int
        var rest: String
    }

    /// The word that is offered. Where nothing is typed yet, nothing is offered unasked.
    func offer(for editor: LineEditor) -> Offer? {
        guard !isClosed, let typed = typed(in: editor), choice != nil || isBegun(in: editor)
        else { return nil }
        let fits = fits(typed, in: editor)
        if endsAtWords, choice == nil, fits.isWord { return nil }
        // Unasked, only the rest of the typed word can be offered. The chosen one may no longer
        // fit; then it is the last.
        let offered = choice == nil ? fits.words.prefix(fits.begun) : fits.words[...]
        guard let last = offered.last else { return nil }
        let word = offered.dropFirst(choice ?? 0).first ?? last
        let start = SearchText.folded(typed)
        let rest = word.folded.starts(with: start) ? Self.rest(of: word.text, behind: start) : ""
        return Offer(word: word.text, typed: typed.count, rest: rest)
    }

    /// Whether something is typed of a word, so that one may be offered unasked.
    func isBegun(in editor: LineEditor) -> Bool {
        guard let typed = typed(in: editor) else { return false }
        // After a sign such as `#`, the person wants a name.
        return unit == .query || !typed.isEmpty && editor.text != untouched
    }

    /// Whether the line names something that is not there yet.
    func isNew(in editor: LineEditor) -> Bool {
        let text = editor.text.trimmed
        return !text.isEmpty && !words.has(text)
    }

    /// The rest of a word after its beginning, however that was typed.
    private static func rest(of word: String, behind start: [UInt8]) -> String {
        var rest = word[...]
        var length = 0
        while length < start.count, let next = rest.popFirst() {
            length += SearchText.folded(String(next)).count
        }
        return String(rest)
    }

    /// Offers the word that is so many further on.
    ///
    /// - Parameter isMenuShown: whether all of them show, so that the first step is to the first.
    mutating func move(by step: Int, for editor: LineEditor, isMenuShown: Bool) {
        guard let typed = typed(in: editor) else { return }
        let count = fits(typed, in: editor).words.count
        let from = choice ?? (isMenuShown || offer(for: editor) == nil ? -1 : 0)
        choice = count == 0 ? nil : min(max(0, from + step), count - 1)
        (isPreset, isClosed) = (false, false)
    }

    /// Offers the first word before anything is typed or asked for. Unlike a word that a person
    /// chose, Enter uses it at once.
    mutating func preset(for editor: LineEditor) {
        move(by: 1, for: editor, isMenuShown: true)
        isPreset = choice != nil
    }

    /// Puts the offered word into the line; false if there is none.
    mutating func take(into editor: inout LineEditor) -> Bool {
        guard let offer = offer(for: editor) else { return false }
        return take(offer.word, into: &editor)
    }

    /// Puts a word of the menu into the line; false if the cursor is within the text.
    mutating func take(_ word: String, into editor: inout LineEditor) -> Bool {
        guard let typed = typed(in: editor) else { return false }
        switch unit {
        case .line: editor.replace(before: typed.count, with: word)
        // The next word comes after a space.
        case .word: editor.replace(before: typed.count, with: word + " ")
        case .query:
            guard let filter = FilterWord(in: editor) else { return false }
            editor.replace(before: filter.length, with: filter.completed(with: word))
        }
        forgetChoice()
        return true
    }

    /// Puts the word into the line that is offered without a person's choice.
    mutating func takePreset(into editor: inout LineEditor) {
        if isPreset { _ = take(into: &editor) }
    }

    /// Offers nothing until something else is typed, or words are asked for.
    mutating func close() {
        forgetChoice()
        isClosed = true
    }

    /// Whether a key goes to the right of the end, where the offer stands.
    static func isTaken(by key: Key) -> Bool {
        [.right, .end, .control("e"), .control("f")].contains(key)
    }

    /// Forgets which word was asked for: something else is typed now.
    mutating func forgetChoice() {
        choice = nil
        (isPreset, isClosed) = (false, false)
    }

    /// The beginning of a word before the cursor; `nil` when the cursor is within the text.
    private func typed(in editor: LineEditor) -> Substring? {
        let text = editor.text
        guard editor.cursor == text.count else { return nil }
        if unit == .query { return FilterWord(in: editor).map { $0.typed[...] } }
        guard unit == .word else { return text[...] }
        let start = text.lastIndex(where: Self.isBetweenWords).map { text.index(after: $0) }
        return text[(start ?? text.startIndex)...].drop { $0 == "#" }
    }

    private static func isBetweenWords(_ character: Character) -> Bool {
        character == "," || character.isWhitespace
    }

    /// The words to choose from, as far as they fit into a menu, and the place of the chosen one
    /// among them; `nil` where there is no menu.
    func menu(for editor: LineEditor, rows: Int) -> (words: [String], chosen: Int?, typed: Int)? {
        guard rows > 0, let typed = typed(in: editor), hasMenu(for: editor) else { return nil }
        let first = max(0, (choice ?? 0) - rows + 1)
        let words = fits(typed, in: editor).words.dropFirst(first).prefix(rows).map(\.text)
        return (words, choice.map { $0 - first }, typed.count)
    }

    /// Whether there are words to choose from: one was asked for, or several fit the typed text. A
    /// person who typed all of a word goes on.
    func hasMenu(for editor: LineEditor) -> Bool {
        if isClosed { return false }
        if choice != nil { return true }
        guard let typed = typed(in: editor), isBegun(in: editor) else { return false }
        // Any word of a query may happen to begin the name of a field.
        if unit == .query, FilterWord(in: editor)?.kind == .field { return false }
        let fits = fits(typed, in: editor)
        if fits.isWord { return false }
        // The rest of the only one is offered behind the cursor, unless it begins otherwise.
        return fits.words.count > 1 || unit == .line && fits.begun == 0 && !fits.words.isEmpty
    }

    /// Whether the first word of the menu contains the typed text, but not at its beginning: Tab
    /// chooses it. Letters with others between them are too weak a reason.
    func choosesPart(for editor: LineEditor) -> Bool {
        guard unit == .line, choice == nil, hasMenu(for: editor), let typed = typed(in: editor)
        else { return false }
        let fits = fits(typed, in: editor)
        guard fits.begun == 0, let first = fits.words.first else { return false }
        return FuzzyMatch.rank(String(typed), in: first.text, allowsGaps: false) != nil
    }

    /// Whether a person chose one of the words.
    var isChosen: Bool { choice != nil && !isPreset }

    /// The words that fit, without those that are in the line already.
    private func fits(_ typed: Substring, in editor: LineEditor) -> CompletionWords.Fits {
        words.fits(String(typed), without: others(besides: typed, in: editor))
    }

    /// The text to compare with, and the words not to offer; `nil` where nothing is completed.
    private func question(for editor: LineEditor) -> (typed: String, others: Set<[UInt8]>)? {
        typed(in: editor).map { (String($0), others(besides: $0, in: editor)) }
    }

    /// The words that are in the line already.
    private func others(besides typed: Substring, in editor: LineEditor) -> Set<[UInt8]> {
        guard unit == .word else { return [] }
        let before = editor.text.dropLast(typed.count).split(whereSeparator: Self.isBetweenWords)
        return Set(before.map { SearchText.folded($0.drop { $0 == "#" }) })
    }
}
