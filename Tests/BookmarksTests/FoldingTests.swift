import Foundation
import TestSupport
import Testing

@testable import Bookmarks

@Suite(.ownThread) struct FoldingTests {
    /// Letters that Unicode treats as separate, but people as letters with an accent.
    private static let strokes: [Unicode.Scalar: Unicode.Scalar] = [
        "ø": "o", "ł": "l", "đ": "d", "ħ": "h", "ı": "i",
    ]

    /// A scalar folded with Foundation: decomposed, lowercase, and without accents.
    private func expected(_ scalar: Unicode.Scalar) -> String {
        if scalar == "\0" { return "\u{1}" }
        var folded = String.UnicodeScalarView()
        for part in compatible(scalar) {
            let small = part == "ς" ? "σ" : part.properties.lowercaseMapping
            for scalar in small.unicodeScalars where !isAccent(scalar) {
                folded.append(Self.strokes[scalar] ?? scalar)
            }
        }
        return String(folded)
    }

    /// The parts of a scalar, each in its plain form if it is written in another width or shape.
    private func compatible(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        let text = String(Character(scalar))
        return text.decomposedStringWithCanonicalMapping.unicodeScalars.flatMap { part in
            let plain = String(Character(part)).decomposedStringWithCompatibilityMapping
                .unicodeScalars
            return plain.contains { $0 == " " || $0 == "/" } ? [part] : Array(plain)
        }
    }

    /// Whether a scalar is of Korean writing, which has tests of its own.
    private func isKorean(_ scalar: Unicode.Scalar) -> Bool {
        let ranges: [Range<UInt32>] = [
            0x1100..<0x1200, 0x3130..<0x3190, 0x3200..<0x321F, 0x3260..<0x327F, 0xA960..<0xA980,
            0xAC00..<0xD800, 0xFFA0..<0xFFE0,
        ]
        return ranges.contains { $0.contains(scalar.value) }
    }

    /// Whether a scalar existed in the Unicode version of the folding table.
    private func isKnown(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.age.map { ($0.major, $0.minor) <= (15, 0) } ?? false
    }

    private func isAccent(_ scalar: Unicode.Scalar) -> Bool {
        (0x300..<0x370).contains(scalar.value)
    }

    @Test func foldingRemovesCaseAndAccentsOfEveryScalar() {
        // No scalar above this range has a case.
        for value in 0...0x1FFFF as ClosedRange<UInt32> {
            guard let scalar = Unicode.Scalar(value), isKnown(scalar), !isKorean(scalar)
            else { continue }
            let folded = FoldedText.bytes(of: String(Character(scalar)))
            if folded != Array(expected(scalar).utf8) {
                Issue.record("U+\(String(value, radix: 16))")
            }
        }
    }

    /// A search that respects case looks in folded text first.
    @Test func foldingCaseAfterAccentsGivesTheSameResult() {
        for value in 0...0x1FFFF as ClosedRange<UInt32> {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let text = String(Character(scalar))
            let exact = String(
                decoding: FoldedText.bytes(of: text, as: .accentless), as: UTF8.self)
            if FoldedText.bytes(of: exact) != FoldedText.bytes(of: text) {
                Issue.record("U+\(String(value, radix: 16))")
            }
        }
    }

    @Test(arguments: [
        ("Café", "Cafe\u{301}"), ("Ångström", "A\u{30A}ngstro\u{308}m"), ("ệ", "ê\u{323}"),
    ])
    func composedAndDecomposedTextFoldTheSame(_ one: String, _ other: String) {
        #expect(FoldedText.bytes(of: one) == FoldedText.bytes(of: other))
        #expect(
            FoldedText.bytes(of: one, as: .accentless)
                == FoldedText.bytes(of: other, as: .accentless))
    }

    @Test func tagsKeepTheirAccents() {
        #expect(Tags.parsed("resume résumé Resume") == ["resume", "résumé"])
    }
}
