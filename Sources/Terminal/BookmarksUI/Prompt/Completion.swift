import Bookmarks
import Screen

/// The words that complete the text of a line, and the suggested one.
struct Completion: Sendable, Hashable {
    /// The unit to complete: the word at the cursor, the whole line, or the name at the end of a
    /// query: see ``FilterWord``.
    enum Unit: Sendable, Hashable { case word, line, query }

    let unit: Unit
    /// The words, the best suggestions first.
    private var words: CompletionWords
    /// The index of the suggestion among the matching words; `nil` until the person chooses one.
    private var choice: Int?
    /// Whether the program made that choice, not the person.
    private(set) var isPreset = false
    /// Whether the person closed the menu; it opens again when the text changes or words are
    /// requested.
    private(set) var isClosed = false
    /// Whether the person asked for longer words although the line has a whole one.
    private var isAsked = false

    /// The initial text of the line, which is not the beginning of another word.
    private let untouched: String
    /// Whether nothing is suggested if the typed text is already one of the words: a person who
    /// typed or took a folder does not want one inside it.
    private let endsAtWords: Bool

    init(
        _ unit: Unit, _ words: [String], behind untouched: String = "", endsAtWords: Bool = false
    ) {
        self.unit = unit
        self.untouched = untouched
        self.words = CompletionWords(words)
        self.endsAtWords = endsAtWords
    }

    /// Whether the matching words for a line are already known.
    func knowsFits(for editor: LineEditor) -> Bool {
        guard let (typed, others) = question(for: editor) else { return true }
        return words.remembers(typed, without: others)
    }

    /// Finds the matching words for a line.
    mutating func findFits(for editor: LineEditor) {
        guard let (typed, others) = question(for: editor) else { return }
        words.remember(typed, without: others)
    }

    /// A suggestion: a word, the number of its typed Characters, and the rest.
    struct Offer: Sendable, Hashable {
        var word: String
        var typed: Int
        var rest: String
    }

    /// Returns the suggestion for a line. Before anything is typed, there is none unless the person
    /// asks.
    func offer(for editor: LineEditor) -> Offer? {
        guard !isClosed, let typed = typed(in: editor), choice != nil || isBegun(in: editor)
        else { return nil }
        if isComplete(for: editor) { return nil }
        let fits = fits(typed, in: editor)
        // By itself, only the rest of the typed word is suggested. If the chosen word no longer
        // matches, the last one is.
        let offered = choice == nil ? fits.words.prefix(fits.begun) : fits.words[...]
        guard let last = offered.last else { return nil }
        let word = offered.dropFirst(choice ?? 0).first ?? last
        let start = SearchText.folded(typed)
        let rest = word.folded.starts(with: start) ? Self.rest(of: word.text, behind: start) : ""
        return Offer(word: word.text, typed: typed.count, rest: rest)
    }

    /// Whether the line has a word that is not completed to a longer one, unless a person chooses
    /// that in the menu.
    func isComplete(for editor: LineEditor) -> Bool {
        guard endsAtWords, choice == nil, isBegun(in: editor), let typed = typed(in: editor)
        else { return false }
        return fits(typed, in: editor).isWord
    }

    /// Whether the line has a whole word and the menu with longer ones is not open.
    func canAskForMore(for editor: LineEditor) -> Bool {
        guard !isAsked, isComplete(for: editor), let typed = typed(in: editor) else { return false }
        return fits(typed, in: editor).begun > 0
    }

    /// Opens the menu with longer words, but chooses none: one key too many must not do that.
    mutating func askForMore() { (isAsked, isClosed) = (true, false) }

    /// Whether a word was begun, so that it may be completed.
    func isBegun(in editor: LineEditor) -> Bool {
        guard let typed = typed(in: editor) else { return false }
        // After a sign such as `#`, the person wants a name.
        return unit == .query || !typed.isEmpty && editor.text != untouched
    }

    /// Whether the line has a folder that does not exist yet.
    func isNew(in editor: LineEditor) -> Bool {
        let path = FolderPath.normalized(editor.text)
        return !path.isEmpty && !words.has(path)
    }

    /// Returns the rest of a word after its beginning, however that was typed.
    private static func rest(of word: String, behind start: [UInt8]) -> String {
        var rest = word[...]
        var length = 0
        while length < start.count, let next = rest.popFirst() {
            length += SearchText.folded(String(next)).count
        }
        return String(rest)
    }

    /// Moves the choice by a number of words.
    ///
    /// - Parameter isMenuShown: whether a menu shows the words, so that the first step goes to the
    ///   first one.
    mutating func move(by step: Int, for editor: LineEditor, isMenuShown: Bool) {
        guard let typed = typed(in: editor) else { return }
        let count = fits(typed, in: editor).words.count
        let from = choice ?? (isMenuShown || offer(for: editor) == nil ? -1 : 0)
        choice = count == 0 ? nil : min(max(0, from + step), count - 1)
        (isPreset, isClosed) = (false, false)
    }

    /// Preselects the first word before anything is typed. Enter uses it at once, unlike a word
    /// that a person chose.
    mutating func preset(for editor: LineEditor) {
        move(by: 1, for: editor, isMenuShown: true)
        isPreset = choice != nil
    }

    /// Puts the suggestion into the line; returns `false` if there is none.
    mutating func accept(into editor: inout LineEditor) -> Bool {
        guard let offer = offer(for: editor) else { return false }
        return accept(offer.word, into: &editor)
    }

    /// Puts a word of the menu into the line; returns `false` if the cursor is within the text.
    mutating func accept(_ word: String, into editor: inout LineEditor) -> Bool {
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

    /// Puts the preselected word into the line.
    mutating func acceptPreset(into editor: inout LineEditor) {
        if isPreset { _ = accept(into: &editor) }
    }

    /// Closes the menu until the text changes or words are requested.
    mutating func close() {
        forgetChoice()
        isClosed = true
    }

    /// Whether a key moves right at the end of the line, which accepts the suggestion.
    static func isTaken(by key: Key) -> Bool {
        [.right, .end, .control("e"), .control("f")].contains(key)
    }

    /// Drops the chosen word after the text changed.
    mutating func forgetChoice() {
        choice = nil
        (isPreset, isClosed, isAsked) = (false, false, false)
    }

    /// Returns the beginning of a word before the cursor; `nil` if the cursor is within the text.
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

    /// Returns the words that fit into a menu, and the index of the chosen one; `nil` if there is
    /// no menu.
    func menu(for editor: LineEditor, rows: Int) -> (words: [String], chosen: Int?, typed: Int)? {
        guard rows > 0, let typed = typed(in: editor), hasMenu(for: editor) else { return nil }
        let first = max(0, (choice ?? 0) - rows + 1)
        let words = fits(typed, in: editor).words.dropFirst(first).prefix(rows).map(\.text)
        return (words, choice.map { $0 - first }, typed.count)
    }

    /// Whether there is a menu: the person asked for words, or several match. A person who typed a
    /// whole word continues.
    func hasMenu(for editor: LineEditor) -> Bool {
        if isClosed { return false }
        if choice != nil { return true }
        guard let typed = typed(in: editor), isBegun(in: editor) else { return false }
        // Any word of a query may happen to begin the name of a field; a colon asks for one.
        if unit == .query, let word = FilterWord(in: editor), word.kind == .field,
            word.lead.isEmpty
        {
            return false
        }
        let fits = fits(typed, in: editor)
        if fits.isWord { return isAsked && fits.begun > 0 }
        // The rest of a single word is suggested after the cursor, unless it begins differently.
        return fits.words.count > 1 || unit == .line && fits.begun == 0 && !fits.words.isEmpty
    }

    /// Puts the only word that contains the typed text into the line, if ``choosesPart(for:)`` is
    /// true; returns `false` otherwise.
    mutating func acceptOnlyPart(into editor: inout LineEditor) -> Bool {
        guard choosesPart(for: editor), let typed = typed(in: editor) else { return false }
        let words = fits(typed, in: editor).words.filter { Self.contains(typed, $0) }
        return words.count == 1 && accept(words[0].text, into: &editor)
    }

    private static func contains(_ typed: Substring, _ word: CompletionWords.Word) -> Bool {
        FuzzyMatch.rank(String(typed), in: word.text, allowsGaps: false) != nil
    }

    /// Whether the first word of the menu contains the typed text, but not at its beginning; Tab
    /// then takes it if it is the only one, and otherwise chooses it. Letters with others in
    /// between are not enough.
    func choosesPart(for editor: LineEditor) -> Bool {
        guard unit == .line, choice == nil, hasMenu(for: editor), let typed = typed(in: editor)
        else { return false }
        let fits = fits(typed, in: editor)
        guard fits.begun == 0, let first = fits.words.first else { return false }
        return Self.contains(typed, first)
    }

    /// Whether a person chose one of the words.
    var isChosen: Bool { choice != nil && !isPreset }

    /// Returns the matching words, without those already in the line.
    private func fits(_ typed: Substring, in editor: LineEditor) -> CompletionWords.Fits {
        words.fits(String(typed), without: others(besides: typed, in: editor))
    }

    /// Returns the text to match, and the words to leave out; `nil` if nothing is completed.
    private func question(for editor: LineEditor) -> (typed: String, others: Set<[UInt8]>)? {
        typed(in: editor).map { (String($0), others(besides: $0, in: editor)) }
    }

    /// Returns the words already in the line.
    private func others(besides typed: Substring, in editor: LineEditor) -> Set<[UInt8]> {
        guard unit == .word else { return [] }
        let before = editor.text.dropLast(typed.count).split(whereSeparator: Self.isBetweenWords)
        return Set(before.map { SearchText.folded($0.drop { $0 == "#" }) })
    }
}
