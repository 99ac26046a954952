/// The difference between two texts, as the lines of a unified diff.
public struct LineDiff: Sendable, Hashable {
    /// A line of the diff.
    public struct Line: Sendable, Hashable {
        /// The meaning of a line.
        public enum Kind: Sendable, Hashable {
            /// The positions of the following lines in both texts.
            case place
            /// A line of both texts.
            case same
            case removed, added
            /// A note that the line above has no line feed at its end.
            case unended
        }

        public var kind: Kind
        /// The line as it is printed, with its mark, without its end.
        public var text: String
    }

    /// The lines of the diff; empty if the texts are the same.
    public private(set) var lines: [Line] = []

    /// The number of unchanged lines that surround a change.
    private static let around = 3

    /// Computes the difference of `new` from `old`.
    public init(from old: [UInt8], to new: [UInt8]) {
        var numbers = LineNumbers()
        let (a, b) = (Self.lines(of: old), Self.lines(of: new))
        let matching = LineMatching(numbers.numbers(of: a), numbers.numbers(of: b))
        for group in Self.groups(of: matching.hunks) { add(group, a, b) }
    }

    /// Returns the diff as text, after two lines that name the texts; empty if they are the same.
    public func text(from old: String, to new: String) -> String {
        if lines.isEmpty { return "" }
        return "--- \(old)\n+++ \(new)\n" + lines.map { $0.text + "\n" }.joined()
    }

    /// Returns the lines with their line endings.
    private static func lines(of content: [UInt8]) -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        var rest = content[...]
        while let end = rest.firstIndex(of: lineFeed) {
            lines.append(rest[...end])
            rest = rest[(end + 1)...]
        }
        return rest.isEmpty ? lines : lines + [rest]
    }

    /// Returns the hunks in groups that are so close that they share surrounding lines.
    private static func groups(of hunks: [LineMatching.Hunk]) -> [[LineMatching.Hunk]] {
        hunks.reduce(into: []) { groups, hunk in
            if let last = groups.last?.last,
                hunk.old.lowerBound - last.old.upperBound <= 2 * around
            {
                groups[groups.count - 1].append(hunk)
            } else {
                groups.append([hunk])
            }
        }
    }

    private mutating func add(
        _ hunks: [LineMatching.Hunk], _ a: [ArraySlice<UInt8>], _ b: [ArraySlice<UInt8>]
    ) {
        guard let first = hunks.first, let last = hunks.last else { return }
        let before = min(Self.around, first.old.lowerBound)
        let after = min(Self.around, a.count - last.old.upperBound)
        let old = first.old.lowerBound - before..<last.old.upperBound + after
        let new = first.new.lowerBound - before..<last.new.upperBound + after
        lines.append(
            Line(kind: .place, text: "@@ -\(Self.words(old)) +\(Self.words(new)) @@"))
        var place = old.lowerBound
        for hunk in hunks {
            add(a[place..<hunk.old.lowerBound], .same, " ")
            add(a[hunk.old], .removed, "-")
            add(b[hunk.new], .added, "+")
            place = hunk.old.upperBound
        }
        add(a[place..<old.upperBound], .same, " ")
    }

    private mutating func add(
        _ some: ArraySlice<ArraySlice<UInt8>>, _ kind: Line.Kind, _ mark: String
    ) {
        for line in some {
            let isEnded = line.last == lineFeed
            let text = String(decoding: isEnded ? line.dropLast() : line, as: UTF8.self)
            lines.append(Line(kind: kind, text: mark + text))
            if !isEnded {
                lines.append(Line(kind: .unended, text: "\\ No newline at end of file"))
            }
        }
    }

    /// Returns a range as a diff writes it. An empty range names the line before it.
    private static func words(_ range: Range<Int>) -> String {
        let start = range.isEmpty ? range.lowerBound : range.lowerBound + 1
        return range.count == 1 ? "\(start)" : "\(start),\(range.count)"
    }
}
