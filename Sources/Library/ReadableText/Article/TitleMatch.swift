/// Tells whether a heading repeats the title of the page.
struct TitleMatch {
    private let words: Set<String>

    init(_ title: String) {
        words = Set(Self.words(title))
    }

    /// Whether the element is a heading that repeats the title.
    func isRepeated(in id: PageTree.ID, _ page: MeasuredTree) -> Bool {
        let name = page[id].name
        guard name == "h1" || name == "h2", !words.isEmpty else { return false }
        return isRepeated(in: page.tree.text(id))
    }

    /// Whether at least three quarters of a text are words of the title.
    func isRepeated(in text: String) -> Bool {
        let found = Self.words(text)
        let count = found.reduce(0) { $0 + $1.count + 1 }
        let new = found.filter { !words.contains($0) }.reduce(0) { $0 + $1.count + 1 }
        return count > 0 && new * 4 < count
    }

    private static func words(_ text: String) -> [String] {
        text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }
}
