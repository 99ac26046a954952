import Testing

@testable import Bookmarks

/// Text written in another width is still found.
struct WidthTests {
    private func finds(_ query: String, _ name: String) -> Bool {
        let row = BookmarkRow(
            id: "x", name: name, url: "https://a.example/", tags: "", added: 0, modified: 0)
        return SearchText.contains(FoldedText.bytes(of: query), in: SearchText.folded(row))
    }

    @Test(arguments: [
        ("usb", "ＵＳＢ ケーブル"), ("ＵＳＢ", "usb"), ("ハンカク", "ﾊﾝｶｸ"), ("ﾊﾝｶｸ", "ハンカク"),
        ("ガギグ", "ｶﾞｷﾞｸﾞ"), ("ﾊﾟｿｺﾝ", "パソコン"), ("が", "か\u{3099}"), ("キロ", "㌔"),
        ("株式会社", "㍿"), ("1", "①"), ("m3", "m³"), ("fi", "ﬁx"), ("tm", "Name™"),
        ("...", "wait…"), ("iv", "Ⅳ"), ("bold", "𝐁𝐨𝐥𝐝"), ("神", "\u{FA19}"), ("alpha", "ａｌｐｈａ"),
        ("é", "e"), ("ｅ", "É"), ("ヴ", "ｳﾞ"), ("(株)", "㈱"), ("ー", "ｰ"),
        ("ㄱ", "ﾡ"), ("ﾡ", "ㄱ"), ("ㄱ", "\u{1100}"), ("ㅋㅋ", "ㅋㅋㅠㅠ"), ("주", "㈜"), ("가", "㉮"),
        ("。", "｡"), ("¥", "￥"), ("س", "\u{FEB1}"), ("a1", "Ａ１"),
    ])
    func searchIgnoresCharacterWidthAndShape(_ query: String, _ name: String) {
        #expect(finds(query, name), "\(query) in \(name)")
    }

    @Test(arguments: [
        ("ハ", "ﾋ"), ("usb", "ｕｓ"), ("ガ", "カ"), ("ぱ", "ば"), ("하", "한"), ("가", "ㄱㅏ"),
    ])
    func differentLettersAreNotFound(_ query: String, _ name: String) {
        #expect(!finds(query, name), "\(query) in \(name)")
    }

    @Test func tagsOfDifferentWidthAreDifferentTags() {
        #expect(Tags.unique(["USB", "ＵＳＢ", "usb"]) == ["USB", "ＵＳＢ"])
        #expect(!Tags.isSame("①", "1"))
    }

    /// Blanks separate tags, and slashes separate folders: folding turns no character into either.
    @Test func foldingMakesNoBlankOrSlash() {
        for value in 0x80...0x2FFFF as ClosedRange<UInt32> {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let folded = FoldedText.bytes(of: String(Character(scalar)))
            #expect(!folded.contains { $0 == 0x20 || $0 == 0x2F || $0 == 0 || $0 == 0xFF })
        }
    }

    @Test func foldedTextContainsItsFoldedParts() {
        let text = "ｶﾞ①ﬁＵＳＢ㌔…ガé"
        let whole = FoldedText.bytes(of: text)
        for scalar in text.unicodeScalars {
            let part = FoldedText.bytes(of: String(Character(scalar)))
            #expect(SearchArena.contains(part, in: whole), "\(scalar)")
        }
    }

    @Test(arguments: ["name:usb", "/us./", "~usb", "ＵＳＢ", "/[ｕx]ｓ/"])
    func everyKindOfQueryFindsTextOfAnotherWidth(_ query: String) throws {
        let row = BookmarkRow(
            id: "x", name: "ＵＳＢ", url: "https://a.example/", tags: "", added: 0, modified: 0)
        var list = BookmarkList(rows: [row], sortedBy: .standard)
        list.filter(try Query(query))
        #expect(list.count == 1)
    }
}
