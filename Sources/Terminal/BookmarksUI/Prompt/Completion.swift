import Bookmarks
import Screen

/// Words that complete the typed text in a line, and which of them is offered.
struct Completion: Sendable, Hashable {
    /// The completed unit: the word at the cursor, all of the line, or the name at the end of a
    /// query; see ``FilterWord``.
    enum Unit: Sendable, Hashable { case word, line, query }

    let unit: Unit
    /// The words, those first that are offered first.
    private let words: [Word]
    /// Which of the words that fit is offered; `nil` until one is asked for.
    private var choice: Int?
    /// Whether that is the program's choice, and not the person's.
    private(set) var isPreset = false
    /// Whether the person wants no words, until something else is typed or words are asked for.
    private(set) var isClosed = false

    private struct Word: Sendable, Hashable {
        var text: String
        var folded: [UInt8]
    }

    /// The line while nothing was typed yet: its text is not the beginning of another word.
    private let untouched: String
    /// Whether nothing is offered unasked where the typed text is one of the words: a person who
    /// goes on to the next field does not want a longer one.
    var endsAtWords = false

    init(_ unit: Unit, _ words: [String], behind untouched: String = "") {
        self.unit = unit
        self.untouched = untouched
        self.words = words.map { Word(text: $0, folded: SearchText.folded($0)) }
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
        if endsAtWords, choice == nil, isWord(typed) { return nil }
        // Unasked, only the rest of what is typed can be offered.
        let fitting = choice == nil ? beginning(typed, in: editor) : fitting(typed, in: editor)
        var offered = fitting.makeIterator()
        guard var word = offered.next() else { return nil }
        // The chosen one may fit no more; then it is the last.
        for _ in 0..<(choice ?? 0) {
            guard let next = offered.next() else { break }
            word = next
        }
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
        return !text.isEmpty && !isWord(text[...])
    }

    private func isWord(_ typed: Substring) -> Bool {
        let folded = SearchText.folded(typed)
        return words.contains { $0.folded == folded }
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
        let count = fitting(typed, in: editor).count
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

    /// Whether a key goes to the right of the end, where what is offered stands.
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
        let words = fitting(typed, in: editor).dropFirst(first).prefix(rows).map(\.text)
        return (words, choice.map { $0 - first }, typed.count)
    }

    /// Whether there are words to choose from: one was asked for, or several fit what is typed. A
    /// person who typed all of a word goes on.
    func hasMenu(for editor: LineEditor) -> Bool {
        if isClosed { return false }
        if choice != nil { return true }
        guard let typed = typed(in: editor), isBegun(in: editor), !isWord(typed) else {
            return false
        }
        // Any word of a query may happen to begin the name of a field.
        if unit == .query, FilterWord(in: editor)?.kind == .field { return false }
        let start = SearchText.folded(typed)
        let fits = words.lazy.filter {
            ($0.folded.starts(with: start) || typed.isEmpty
                || FuzzyMatch.rank(String(typed), in: $0.text) != nil)
                && !isInLine($0, typed, editor)
        }
        return fits.prefix(2).count == 2
    }

    /// Whether a person chose one of the words.
    var isChosen: Bool { choice != nil && !isPreset }

    /// The words that go on after the typed text, then those that have its letters with others
    /// between, without those that are in the line already.
    private func fitting(_ typed: Substring, in editor: LineEditor) -> [Word] {
        let exact = beginning(typed, in: editor)
        guard !typed.isEmpty else { return exact }
        let known = Set(exact.map(\.folded))
        let others = words.filter { !known.contains($0.folded) }.compactMap { word in
            FuzzyMatch.rank(String(typed), in: word.text).map { (rank: $0, word: word) }
        }
        let start = SearchText.folded(typed)
        return exact
            + others.filter { $0.word.folded != start && !isInLine($0.word, typed, editor) }
            .sorted { $0.rank < $1.rank }.map(\.word)
    }

    private func isInLine(_ word: Word, _ typed: Substring, _ editor: LineEditor) -> Bool {
        guard unit == .word else { return false }
        return editor.text.dropLast(typed.count).split(whereSeparator: Self.isBetweenWords)
            .contains { SearchText.folded($0.drop { $0 == "#" }) == word.folded }
    }

    private func beginning(_ typed: Substring, in editor: LineEditor) -> [Word] {
        let start = SearchText.folded(typed)
        var others: Set<[UInt8]> = []
        if unit == .word {
            let before = editor.text.dropLast(typed.count)
            others = Set(
                before.split(whereSeparator: Self.isBetweenWords)
                    .map { SearchText.folded($0.drop { $0 == "#" }) })
        }
        return words.filter {
            $0.folded.starts(with: start) && $0.folded != start && !others.contains($0.folded)
        }
    }
}
