import Glibc
import Interchange
import Testing

/// Files that are not in UTF-8, and do not say in which character set they are.
struct GuessedSetTests {
    private static let samples:
        [(label: String, converter: String, title: String, names: [String])] =
            [
                ("shift_jis", "CP932", "Shift_JIS", ["東京の地図", "日本語のページ", "ニュース"]),
                ("euc-jp", "EUC-JP", "EUC-JP", ["東京の地図", "日本語のページ", "ニュース"]),
                ("gbk", "GBK", "GBK", ["北京的地图", "中文新闻网站", "百度一下，你就知道"]),
                ("big5", "BIG5", "Big5", ["台北的地圖", "中文新聞網站", "資訊科技"]),
                ("euc-kr", "CP949", "EUC-KR", ["서울 지도", "한국어 뉴스", "네이버"]),
            ]

    private static func encoded(_ text: String, _ set: String) throws -> [UInt8] {
        let handle = try #require(iconv_open(set, "UTF-8"))
        defer { iconv_close(handle) }
        var source = Array(text.utf8CString.dropLast())
        var room = [CChar](repeating: 0, count: source.count * 3)
        let left = source.withUnsafeMutableBufferPointer { source in
            room.withUnsafeMutableBufferPointer { room in
                var (input, output) = (source.baseAddress, room.baseAddress)
                var (rest, left) = (source.count, room.count)
                iconv(handle, &input, &rest, &output, &left)
                return rest == 0 ? left : nil
            }
        }
        return room.dropLast(try #require(left)).map(UInt8.init(bitPattern:))
    }

    private static func page(_ names: [String]) -> String {
        "<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n"
            + names.enumerated().map {
                "<DT><A HREF=\"https://a.example/\($0)\">\($1)</A>\n"
            }.joined() + "</DL>\n"
    }

    private static func list(_ names: [String]) -> String {
        names.enumerated().map { "- [\($1)](https://a.example/\($0))\n" }.joined()
    }

    @Test(arguments: 0..<5)
    func undeclaredEastAsianTextIsGuessedWithAWarning(_ index: Int) throws {
        let sample = Self.samples[index]
        for (text, line) in [(Self.page(sample.names), 3), (Self.list(sample.names), 1)] {
            let found = try Importer.read(try Self.encoded(text, sample.converter))
            #expect(found.bookmarks.map(\.name) == sample.names)
            #expect(found.warnings.map(\.line) == [line])
            let note = found.warnings.first
            #expect(
                note?.reason.contains(sample.title) == true && note?.advice == .nameCharacterSet)
        }
    }

    /// The title of a page and its text are in the same character set.
    @Test(arguments: 0..<5)
    func titleOfAnUndeclaredPageIsGuessed(_ index: Int) throws {
        let sample = Self.samples[index]
        let page = "<title>\(sample.names[0])</title><p>\(sample.names.joined(separator: "<p>"))"
        let bytes = try Self.encoded(page, sample.converter)
        let summary = PageSummary(readingPage: bytes, contentType: "text/html")
        #expect(summary.title == sample.names[0])
    }

    /// Bytes, alone or in pairs, that occur in Western texts by chance.
    @Test(arguments: [
        ["Café crème brûlée", "créée à l’été", "Ça coûte 10 €", "Où êtes-vous ?"],
        ["Grüße aus Köln", "Äpfel, Öl und Übung", "Straße der Größe", "ÄÖÜ"],
        ["Tom’s “quoted” page", "It’s – here…", "Bob’s", "Ann’s", "don’t", "won’t", "she’s"],
        ["Ålesund på norsk", "Blåbærsyltetøy", "Ærø"], ["año niño", "¿Qué? ¡Sí!", "pingüino"],
        ["MÜNCHEN", "ÉCOLE ÉLÉMENTAIRE", "SÃO PAULO", "AÇÃO"],
    ])
    func westernTextIsNotTakenForEastAsian(_ names: [String]) throws {
        let found = try Importer.read(try Self.encoded(Self.page(names), "CP1252"))
        #expect(found.bookmarks.map(\.name) == names)
        #expect(found.warnings.map(\.line) == [3])
        #expect(found.warnings.first?.reason.contains("Windows-1252") == true)
    }

    @Test func warningNamesTheFirstLineThatWasGuessed() throws {
        let bytes = Array("- [A](https://a.example/)\n- [caf".utf8) + [0xE9]
        let found = try Importer.read(bytes + Array("](https://b.example/)\n".utf8))
        #expect(found.bookmarks.map(\.name) == ["A", "café"])
        #expect(found.warnings.map(\.line) == [2])
    }

    @Test func declaredOrCertainCharsetGivesNoWarning() throws {
        let names = Self.samples[0].names
        let meta = Array("<META charset=shift_jis>".utf8)
        let declared = try Importer.read(meta + Self.encoded(Self.page(names), "CP932"))
        #expect(declared.bookmarks.map(\.name) == names && declared.warnings.isEmpty)
        #expect(try read(Self.page(names)).warnings.isEmpty)
        let cut = Array(Self.page(names).utf8) + [0xE6]
        #expect(try Importer.read(cut).warnings.isEmpty)
        let source = WebSource(url: "https://a.example/", contentType: "text/html; charset=gbk")
        let bytes = try Self.encoded(Self.page(Self.samples[2].names), "GBK")
        #expect(try Importer.read(bytes, from: source).warnings.isEmpty)
    }

    /// A person's choice overrides what the file says, and what its bytes look like.
    @Test(arguments: [
        ("gbk", [0xD6, 0xD0], "中"), ("Windows-1251", [0xC6, 0xF3, 0xEA], "Жук"),
        ("big5", [0xA4, 0xA4], "中"), ("latin1", Array("é".utf8), "Ã©"),
        ("sjis", Array("\u{1B}$BEl".utf8), "$BEl"),
    ])
    func chosenCharsetOverridesDeclarationsAndBytes(
        _ label: String, _ bytes: [UInt8], _ name: String
    ) throws {
        for head in ["", "<META charset=koi8-r>"] {
            let start = Array((head + "<DL><DT><A HREF=\"https://a.example/\">").utf8)
            let text = start + bytes + Array("</A>".utf8)
            let found = try Importer.read(text, charset: label)
            #expect(found.bookmarks.first?.name.contains(name) == true)
            #expect(found.warnings.isEmpty)
            let zipped = try Importer.read(PackedFiles.zip([("a.html", text)]), charset: label)
            #expect(zipped.bookmarks.map(\.name) == found.bookmarks.map(\.name))
        }
    }

    @Test func byteOrderMarkIsNotPartOfTheText() throws {
        let text = Self.list(["中"])
        let little = text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
        let big = text.utf16.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
        for (label, bytes) in [
            ("utf-16", [0xFF, 0xFE] + little), ("utf-16", [0xFE, 0xFF] + big), ("utf-16le", little),
            ("utf-16be", big),
        ] {
            #expect(try Importer.read(bytes, charset: label).bookmarks.map(\.name) == ["中"])
        }
        let marked = [0xEF, 0xBB, 0xBF] + Array(text.utf8)
        #expect(try Importer.read(marked, charset: "utf-8").bookmarks.map(\.name) == ["中"])
    }

    @Test func onlyTheWebsCharsetNamesAreKnown() {
        for label in ["gb2312", "Shift_JIS", "x-sjis", "utf8", "KOI8-R"] {
            #expect(Importer.isCharacterSet(label))
        }
        for label in ["", "cp932", "gbk2", "klingon"] { #expect(!Importer.isCharacterSet(label)) }
    }
}
