import ReadableText
import Testing

/// Pages in other character sets than UTF-8.
struct CharacterSetTests {
    /// 東京タワー in Shift_JIS.
    private let tower: [UInt8] = [0x93, 0x8C, 0x8B, 0x9E, 0x83, 0x5E, 0x83, 0x8F, 0x81, 0x5B]

    private func text(_ html: [UInt8], _ charset: String?) throws -> String {
        try ReadableText.extract(html: html, url: "https://a.example/", charset: charset).text
    }

    @Test func serverNamesTheCharacterSet() throws {
        let page = Array("<p>".utf8) + tower
        #expect(try text(page, "Shift_JIS") == "東京タワー\n")
        #expect(try text(page, "text/html; charset=\"x-sjis\"") == "東京タワー\n")
    }

    @Test func pageNamesTheCharacterSet() throws {
        let page = Array("<meta charset=shift_jis><p>".utf8) + tower
        #expect(try text(page, nil) == "東京タワー\n")
    }

    @Test func undeclaredCharacterSetIsGuessed() throws {
        let page = Array("<p>".utf8) + Array(repeating: tower, count: 20).joined()
        #expect(try text(page, nil).hasPrefix("東京タワー東京タワー"))
        #expect(try text(Array("<p>caf".utf8) + [0xE9], nil) == "café\n")
    }

    @Test func byteOrderMarkOverridesTheDeclaredCharacterSet() throws {
        let page = Array("\u{FEFF}<p>東京".utf8)
        #expect(try text(page, "shift_jis") == "東京\n")
        var wide: [UInt8] = [0xFF, 0xFE]
        for unit in "<p>東京".utf16 { wide += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
        #expect(try text(wide, nil) == "東京\n")
    }
}
