import TestSupport
import Testing

@testable import Bookmarks

/// Regular expressions: the machine against the plain way, and both against Swift's own.
@Suite(.ownThread)
struct PatternTests {
    private func pattern(_ text: String) throws -> Pattern {
        var parser = PatternParser(Array(text.unicodeScalars))
        return try parser.parse()
    }

    private func isFound(_ pattern: Pattern, in text: String) -> Bool {
        var machine = PatternMachine(pattern)
        let bytes = Array(text.utf8) + [0]
        return bytes.withUnsafeBytes { machine.isFound(in: $0) }
    }

    @Test(arguments: 0..<8 as Range<UInt64>)
    func theMachineFindsWhatSwiftFinds(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var found = 0
        for _ in 0..<150 {
            let text = QueryGenerator.pattern(
                letters: ["a", "b", "-", "[ab]", "[^a]", "ab"], using: &random)
            let pattern = try pattern(text)
            let other = try Regex(text).wordBoundaryKind(.simple)
            for _ in 0..<20 {
                let subject = String(
                    (0..<Int.random(in: 0...7, using: &random)).map { _ in
                        "aab-0 ".randomElement(using: &random) ?? "a"
                    })
                let expected = subject.contains(other)
                found += expected ? 1 : 0
                #expect(isFound(pattern, in: subject) == expected, "/\(text)/ in “\(subject)”")
                if expected {
                    #expect(pattern.requiredTexts.allSatisfy { subject.contains($0) }, "\(text)")
                }
                #expect(pattern.isFound(in: Array(subject.unicodeScalars)) == expected)
            }
        }
        #expect((100...2900).contains(found), "both answers must be common")
    }

    @Test(arguments: 0..<8 as Range<UInt64>)
    func theMachineFindsWhatThePlainWayFinds(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let letters = ["a", "é", "日", "[é-日]", "[^日]", "👩", "\\W", "[\u{7F}-\u{800}]", "."]
        for _ in 0..<200 {
            let pattern = try pattern(QueryGenerator.pattern(letters: letters, using: &random))
            for _ in 0..<10 {
                let subject = String(
                    (0..<Int.random(in: 0...6, using: &random)).map { _ in
                        "aeé日本👩\u{7F}\u{800}\u{FFFF} ".randomElement(using: &random) ?? "a"
                    })
                #expect(
                    isFound(pattern, in: subject)
                        == pattern.isFound(in: Array(subject.unicodeScalars)),
                    "\(pattern) \(subject)")
            }
        }
    }

    @Test(
        arguments: [
            (0x1...0x10FFFF, 1), (0x7F...0x80, 0), (0x7FF...0x800, 0), (0xFFFF...0x10000, 0),
            (0xD7FF...0xE000, 0), (0x3B1...0x3C9, 0), (0x1F3FF...0x1F400, 0),
        ] as [(ClosedRange<UInt32>, Int)])
    func everyScalarOfARangeIsOneOfItsBytes(_ range: ClosedRange<UInt32>, _ step: Int) {
        var machine = PatternMachine(
            .sequence([.border(.start), .one(ScalarSet(range)), .border(.end)]))
        for value in stride(from: UInt32(1), through: 0x10FFFF, by: 61) {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let bytes = Array(String(Character(scalar)).utf8) + [0]
            let isFound = bytes.withUnsafeBytes { machine.isFound(in: $0) }
            if isFound != range.contains(value) { Issue.record("U+\(String(value, radix: 16))") }
        }
        for value in [range.lowerBound, range.upperBound] {
            let scalar = Unicode.Scalar(value)
            let bytes = Array(String(Character(scalar ?? "a")).utf8) + [0]
            #expect(scalar == nil || bytes.withUnsafeBytes { machine.isFound(in: $0) })
        }
    }

    /// Expressions over which others think for years.
    @Test(arguments: ["(a*)*b", "(a|aa)+$", "(a|a)*c", "(.*)(.*)(.*)(.*)x", "a{0,60}a{60}b"])
    func noExpressionIsSlow(_ text: String) throws {
        var machine = PatternMachine(try pattern(text))
        let bytes = [UInt8](repeating: 0x61, count: 200_000) + [0]
        let elapsed = ContinuousClock().measure {
            _ = bytes.withUnsafeBytes { machine.isFound(in: $0) }
        }
        #expect(elapsed < .seconds(5))
    }

    /// A program that could be in a billion sets of steps numbers no more of them than are kept,
    /// and meets a few steps for each byte then.
    @Test(arguments: ["[aeiou].{30}[rst]", "[aeiou].{30}[rst]\\b"])
    func whatHasManySetsMakesFewOfThem(_ text: String) throws {
        var random = SeededGenerator(seed: 2)
        // Letters between which nothing is found, so that all are looked at.
        let bytes = (0..<200_000).map { index in
            index % 80 == 79 ? 0 : "aeioubcd".utf8.randomElement(using: &random) ?? 0
        }
        let pattern = try pattern(text)
        var machine = PatternMachine(pattern)
        let isFound = bytes.withUnsafeBytes { machine.isFound(in: $0) }
        #expect(!isFound)
        #expect(machine.work.sets <= PatternMachine.stateLimit + 4)
        #expect(machine.work.sets > 100, "it must be one that has many")
        #expect(machine.work.steps < 200 * bytes.count)
    }

    /// One that has large sets keeps fewer of them.
    @Test func largeSetsAreFew() throws {
        var machine = PatternMachine(try pattern("(x?){40}(.?){90}[^a]"))
        let bytes = [UInt8](repeating: 0x61, count: 20_000) + [0]
        let isFound = bytes.withUnsafeBytes { machine.isFound(in: $0) }
        #expect(!isFound)
        #expect(machine.work.sets < 300)
    }

    @Test(arguments: ["a.{14}b", "^a.{14}b", "\\Ba.{14}b\\b", "[ab]{3}.{11}(ab|ba)c$"])
    func aFullTableIsLeftAndGoesOn(_ text: String) throws {
        let pattern = try pattern(text)
        var random = SeededGenerator(seed: 1)
        var machine = PatternMachine(pattern)
        for _ in 0..<400 {
            let letters = Bool.random(using: &random) ? "aabc" : "aaaabbbcé漢"
            let text = String((0..<60).map { _ in letters.randomElement(using: &random) ?? "a" })
            let bytes = Array(text.utf8) + [0]
            let expected = pattern.isFound(in: Array(text.unicodeScalars))
            #expect(bytes.withUnsafeBytes { machine.isFound(in: $0) } == expected)
        }
    }

    /// Only a capital that stands for itself makes case matter.
    @Test(arguments: [
        ("a\\S", false), ("a\\\\S", true), ("a\\\\\\S", false), ("\\\\s", false), ("S\\\\", true),
        ("[\\S]", false), ("ab", false),
    ])
    func aCapitalBehindABackslashIsNone(_ text: String, _ hasCapitals: Bool) {
        #expect(PatternParser(Array(text.unicodeScalars)).hasCapitals == hasCapitals, "\(text)")
    }

    @Test(arguments: [
        ("(", 0), ("a)", 1), ("[a", 0), ("*a", 0), ("a|+", 2), ("\\", 0), ("\\q", 0), ("a{3,2}", 1),
        ("a{101}", 1), ("(?=a)", 0), ("[b-a]", 1), ("((a{90}){90}){9}", 1), ("[\\p]", 1),
        (String(repeating: "(", count: 60), 50),
    ])
    func whatMeansNothingSaysWhere(_ text: String, _ place: Int) {
        #expect {
            _ = try pattern(text)
        } throws: { error in
            (error as? PatternError)?.place == place
        }
    }

    @Test(arguments: [
        ("swift", ["swift"]), ("sw.*ft", ["sw", "ft"]), ("^sw\\b", ["sw"]), ("a|b", []),
        ("ab+c", ["ab", "bc"]), ("ab*c", ["a", "c"]), ("(ab)+c", ["ab", "c"]),
        ("x(a|b)y", ["x", "y"]),
        ("a{2}b", ["a", "ab"]), ("[a]b[cd]", ["ab"]), ("", []),
    ])
    func whatMustBeThereIsKnown(_ text: String, _ required: [String]) throws {
        var parser = PatternParser(Array(text.unicodeScalars))
        #expect(try parser.parse().requiredTexts == required)
    }
}
