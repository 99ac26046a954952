import Documents
import SeededRandom
import Testing

/// Merging texts that two devices changed at the same time.
struct LineMergeTests {
    private static func merge(_ base: String, _ a: String, _ b: String) -> LineMerge {
        LineMerge(
            base: Array(base.utf8), LineMerge.Side(Array(a.utf8), label: "one"),
            LineMerge.Side(Array(b.utf8), label: "two"))
    }

    private static func text(_ base: String, _ a: String, _ b: String) -> String {
        String(decoding: merge(base, a, b).content, as: UTF8.self)
    }

    /// Merges with a third device may leave the lines in different orders.
    @Test(arguments: [
        ("7 11 13", "11 7 13", "11 13 7 15", "11 7 13 15"),
        // A line that one side has twice, or no longer has, was not moved.
        ("7 11 13", "11 7 13", "11 13 7 7", "11 7 13 7 7"),
        ("7 11 13", "11 13", "11 13 7", "11 13 7"),
    ])
    func lineMovedOnBothSidesAppearsOnce(
        _ base: String, _ a: String, _ b: String, _ merged: String
    ) {
        let sides = [base, a, b].map { $0.split(separator: " ").flatMap { $0.utf8 + [10] } }
        let (one, two) = (
            LineMerge.Side(sides[1], label: "one"), LineMerge.Side(sides[2], label: "two")
        )
        let merge = LineMerge(base: sides[0], one, two, isBaseMerged: true)
        #expect(
            String(decoding: merge.content, as: UTF8.self).split(separator: "\n")
                == merged.split(separator: " "))
        #expect(merge.conflicts == 0)
    }

    @Test(arguments: [
        ("a\nb\nc\n", "A\nb\nc\n", "a\nb\nC\n", "A\nb\nC\n"),
        // Changes in neighboring lines do not conflict.
        ("a\nb\n", "A\nb\n", "a\nB\n", "A\nB\n"),
        ("a\nb\nc\n", "a\nc\n", "a\nb\nc\nd\n", "a\nc\nd\n"),
        ("a\nb\nc\n", "x\na\nb\nc\n", "b\nc\n", "x\nb\nc\n"),
        // Both made the same change.
        ("a\nb\n", "a\nB\n", "a\nB\n", "a\nB\n"),
        ("a\n", "", "a\n", ""),
        ("", "a\n", "", "a\n"),
        ("a\r\nb\r\n", "A\r\nb\r\n", "a\r\nB\r\n", "A\r\nB\r\n"),
    ])
    func changesOfEitherSideAreTaken(_ base: String, _ a: String, _ b: String, _ merged: String) {
        #expect(Self.text(base, a, b) == merged)
        #expect(Self.text(base, b, a) == merged)
        #expect(Self.merge(base, a, b).conflicts == 0)
    }

    @Test(arguments: [
        ("a\n", "a\nb\n", "a\nc\n", "a\nb\nc\n"),
        ("a", "a\nb", "a\nc", "a\nb\nc"),
        ("", "b\n", "c\n", "b\nc\n"),
        ("a\n", "a\nb\nx\n", "a\nb\ny\n", "a\nb\nx\ny\n"),
    ])
    func linesInsertedByBothSidesStay(_ base: String, _ a: String, _ b: String, _ merged: String) {
        #expect(Self.text(base, a, b) == merged)
        #expect(Self.merge(base, a, b).conflicts == 0)
    }

    @Test(arguments: [
        ("a\nb\nc\n", "a\n1\nc\n", "a\n2\nc\n", "a\n<<<<<<< one\n1\n=======\n2\n>>>>>>> two\nc\n"),
        ("a\nb\nc\n", "a\nc\n", "a\n2\nc\n", "a\n<<<<<<< one\n=======\n2\n>>>>>>> two\nc\n"),
        // Lines that are the same on both sides are left out of the conflict.
        (
            "b\n", "x\n1\ny\n", "x\n2\ny\n",
            "x\n<<<<<<< one\n1\n=======\n2\n>>>>>>> two\ny\n"
        ),
    ])
    func onlyLinesThatBothChangedAreInConflict(
        _ base: String, _ a: String, _ b: String, _ merged: String
    ) {
        #expect(Self.text(base, a, b) == merged)
        #expect(Self.merge(base, a, b).conflicts == 1)
    }

    /// Two editors change, insert and remove lines anywhere. Each line that they write is unique,
    /// so that a lost line is noticed.
    @Test func noWrittenLineIsLost() {
        var random = SplitMix(seed: 7)
        for round in 0..<600 {
            let base = (0..<Int.random(in: 0...30, using: &random)).map { place in
                // Some lines occur several times.
                place.isMultiple(of: 3) ? "" : "base \(round) \(place)"
            }
            let a = Self.edited(base, "one", &random)
            let b = Self.edited(base, "two", &random)
            let merge = Self.merge(
                base.joined(separator: "\n"), a.joined(separator: "\n"),
                b.joined(separator: "\n"))
            let lines = String(decoding: merge.content, as: UTF8.self)
                .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            for line in a + b where line.hasPrefix("one") || line.hasPrefix("two") {
                #expect(lines.count { $0 == line } == 1, "round \(round): \(line)")
            }
            // Without a conflict, no line remains that one of them removed.
            for line in base where !line.isEmpty && merge.conflicts == 0 {
                #expect(lines.contains(line) == (a.contains(line) && b.contains(line)))
            }
            let marks = lines.count { $0.hasPrefix("<<<<<<<") }
            #expect(marks == merge.conflicts)
        }
    }

    private static func edited(
        _ base: [String], _ device: String, _ random: inout SplitMix
    ) -> [String] {
        var lines = base
        for edit in 0..<Int.random(in: 0...4, using: &random) {
            let place = Int.random(in: 0...lines.count, using: &random)
            let line = "\(device) \(edit)"
            switch Int.random(in: 0..<3, using: &random) {
            case 0 where place < lines.count && !lines[place].hasPrefix(device):
                lines[place] = line
            case 1 where place < lines.count && !lines[place].hasPrefix(device):
                lines.remove(at: place)
            default: lines.insert(line, at: place)
            }
        }
        return lines
    }

    /// A note of the maximum length, with many repeated lines.
    @Test func aLongNoteIsMerged() {
        let base = (0..<90_000).map { $0.isMultiple(of: 2) ? "" : "A line with the number \($0)" }
        var (a, b) = (base, base)
        for place in stride(from: 100, to: 90_000, by: 1000) {
            a[place] = "one \(place)"
            b[place + 500] = "two \(place)"
        }
        var both = a
        for place in stride(from: 600, to: 90_000, by: 1000) { both[place] = b[place] }
        let merge = Self.merge(
            base.joined(separator: "\n"), a.joined(separator: "\n"), b.joined(separator: "\n"))
        #expect(merge.content == Array(both.joined(separator: "\n").utf8))
    }

    @Test func longTextsWithNothingInCommonAreAConflict() {
        let texts = ["a", "b", "c"].map { word in
            (0..<20_000).map { "\(word) \($0 / 2)" }.joined(separator: "\n")
        }
        #expect(Self.merge(texts[0], texts[1], texts[2]).conflicts == 1)
    }
}
