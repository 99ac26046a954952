import Screen

/// Words that complete what is typed in a line, and which of them is offered.
struct Completion: Sendable, Hashable {
    /// What is completed: the word at the cursor, among others in the line, or all of the line.
    enum Unit: Sendable, Hashable { case word, line }

    let unit: Unit
    /// The words, those first that are offered first.
    private let words: [Word]
    /// Which of the words that fit is offered; `nil` until one is asked for.
    private var choice: Int?

    private struct Word: Sendable, Hashable {
        var text: String
        var folded: String
    }

    init(_ unit: Unit, _ words: [String]) {
        self.unit = unit
        self.words = words.map { Word(text: $0, folded: $0.lowercased()) }
    }

    /// The word that is offered, and how much of it is typed. Where nothing is typed yet, nothing
    /// is offered unasked.
    func offer(for editor: LineEditor) -> (word: String, typed: Int)? {
        guard let typed = typed(in: editor), choice != nil || !typed.isEmpty else { return nil }
        let fitting = fitting(typed, in: editor)
        var offered = fitting.makeIterator()
        guard var word = offered.next() else { return nil }
        // The chosen one may fit no more; then it is the last.
        for _ in 0..<(choice ?? 0) {
            guard let next = offered.next() else { break }
            word = next
        }
        return (word.text, typed.count)
    }

    /// Offers the word that is so many further on.
    mutating func move(by step: Int, for editor: LineEditor) {
        guard let typed = typed(in: editor) else { return }
        let count = fitting(typed, in: editor).reduce(0) { count, _ in count + 1 }
        let from = choice ?? (typed.isEmpty ? -1 : 0)
        choice = count == 0 ? nil : min(max(0, from + step), count - 1)
    }

    /// Puts the offered word into the line; false if there is none.
    mutating func take(into editor: inout LineEditor) -> Bool {
        guard let (word, typed) = offer(for: editor) else { return false }
        // The next word comes after a space.
        editor.replace(before: typed, with: unit == .word ? word + " " : word)
        choice = nil
        return true
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

    /// The words that go on after what is typed, without those that are in the line already.
    private func fitting(_ typed: Substring, in editor: LineEditor) -> some Sequence<Word> {
        let start = typed.lowercased()
        var others: Set<String> = []
        if unit == .word {
            let before = editor.text.dropLast(typed.count)
            others = Set(
                before.split(whereSeparator: Self.isBetweenWords)
                    .map { $0.drop { $0 == "#" }.lowercased() })
        }
        return words.lazy.filter {
            $0.folded.hasPrefix(start) && $0.folded != start && !others.contains($0.folded)
        }
    }
}
