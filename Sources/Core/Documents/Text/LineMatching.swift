/// Which lines of one text are in another one, in the order of both.
///
/// Lines that each text has once are matched first (“patience diff”, Bram Cohen), which keeps
/// headings and paragraphs together and takes time in proportion to the text. Short ranges between
/// them are compared line by line. Of two long ranges without any such line, nothing matches.
struct LineMatching {
    /// For each line of the first text, the place of its match in the second one; -1 without one.
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

    /// The lines that both ranges have once, as far as they stand in one order.
    private func anchors(_ a: Range<Int>, _ b: Range<Int>) -> [(Int, Int)] {
        let (ours, theirs) = (Self.single(first, a), Self.single(second, b))
        let pairs = ours.compactMap { line, place in theirs[line].map { (place, $0) } }
            .sorted { $0.0 < $1.0 }
        return Self.longestRising(pairs)
    }

    /// The places of the lines that a range has once.
    private static func single(_ lines: [Int], _ range: Range<Int>) -> [Int: Int] {
        var places: [Int: Int] = [:]
        for place in range {
            places[lines[place]] = places[lines[place]] == nil ? place : -1
        }
        return places.filter { $0.value >= 0 }
    }

    /// The most pairs whose second places rise.
    private static func longestRising(_ pairs: [(Int, Int)]) -> [(Int, Int)] {
        // The pair with the lowest end of each length of row, and the predecessor of each pair.
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

    /// No table of a comparison line by line has more cells.
    private static let most = 1 << 20

    /// Matches as many lines as possible, where the ranges are short enough.
    private mutating func matchEach(_ a: Range<Int>, _ b: Range<Int>) {
        let (rows, columns) = (a.count, b.count)
        if rows * columns > Self.most { return }
        let width = columns + 1
        // How many lines match from a row and a column on.
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

    /// A range of the first text, and its replacement in the second one.
    struct Hunk {
        var old: Range<Int>
        var new: Range<Int>
    }

    /// Where the texts differ, from the beginning to the end.
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
