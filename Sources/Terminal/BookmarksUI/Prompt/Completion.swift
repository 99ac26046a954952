import Bookmarks
import Screen

/// Words that complete the typed text in a line, and which of them is offered.
struct Completion: Sendable, Hashable {
    /// The completed unit: the word at the cursor, or all of the line.
    enum Unit: Sendable, Hashable { case word, line }

    let unit: Unit
    /// The words, those first that are offered first.
    private let words: [Word]
    /// Which of the words that fit is offered; `nil` until one is asked for.
    private var choice: Int?

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
        guard let typed = typed(in: editor), choice != nil || !typed.isEmpty,
            choice != nil || editor.text != untouched
        else { return nil }
        if endsAtWords, choice == nil {
            let folded = SearchText.folded(typed)
            if words.contains(where: { $0.folded == folded }) { return nil }
        }
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
        typed(in: editor)?.isEmpty == false && editor.text != untouched
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
    mutating func move(by step: Int, for editor: LineEditor) {
        guard let typed = typed(in: editor) else { return }
        let count = fitting(typed, in: editor).count
        let from = choice ?? (offer(for: editor) == nil ? -1 : 0)
        choice = count == 0 ? nil : min(max(0, from + step), count - 1)
    }

    /// Puts the offered word into the line; false if there is none.
    mutating func take(into editor: inout LineEditor) -> Bool {
        guard let offer = offer(for: editor) else { return false }
        // The next word comes after a space.
        editor.replace(before: offer.typed, with: unit == .word ? offer.word + " " : offer.word)
        choice = nil
        return true
    }

    /// Puts the word into the line that a person asked for, such as with Tab, and sees. One that is
    /// only offered stays out.
    mutating func takeChosen(into editor: inout LineEditor) {
        if choice != nil { _ = take(into: &editor) }
    }

    /// Whether a key goes to the right of the end, where what is offered stands.
    static func isTaken(by key: Key) -> Bool {
        [.right, .end, .control("e"), .control("f")].contains(key)
    }

    /// Forgets which word was asked for: something else is typed now.
    mutating func forgetChoice() { choice = nil }

    /// The beginning of a word before the cursor; `nil` when the cursor is within the text.
    private func typed(in editor: LineEditor) -> Substring? {
        let text = editor.text
        guard editor.cursor == text.count else { return nil }
        guard unit == .word else { return text[...] }
        let start = text.lastIndex(where: Self.isBetweenWords).map { text.index(after: $0) }
        return text[(start ?? text.startIndex)...].drop { $0 == "#" }
    }

    private static func isBetweenWords(_ character: Character) -> Bool {
        character == "," || character.isWhitespace
    }

    /// The words to choose from, as far as they fit into a menu, and the place of the chosen one
    /// among them. Nothing where nothing is typed or asked for.
    func menu(for editor: LineEditor, rows: Int) -> (words: [String], chosen: Int?, typed: Int)? {
        guard rows > 0, let typed = typed(in: editor), choice != nil || isBegun(in: editor) else {
            return nil
        }
        let first = max(0, (choice ?? 0) - rows + 1)
        let words = fitting(typed, in: editor).dropFirst(first).prefix(rows).map(\.text)
        return words.isEmpty ? nil : (words, choice.map { $0 - first }, typed.count)
    }

    /// Whether a person chose one of the words.
    var isChosen: Bool { choice != nil }

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
