import Foundation
import TestSupport
import Testing

@testable import Bookmarks

@Suite(.ownThread) struct FoldingTests {
    /// Letters that Unicode treats as separate, but people as letters with an accent.
    private static let strokes: [Unicode.Scalar: Unicode.Scalar] = [
        "ø": "o", "ł": "l", "đ": "d", "ħ": "h", "ı": "i", "ǿ": "o",
    ]

    /// A scalar folded with Foundation: composed as usual, lowercase, and without accents.
    private func expected(_ scalar: Unicode.Scalar) -> String {
        if scalar == "\0" { return "\u{1}" }
        var folded = String.UnicodeScalarView()
        for part in compatible(scalar) {
            let small = part == "ς" ? "σ" : part.properties.lowercaseMapping
            for scalar in small.unicodeScalars where !isAccent(scalar) {
                let parts = Array(
                    String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars)
                if let stroke = Self.strokes[scalar] {
                    folded.append(stroke)
                } else if parts.count > 1, parts.dropFirst().allSatisfy(isAccent),
                    let letter = parts.first, letter.properties.isAlphabetic
                {
                    folded.append(letter)
                } else {
                    folded.append(scalar)
                }
            }
        }
        return String(folded)
    }

    /// The plain form of a scalar that is written in another width or shape. Kana and ideographs
    /// that Unicode has twice are decomposed, too.
    private func compatible(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        let text = String(Character(scalar))
        let usual = Array(text.decomposedStringWithCompatibilityMapping.unicodeScalars)
        let canonical = Array(text.decomposedStringWithCanonicalMapping.unicodeScalars)
        let isTaken = [0x3041...0x30FF, 0xF900...0xFAFF, 0x2F800...0x2FA1F]
            .contains { $0.contains(Int(scalar.value)) }
        let isWhole = !usual.contains { $0 == " " || $0 == "/" }
        // Scripts without forms of other widths are left alone.
        let isApart = 0x0E00..<0x10A0 ~= scalar.value && scalar.value >= 0x0F00
        return isWhole && !isApart && (isTaken || usual != canonical) ? usual : [scalar]
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
            guard let scalar = Unicode.Scalar(value), isKnown(scalar) else { continue }
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
