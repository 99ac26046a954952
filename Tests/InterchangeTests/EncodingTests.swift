import Testing

@testable import Interchange

/// The web's names of character sets, and the effect of a single damaged byte.
struct EncodingTests {
    private static let link = Array("<DL><DT><A HREF=\"https://a.example/\">".utf8)

    private func name(_ label: String, _ bytes: [UInt8]) throws -> String? {
        let meta = Array(
            "<META http-equiv=Content-Type content='text/html; charset=\(label)'>".utf8)
        return try Importer.read(meta + Self.link + bytes + Array("</A>".utf8)).bookmarks.first?
            .name
    }

    /// As in the web's tables, 0x8160 of Shift_JIS is the wide tilde U+FF5E, not the wave dash.
    @Test(arguments: [
        ("Shift_JIS", [0x87, 0x40, 0x94, 0xD4, 0xFB, 0xFC], "①番髙"),
        ("x-sjis", [0x93, 0x8C, 0x8B, 0x9E, 0x83, 0x5C], "東京ソ"),
        ("ms_kanji", [0x81, 0x60, 0xCA, 0xDD], "～ﾊﾝ"),
        ("windows-31j", [0x93, 0xFA], "日"),
        ("gb2312", [0xD6, 0xEC, 0xE9, 0x46, 0xBB, 0xF9], "朱镕基"),
        ("gbk", [0x80, 0xD6, 0xD0, 0x81, 0x30, 0x84, 0x36], "€中¥"),
        ("x-gbk", [0xD6, 0xD0], "中"), ("csgb2312", [0xD6, 0xD0], "中"),
        ("euc-kr", [0x8C, 0x63, 0xB9, 0xE6], "똠방"),
        ("ks_c_5601-1987", [0xC7, 0xD1, 0x8C, 0x63], "한똠"),
        ("windows-949", [0xC7, 0xD1], "한"), ("korean", [0xC7, 0xD1], "한"),
        ("big5", [0xA4, 0xA4, 0xA1, 0x45, 0x87, 0x40, 0xA1, 0xFE], "中‧䏰／"),
        ("x-x-big5", [0xA4, 0xE5], "文"), ("big5-hkscs", [0xA4, 0xA4], "中"),
        ("euc-jp", [0xAD, 0xA1, 0xA1, 0xC1, 0x8E, 0xB1, 0x8F, 0xB0, 0xA1], "①～ｱ丂"),
        ("x-euc-jp", [0xC5, 0xEC], "東"),
        ("iso-8859-1", [0x80, 0xE9, 0x93], "€é“"), ("ascii", [0x99], "™"),
        ("latin1", [0xE9, 0x94], "é”"),
        ("iso-8859-9", [0x80, 0xF0], "€ğ"), ("latin5", [0xFE], "ş"),
        ("tis-620", [0xA1, 0x80], "ก€"), ("iso-8859-11", [0xA1], "ก"),
        ("iso-8859-8-i", [0xF9, 0xEC, 0xE5, 0xED], "שלום"), ("logical", [0xF9], "ש"),
        ("visual", [0xF9], "ש"), ("hebrew", [0xF9], "ש"),
        ("windows-1255", [0xF9, 0xD1, 0xE5], "ש\u{5C1}ו"),
        ("windows-1258", [0xD2, 0x61], "\u{309}a"),
        ("koi8-u", [0xAE, 0xC1], "ўа"), ("koi8-r", [0xC1], "а"), ("cp866", [0xA0], "а"),
        ("x-cp1251", [0xC6, 0xF3, 0xEA], "Жук"),
        ("windows-1253", [0xC1, 0xAA], "Α\u{FFFD}"), ("sun_eu_greek", [0xC1], "Α"),
        ("macintosh", [0xC6, 0xDB, 0x8A], "∆€ä"), ("x-mac-cyrillic", [0xFF, 0xA2], "€Ґ"),
        ("iso-8859-3", [0xA1, 0xA5], "Ħ\u{FFFD}"), ("l2", [0xB1], "ą"),
        ("arabic", [0xC8], "ب"), ("iso-8859-16", [0xAA], "Ș"),
        ("x-user-defined", [0x80], "€"),
    ])
    func charsetLabelsMeanTheSameAsOnTheWeb(
        _ label: String, _ bytes: [UInt8], _ text: String
    ) throws {
        #expect(try name(label, bytes) == text)
    }

    /// Encodings with seven bits that are not ASCII.
    @Test(arguments: [
        ("iso-2022-jp", "\u{1B}$BEl5~$NCO?^\u{1B}(B", "東京の地図"),
        ("csISO2022JP", "\u{1B}$@El5~\u{1B}(J\\~\u{1B}(B\\~", "東京¥‾\\~"),
        ("iso-2022-jp", "\u{1B}(I1\u{1B}(B a \u{1B}$B-!\u{1B}(B", "ｱ a ①"),
        ("utf-8", "\u{1B}$BEl5~\u{1B}(B", "[esc]"),
        ("hz-gb-2312", "~{VPND~} a", "中文 a"), ("utf-8", "~{VPND~} a", "~{VPND~} a"),
    ])
    func sevenBitEncodingsAreRead(_ label: String, _ bytes: String, _ text: String) throws {
        let found = try name(label, Array(bytes.utf8))
        #expect(text == "[esc]" ? found?.contains("EL5~") != true : found == text)
        let plain = Array("- [\(bytes)](https://a.example/)".utf8)
        if label == "iso-2022-jp" {
            #expect(try Importer.read(plain, as: .markdown).bookmarks.first?.name == text)
        }
    }

    /// If a title is cut in the middle of a character, the tag after it is still read.
    @Test(arguments: [
        ("shift_jis", [0x41, 0x93], "A\u{FFFD}"), ("gbk", [0xD6], "\u{FFFD}"),
        ("euc-kr", [0xC7, 0xD1, 0xC7], "한\u{FFFD}"), ("big5", [0xA4, 0xA4, 0xA4], "中\u{FFFD}"),
        ("euc-jp", [0xC5, 0xEC, 0x8F, 0xB0], "東\u{FFFD}"),
        ("iso-2022-jp", [0x1B, 0x24, 0x42, 0x45, 0x6C, 0x80, 0x1B, 0x28, 0x42], "東\u{FFFD}"),
        ("shift_jis", [0x93, 0xFA, 0xFF, 0x96, 0x7B], "日\u{FFFD}本"),
        ("gb18030", [0xD6, 0xD0, 0xFF, 0xFF, 0xCE, 0xC4], "中\u{FFFD}\u{FFFD}文"),
    ])
    func onlyTheDamagedCharacterIsLost(_ label: String, _ bytes: [UInt8], _ text: String) throws {
        #expect(try name(label, bytes) == text)
    }

    private static let damaged: [(format: String, text: String)] = [
        ("html", "<DL><DT><A HREF=\"https://a.example/\">Grüße ? 東京</A></DL>"),
        ("json", "[{\"url\":\"https://a.example/\",\"title\":\"Grüße ? 東京\"}]"),
        (
            "jsonl",
            "{\"url\":\"https://a.example/\",\"title\":\"Grüße ? 東京\"}\n{\"url\":\"x:2\"}\n"
        ),
        ("markdown", "# x\n- [Grüße ? 東京](https://a.example/)\n"),
        ("org", "* x\n- [[https://a.example/][Grüße ? 東京]]\n"),
        ("urls", "https://a.example/ Grüße ? 東京\n"),
        ("csv", "url,title\nhttps://a.example/,Grüße ? 東京\n"),
        (
            "opml",
            "<opml version=\"2.0\"><body><outline text=\"Grüße ? 東京\" "
                + "url=\"https://a.example/\"/></body></opml>"
        ),
        (
            "xbel",
            "<xbel><bookmark href=\"https://a.example/\"><title>Grüße ? 東京</title>"
                + "</bookmark></xbel>"
        ),
        (
            "html", "<meta charset=utf-8><DL><DT><A HREF=\"https://a.example/\">Grüße ? 東京</A>"
        ),
        (
            "html",
            "<meta charset=iso-8859-1><DL><DT><A HREF=\"https://a.example/\">Grüße ? 東京</A>"
        ),
        (
            "html",
            "<meta charset=gb2312><DL><DT><A HREF=\"https://a.example/\">Grüße ? 東京の地図</A>"
        ),
    ]

    @Test(arguments: [[0xFF], [0xE6, 0x9D], [0xC3], [0xE9], [0xF0, 0x9F, 0x98], [0xC0]])
    func badByteDoesNotGarbleTheRestOfTheFile(_ bad: [UInt8]) throws {
        for (format, text) in Self.damaged {
            let bytes = Array(text.utf8).split(separator: UInt8(ascii: "?")).map(Array.init)
            let found = try Importer.read(bytes[0] + bad + bytes[1])
            #expect(found.format.rawValue == format)
            let name = found.bookmarks.first?.name ?? ""
            #expect(name.hasPrefix("Grüße \u{FFFD} 東京"), "\(format) \(text): \(name)")
        }
    }

    /// If everything else is ASCII, the label or the format decides.
    @Test func loneHighByteIsWindows1252UnlessTheFileIsUTF8() throws {
        func name(_ start: String, _ end: String) throws -> String? {
            let bytes = Array(start.utf8) + [0xE9] + Array(end.utf8)
            return try Importer.read(bytes).bookmarks.first?.name
        }
        let link = "<DL><DT><A HREF=\"https://a.example/\">caf"
        #expect(try name(link, "</A>") == "café")
        #expect(try name("<meta charset=utf-8>" + link, "</A>") == "caf\u{FFFD}")
        #expect(try name("- [caf", "](https://a.example/)\n- x") == "café")
        #expect(try name("- [“caf", "”](https://a.example/)\n- x") == "“caf\u{FFFD}”")
        let json = "[{\"url\":\"https://a.example/\",\"title\":\"caf"
        #expect(try name(json, "\"}]") == "caf\u{FFFD}")
    }

    @Test func onlyTheFilesOwnMetaTagDeclaresItsCharset() throws {
        // The name of a character set in an address, a comment or an entry does not declare the
        // file's own.
        for start in [
            "<DL><DT><A HREF=\"https://x.example/?charset=big5\">X</A>",
            "<!-- <meta charset=big5> -->", "<DL><DT><A HREF=x:1>1</A><DD><meta charset=big5>",
        ] {
            let text = Array((start + "<DT><A HREF=\"https://a.example/\">caf").utf8)
            let found = try Importer.read(text + [0xE9] + Array("</A>".utf8))
            #expect(found.bookmarks.last?.name == "café", "\(start)")
        }
        let late = "<!-- " + String(repeating: "x", count: 3000) + " --><meta charset=koi8-r>"
        let found = try Importer.read(Array(late.utf8) + Self.link + [0xC1] + Array("</A>".utf8))
        #expect(found.bookmarks.first?.name == "а")
    }

    @Test(arguments: [
        ("<?xml version='1.0' encoding='windows-1251'?><opml><body><outline text='", "'"),
        ("<?xml version=\"1.0\" encoding = \"x-cp1251\" ?>\n<opml><body><outline text=\"", "\""),
    ])
    func xmlDeclarationNamesTheCharset(_ start: String, _ quote: String) throws {
        let end = "\(quote) url='https://a.example/'/></body></opml>"
        let bytes = Array(start.utf8) + [0xC6, 0xF3, 0xEA] + Array(end.utf8)
        #expect(try Importer.read(bytes).bookmarks.first?.name == "Жук")
    }

    @Test func emacsCodingLineNamesTheCharset() throws {
        let start = Array(
            "# -*- mode: org; coding: euc-jp-unix -*-\n* x\n- [[https://a.example/][".utf8)
        let found = try Importer.read(start + [0xC5, 0xEC, 0xB5, 0xFE] + Array("]]\n".utf8))
        #expect(found.bookmarks.first?.name == "東京")
    }

    @Test func byteOrderMarkOverridesDeclaredCharsets() throws {
        let text =
            "<meta charset=shift_jis>" + String(decoding: Self.link, as: UTF8.self) + "世界</A>"
        #expect(try Importer.read([0xEF, 0xBB, 0xBF] + text.utf8).bookmarks.first?.name == "世界")
        let little = text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
        let source = WebSource(url: "https://b.example/", contentType: "text/html; charset=koi8-r")
        #expect(
            try Importer.read([0xFF, 0xFE] + little, from: source).bookmarks.first?.name == "世界")
        // A page whose label could be read as ASCII is not in UTF-16.
        let meta = text.replacing("shift_jis", with: "utf-16")
        #expect(try Importer.read(Array(meta.utf8)).bookmarks.first?.name == "世界")
    }

    /// `add --fetch` reads titles in the same way as an import.
    @Test(arguments: [
        ("text/html; charset=ks_c_5601-1987", [0xC7, 0xD1, 0x8C, 0x63], "한똠"),
        ("text/html; charset=shift_jis", [0x87, 0x40], "①"),
        ("text/html; charset=iso-2022-jp", Array("\u{1B}$BEl5~\u{1B}(B".utf8), "東京"),
        ("text/html; charset=x-user-defined", [0x80], "\u{F780}"),
        ("text/html", [0xE6, 0x9D, 0xB1, 0xE6, 0x20, 0xE4, 0xBA, 0xAC], "東\u{FFFD} 京"),
        ("text/html; charset=utf-8", [0x61, 0xE9, 0x62], "a\u{FFFD}b"),
    ])
    func pageTitlesAreDecodedLikeImports(_ type: String, _ bytes: [UInt8], _ title: String) {
        let page = Array("<title>".utf8) + bytes + Array("</title>".utf8)
        #expect(PageSummary(readingPage: page, contentType: type).title == title)
    }

    /// A small system may lack the conversion modules.
    @Test func missingConverterIsNamedInTheError() {
        #expect(throws: MissingConverter.self) { try SingleByteText("no-such-set") }
        let text = MultibyteText(converter: "NO-SUCH-SET")
        #expect(throws: MissingConverter.self) { try text.utf8([0x41]) }
        let reason = SourceText.error(of: MissingConverter(name: "CP932")).message
        #expect(reason.contains("CP932") && reason.contains("Install"))
    }
}
