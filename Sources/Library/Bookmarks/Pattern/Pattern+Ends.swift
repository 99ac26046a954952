/// Finding a pattern, written as plainly as possible: where in a text it ends, if it begins at a
/// place. For the few lines on the screen, and to try ``PatternMachine`` with.
extension Pattern {
    /// All places where the pattern may end when it begins at one of `starts`.
    func ends(from starts: Set<Int>, in text: [Unicode.Scalar]) -> Set<Int> {
        // Most that begins nowhere would be looked at in vain.
        if starts.isEmpty { return [] }
        switch self {
        case .one(let set):
            return Set(starts.filter { $0 < text.count && set.contains(text[$0]) }.map { $0 + 1 })
        case .sequence(let parts):
            return parts.reduce(starts) { $1.ends(from: $0, in: text) }
        case .choice(let parts):
            return parts.reduce([]) { $0.union($1.ends(from: starts, in: text)) }
        case .repeated(let part, let minimum, let maximum):
            var ends = starts
            for _ in 0..<minimum { ends = part.ends(from: ends, in: text) }
            var all = ends
            var count = minimum
            while !ends.isEmpty, count < maximum ?? .max {
                ends = part.ends(from: ends, in: text).subtracting(all)
                all.formUnion(ends)
                count += 1
            }
            return all
        case .border(let border):
            return starts.filter { border.isThere(at: $0, in: text) }
        }
    }

    /// Whether the pattern is anywhere in a text that was folded.
    func isFound(in text: [Unicode.Scalar]) -> Bool {
        !ends(from: Set(0...text.count), in: text).isEmpty
    }
}

extension Pattern.Border {
    fileprivate func isThere(at place: Int, in text: [Unicode.Scalar]) -> Bool {
        let isAfter = place > 0 && ScalarSet.letters.contains(text[place - 1])
        let isBefore = place < text.count && ScalarSet.letters.contains(text[place])
        switch self {
        case .start: return place == 0
        case .end: return place == text.count
        case .word: return isAfter != isBefore
        case .notWord: return isAfter == isBefore
        }
    }
}
