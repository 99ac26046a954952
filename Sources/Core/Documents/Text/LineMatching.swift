/// The lines that two texts have in common, in the order of both.
///
/// Lines that occur once in each text are matched first (“patience diff”, Bram Cohen), which keeps
/// headings and paragraphs together and takes time in proportion to the text. Short ranges between
/// them are compared line by line. Long ranges without such lines are not matched.
struct LineMatching {
    /// For each line of the first text, the index of its match in the second text; -1 without a
    /// match.
    private(set) var places: [Int]
    private let first: [Int]
    private let second: [Int]

    init(_ first: [Int], _ second: [Int]) {
        self.first = first
        self.second = second
        places = Array(repeating: -1, count: first.count)
        var open = [(first.indices, second.indices)]
        while let (a, b) = open.popLast() {
            let (a, b) = matchEnds(a, b)
            if a.isEmpty || b.isEmpty { continue }
            let anchors = anchors(a, b)
            if anchors.isEmpty {
                matchEach(a, b)
                continue
            }
            var (i, j) = (a.lowerBound, b.lowerBound)
            for (place, match) in anchors {
                places[place] = match
                open.append((i..<place, j..<match))
                (i, j) = (place + 1, match + 1)
            }
            open.append((i..<a.upperBound, j..<b.upperBound))
        }
    }

    /// Matches the common beginning and end of both ranges, and returns the rest.
    private mutating func matchEnds(_ a: Range<Int>, _ b: Range<Int>) -> (Range<Int>, Range<Int>) {
        var (a, b) = (a, b)
        while !a.isEmpty, !b.isEmpty, first[a.lowerBound] == second[b.lowerBound] {
            places[a.lowerBound] = b.lowerBound
            a = a.lowerBound + 1..<a.upperBound
            b = b.lowerBound + 1..<b.upperBound
        }
        while !a.isEmpty, !b.isEmpty, first[a.upperBound - 1] == second[b.upperBound - 1] {
            places[a.upperBound - 1] = b.upperBound - 1
            a = a.lowerBound..<a.upperBound - 1
            b = b.lowerBound..<b.upperBound - 1
        }
        return (a, b)
    }

    /// Returns the lines that occur once in each range, as far as their order is the same in both.
    private func anchors(_ a: Range<Int>, _ b: Range<Int>) -> [(Int, Int)] {
        let (ours, theirs) = (Self.single(first, a), Self.single(second, b))
        let pairs = ours.compactMap { line, place in theirs[line].map { (place, $0) } }
            .sorted { $0.0 < $1.0 }
        return Self.longestRising(pairs)
    }

    /// Returns the indices of the lines that occur once in a range.
    private static func single(_ lines: [Int], _ range: Range<Int>) -> [Int: Int] {
        var places: [Int: Int] = [:]
        for place in range {
            places[lines[place]] = places[lines[place]] == nil ? place : -1
        }
        return places.filter { $0.value >= 0 }
    }

    /// Returns the longest sequence of pairs in which the second index rises.
    private static func longestRising(_ pairs: [(Int, Int)]) -> [(Int, Int)] {
        // For each length of a sequence, the pair with the lowest end; for each pair, its
        // predecessor.
        var ends: [Int] = []
        var before = Array(repeating: -1, count: pairs.count)
        for (index, pair) in pairs.enumerated() {
            var (low, high) = (0, ends.count)
            while low < high {
                let middle = (low + high) / 2
                if pairs[ends[middle]].1 < pair.1 { low = middle + 1 } else { high = middle }
            }
            if low > 0 { before[index] = ends[low - 1] }
            if low == ends.count { ends.append(index) } else { ends[low] = index }
        }
        var row: [(Int, Int)] = []
        var index = ends.last ?? -1
        while index >= 0 {
            row.append(pairs[index])
            index = before[index]
        }
        return row.reversed()
    }

    /// The most cells of a table for comparing line by line.
    private static let most = 1 << 20

    /// Matches as many lines as possible, if the ranges are short enough.
    private mutating func matchEach(_ a: Range<Int>, _ b: Range<Int>) {
        let (rows, columns) = (a.count, b.count)
        if rows * columns > Self.most { return }
        let width = columns + 1
        // The number of lines that match from a row and a column on.
        var counts = [Int32](repeating: 0, count: (rows + 1) * width)
        for row in (0..<rows).reversed() {
            let line = first[a.lowerBound + row]
            for column in (0..<columns).reversed() {
                let place = row * width + column
                counts[place] =
                    line == second[b.lowerBound + column]
                    ? counts[place + width + 1] + 1
                    : max(counts[place + width], counts[place + 1])
            }
        }
        var (row, column) = (0, 0)
        while row < rows, column < columns {
            let place = row * width + column
            if first[a.lowerBound + row] == second[b.lowerBound + column] {
                places[a.lowerBound + row] = b.lowerBound + column
                (row, column) = (row + 1, column + 1)
            } else if counts[place + width] >= counts[place + 1] {
                row += 1
            } else {
                column += 1
            }
        }
    }

    /// A range of the first text, and its replacement in the second text.
    struct Hunk {
        var old: Range<Int>
        var new: Range<Int>
    }

    /// The differences between the texts, from the beginning to the end.
    var hunks: [Hunk] {
        var hunks: [Hunk] = []
        var (old, new) = (0, 0)
        for place in 0...first.count {
            let match = place < first.count ? places[place] : second.count
            if match < 0 { continue }
            if place > old || match > new {
                hunks.append(Hunk(old: old..<place, new: new..<match))
            }
            (old, new) = (place + 1, match + 1)
        }
        return hunks
    }
}
