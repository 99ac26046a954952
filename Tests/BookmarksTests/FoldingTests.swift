import Foundation
import Testing

@testable import Bookmarks

struct FoldingTests {
    /// Letters that Unicode takes for others, but people for letters with an accent.
    private static let strokes: [Unicode.Scalar: Unicode.Scalar] = [
        "ø": "o", "ł": "l", "đ": "d", "ħ": "h", "ı": "i", "ǿ": "o",
    ]

    /// What Foundation makes of a scalar: small, and without marks that are accents.
    private func expected(_ scalar: Unicode.Scalar) -> String {
        if scalar == "\0" { return "\u{1}" }
        let small = scalar == "ς" ? "σ" : scalar.properties.lowercaseMapping
        var folded = String.UnicodeScalarView()
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
        return String(folded)
    }

    private func isAccent(_ scalar: Unicode.Scalar) -> Bool {
        (0x300..<0x370).contains(scalar.value)
    }

    @Test func everyScalarLosesItsCaseAndItsAccents() {
        // No scalar beyond these has a case.
        for value in 0...0x1FFFF as ClosedRange<UInt32> {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let folded = FoldedText.bytes(of: String(Character(scalar)))
            if folded != Array(expected(scalar).utf8) {
                Issue.record("U+\(String(value, radix: 16))")
            }
        }
    }

    /// What is found in the same case is looked for in folded text first.
    @Test func theCaseCanBeFoldedAfterTheAccents() {
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
    func composedAndDecomposedAreTheSame(_ one: String, _ other: String) {
        #expect(FoldedText.bytes(of: one) == FoldedText.bytes(of: other))
        #expect(
            FoldedText.bytes(of: one, as: .accentless)
                == FoldedText.bytes(of: other, as: .accentless))
    }

    @Test func tagsKeepTheirAccents() {
        #expect(Tags.parsed("resume résumé Resume") == ["resume", "résumé"])
    }
}
