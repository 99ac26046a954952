/// A merge of two texts that were made from a common one, line by line.
///
/// A line that only one text changed is taken from that text. If both inserted lines at the same
/// place, both stay. Only lines that both changed differently are in conflict: both stay, between
/// marks that name their devices. The order of the two texts matters; the same texts in the same
/// order always give the same bytes.
public struct LineMerge: Sendable, Hashable {
    /// The merged text.
    public private(set) var content: [UInt8] = []
    /// The number of places with lines in conflict.
    public private(set) var conflicts = 0

    /// One of the two texts.
    public struct Side: Sendable, Hashable {
        public var content: [UInt8]
        /// The label after the marks: the device that wrote the text.
        public var label: String

        public init(_ content: [UInt8], label: String) {
            self.content = content
            self.label = label
        }
    }

    /// Merges two texts that were made from `base`.
    ///
    /// - Parameter isBaseMerged: whether the base is itself a merge, not the text of a person. Then
    ///   its lines may be in another order than in both texts, each of which moved them. A line
    ///   that occurs once in all three texts is kept once.
    public init(base: [UInt8], _ first: Side, _ second: Side, isBaseMerged: Bool = false) {
        var merger = Merger(base: base, first, second)
        merger.merge()
        if isBaseMerged, merger.conflicts == 0 { merger.dropMovedTwice() }
        content = Array(merger.merged.joined(separator: [lineFeed]))
        conflicts = merger.conflicts
    }

    /// Joins two texts without a common one. Lines that both begin or end with are kept once. The
    /// rest of both is in conflict, unless one of them has no more lines.
    ///
    /// - Parameter marksConflict: whether to mark the conflict. Otherwise the first text is
    ///   followed by the second.
    public init(unrelated first: Side, _ second: Side, marksConflict: Bool = true) {
        let joint = Joint(lines(of: first.content)[...], lines(of: second.content)[...])
        conflicts = joint.isOneSided || !marksConflict ? 0 : 1
        let merged = conflicts == 0 ? joint.plain : joint.marked(first.label, second.label)
        content = Array(merged.joined(separator: [lineFeed]))
    }
}

private typealias Line = ArraySlice<UInt8>

private struct Merger {
    /// A text, and its differences from the common one.
    private struct Branch {
        let label: String
        let lines: [Line]
        let hunks: [LineMatching.Hunk]
        /// The first hunk that is not merged yet.
        var next = 0

        var hunk: LineMatching.Hunk? { next < hunks.count ? hunks[next] : nil }

        /// Returns the lines that replace a range of the common text that includes these hunks.
        func lines(for range: Range<Int>, _ own: Range<Int>) -> ArraySlice<Line> {
            let (first, last) = (hunks[own.lowerBound], hunks[own.upperBound - 1])
            let start = first.new.lowerBound - (first.old.lowerBound - range.lowerBound)
            return lines[start..<last.new.upperBound + range.upperBound - last.old.upperBound]
        }
    }

    private let base: [Line]
    private var first: Branch
    private var second: Branch
    private(set) var merged: [Line] = []
    private(set) var conflicts = 0

    init(base: [UInt8], _ first: LineMerge.Side, _ second: LineMerge.Side) {
        var numbers = LineNumbers()
        let old = lines(of: base)
        let known = numbers.numbers(of: old)
        func branch(_ side: LineMerge.Side) -> Branch {
            let new = lines(of: side.content)
            let matching = LineMatching(known, numbers.numbers(of: new))
            return Branch(label: side.label, lines: new, hunks: matching.hunks)
        }
        self.base = old
        self.first = branch(first)
        self.second = branch(second)
    }

    mutating func merge() {
        var place = 0
        while let start = Self.earlier(first.hunk, second.hunk) {
            var range = start.old
            let (from, to) = (first.next, second.next)
            var isGrowing = true
            while isGrowing {
                isGrowing =
                    Self.take(&first, into: &range) || Self.take(&second, into: &range)
            }
            merged += base[place..<range.lowerBound]
            place = range.upperBound
            add(range, from..<first.next, to..<second.next)
        }
        merged += base[place...]
    }

    /// Drops the second copy of each line that both sides moved. Empty lines do not count: they are
    /// all alike, and one follows the last line feed.
    mutating func dropMovedTwice() {
        func single(_ lines: [Line]) -> Set<Line> {
            let counts = lines.reduce(into: [Line: Int]()) { $0[$1, default: 0] += 1 }
            return Set(counts.filter { $0.value == 1 && !$0.key.isEmpty }.keys)
        }
        let moved = single(base).intersection(single(first.lines))
            .intersection(single(second.lines))
        var seen: Set<Line> = []
        merged.removeAll { moved.contains($0) && !seen.insert($0).inserted }
    }

    /// Returns the hunk that begins first.
    private static func earlier(
        _ a: LineMatching.Hunk?, _ b: LineMatching.Hunk?
    ) -> LineMatching.Hunk? {
        guard let a, let b else { return a ?? b }
        let isFirst =
            (a.old.lowerBound, a.old.upperBound) <= (b.old.lowerBound, b.old.upperBound)
        return isFirst ? a : b
    }

    /// Takes the next hunk of a branch if it overlaps the range, and extends the range.
    private static func take(_ branch: inout Branch, into range: inout Range<Int>) -> Bool {
        guard let hunk = branch.hunk, isSamePlace(hunk.old, range) else { return false }
        range =
            min(range.lowerBound, hunk.old.lowerBound)..<max(range.upperBound, hunk.old.upperBound)
        branch.next += 1
        return true
    }

    /// Returns whether two ranges share a line, one is inserted within the other, or both are
    /// inserted at the same place.
    private static func isSamePlace(_ a: Range<Int>, _ b: Range<Int>) -> Bool {
        if a == b { return true }
        return max(a.lowerBound, b.lowerBound) < min(a.upperBound, b.upperBound)
            || a.isEmpty && b.lowerBound < a.lowerBound && a.lowerBound < b.upperBound
            || b.isEmpty && a.lowerBound < b.lowerBound && b.lowerBound < a.upperBound
    }

    /// Adds the merged lines for a range of the common text, given the hunks of both sides in it.
    private mutating func add(_ range: Range<Int>, _ ours: Range<Int>, _ theirs: Range<Int>) {
        if theirs.isEmpty {
            merged += first.lines(for: range, ours)
            return
        }
        if ours.isEmpty {
            merged += second.lines(for: range, theirs)
            return
        }
        let joint = Joint(first.lines(for: range, ours), second.lines(for: range, theirs))
        // If nothing was there before, neither side takes anything away.
        if range.isEmpty || joint.a.isEmpty && joint.b.isEmpty {
            merged += joint.plain
        } else {
            conflicts += 1
            merged += joint.marked(first.label, second.label)
        }
    }
}

/// The lines of two sides for one place, without common lines at the beginning and the end.
private struct Joint {
    private var start: [Line] = []
    private(set) var a: ArraySlice<Line>
    private(set) var b: ArraySlice<Line>
    private var end: [Line] = []

    init(_ a: ArraySlice<Line>, _ b: ArraySlice<Line>) {
        (self.a, self.b) = (a, b)
        while let line = self.a.first, line == self.b.first {
            start.append(line)
            (self.a, self.b) = (self.a.dropFirst(), self.b.dropFirst())
        }
        while let line = self.a.last, line == self.b.last {
            end.append(line)
            (self.a, self.b) = (self.a.dropLast(), self.b.dropLast())
        }
        end.reverse()
    }

    /// Whether at least one side has no lines besides the common ones.
    var isOneSided: Bool { a.isEmpty || b.isEmpty }

    /// The lines of the first side, then those of the second.
    var plain: [Line] { start + a + b + end }

    /// Returns the same lines between marks.
    func marked(_ first: String, _ second: String) -> [Line] {
        var lines = start + [ConflictMark.begin.line(first)] + a
        lines += [ConflictMark.middle.line()] + b + [ConflictMark.end.line(second)]
        return lines + end
    }
}
