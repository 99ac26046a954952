import Interchange
import Testing

/// Files in other character sets than UTF-8.
struct CharacterSetTests {
    private static let head = "<DL><DT><A HREF=\"https://a.example/\">"

    private func name(_ bytes: [UInt8]) throws -> String? {
        try Importer.read(bytes).bookmarks.first?.name
    }

    @Test func utf16AndByteOrderMarksAreRecognized() throws {
        let text = Self.head + "Grüße, 世界 🙂</A>"
        #expect(try name([0xEF, 0xBB, 0xBF] + Array(text.utf8)) == "Grüße, 世界 🙂")
        let little = text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
        let big = text.utf16.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
        #expect(try name([0xFF, 0xFE] + little) == "Grüße, 世界 🙂")
        #expect(try name([0xFE, 0xFF] + big) == "Grüße, 世界 🙂")
        #expect(try name(little) == "Grüße, 世界 🙂")
    }

    @Test func undeclaredWesternTextIsReadAsWindows1252() throws {
        let bytes = Array(Self.head.utf8) + [0x80, 0x20, 0xE9, 0x93] + Array("</A>".utf8)
        #expect(try name(bytes) == "€ é“")
    }

    @Test func metaTagDecidesTheCharacterSet() throws {
        let meta = "<META HTTP-EQUIV=Content-Type CONTENT=\"text/html; charset=windows-1251\">"
        let bytes = Array((meta + Self.head).utf8) + [0xC6, 0xF3, 0xEA] + Array("</A>".utf8)
        #expect(try name(bytes) == "Жук")
        let japanese = "<META charset=Shift_JIS>" + Self.head
        #expect(
            try name(Array(japanese.utf8) + [0x93, 0xFA, 0x96, 0x7B] + Array("</A>".utf8)) == "日本")
    }

    @Test func validUTF8OverridesTheMetaTag() throws {
        let text = "<META charset=iso-8859-1>" + Self.head + "Grüße</A>"
        #expect(try name(Array(text.utf8)) == "Grüße")
    }

    /// The same as for the title of a page: see `PageSummaryTests`.
    @Test func contentTypeOfTheServerDecidesTheCharacterSet() throws {
        let bytes = Array(Self.head.utf8) + [0xC6, 0xF3, 0xEA] + Array("</A>".utf8)
        func name(_ type: String?, _ bytes: [UInt8]) throws -> String? {
            let source = WebSource(url: "https://b.example/", contentType: type)
            return try Importer.read(bytes, from: source).bookmarks.first?.name
        }
        #expect(try name("text/html; charset=windows-1251", bytes) == "Жук")
        #expect(try name("text/html", bytes) == "Æóê")
        let page = Array("<META charset=koi8-r>".utf8) + bytes
        #expect(try name("text/html; Charset=\"windows-1251\"", page) == "Жук")
        let csv = Array("url,name\nhttps://a.example/,".utf8) + [0xC6, 0xF3, 0xEA]
        #expect(try name("text/csv; charset=windows-1251", csv) == "Жук")
        #expect(try name("text/html; charset=koi8-r", Array((Self.head + "Жук").utf8)) == "Жук")
    }

    @Test func damagedCharactersAreReplaced() throws {
        let meta = "<META charset=euc-jp>" + Self.head
        let bytes = Array(meta.utf8) + [0x41, 0xFF, 0xFF, 0x42] + Array("</A>".utf8)
        #expect(try name(bytes) == "A\u{FFFD}\u{FFFD}B")
    }
}
