/// Breaks sentences into lines at their blanks.
public enum Prose {
    /// The programs whose command lines are kept on one line, for copying.
    private static let programs: Set<Substring> = ["cloudy", "cloudyd", "cloudy-agent", "etcdctl"]

    /// Returns the lines of a text, none wider than `columns`, except for single long words. A
    /// command line to type, after a colon or in quotes, is broken only if it is wider than a line.
    public static func lines(_ text: String, columns: Int) -> [String] {
        let measure = TextMeasure.standard
        if columns < 1 || measure.width(text) <= columns { return [text] }
        var lines: [String] = []
        var line: String?
        func add(_ unit: String) {
            if let begun = line, measure.width(begun) + 1 + measure.width(unit) <= columns {
                line = begun + " " + unit
            } else {
                if let line { lines.append(line) }
                line = unit
            }
        }
        for unit in units(text) {
            if measure.width(unit) <= columns {
                add(unit)
            } else {
                for word in unit.split(separator: " ", omittingEmptySubsequences: false) {
                    add(String(word))
                }
            }
        }
        if let line { lines.append(line) }
        return lines
    }

    /// Returns the parts between which a line may end: words and command lines.
    private static func units(_ text: String) -> [String] {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        var units: [String] = []
        var index = words.startIndex
        while index < words.endIndex {
            let end = commandEnd(words, from: index) ?? index
            units.append(words[index...end].joined(separator: " "))
            index = end + 1
        }
        return units
    }

    /// Returns the end of the command line that begins at a word; `nil` if none begins there.
    private static func commandEnd(_ words: [Substring], from index: Int) -> Int? {
        let isQuoted = words[index].hasPrefix("“")
        guard programs.contains(isQuoted ? words[index].dropFirst() : words[index]) else {
            return nil
        }
        let rest = words.indices[index...]
        let last = words.endIndex - 1
        if isQuoted { return rest.first { words[$0].contains("”") } ?? last }
        guard index > words.startIndex, words[index - 1].hasSuffix(":") else {
            // In a sentence, the command stays beside the name of its program.
            return min(index + 1, last)
        }
        return rest.first { ".,;:)".contains(words[$0].last ?? " ") } ?? last
    }
}
