import Interchange
import Testing

/// HTML's named characters.
struct EntitiesTests {
    @Test(arguments: [
        ("&Kappa;&alpha;&lambda; &infin; &hearts; &rArr; &ccaron; &scaron;", "Καλ ∞ ♥ ⇒ č š"),
        ("Tom &amp Jerry &lt3 &copy 2020", "Tom & Jerry <3 © 2020"),
        ("&#150; &#x92; &#128; &#x9f;", "– ’ € Ÿ"), ("&#39x &#x26;x &#38", "'x &x &"),
        ("&AMP; &QUOT &GT", "& \" >"), ("&CounterClockwiseContourIntegral;", "∳"),
        ("&NotEqualTilde; &fjlig; &bne;", "≂̸ fj =⃥"), ("&notit; &notin;", "¬it; ∉"),
        ("&lpar;&NewLine;&Tab;&rpar;", "( )"),
        ("&unknown; & &; &# &#x; &#;", "&unknown; & &; &# &#x; &#;"),
        ("&#0;&#xD800;&#x110000;&#99999999999999;", "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
        ("&#0000000000000000000065;", "A"), ("&ampamp; &amp;lt;", "&amp; &lt;"),
    ])
    func characterReferencesAreDecoded(_ written: String, _ text: String) throws {
        let found = try read(
            "<DL><DT><A HREF=\"https://a.example/\">\(written)</A><DD>\(written)</DL>")
        #expect(found.bookmarks.first?.name == text)
        // The same in the title of a fetched page.
        let page = Array("<title>\(written)</title>".utf8)
        #expect(PageSummary(readingPage: page, contentType: nil).title == text)
    }

    @Test(arguments: [
        ("?a=1&copy=2&reg=3&amp;lt=4&amp", "?a=1&copy=2&reg=3&lt=4&"),
        ("?a&copyright=1&copy;=2", "?a&copyright=1©=2"), ("?x&lang=en&sect1", "?x&lang=en&sect1"),
        ("?a=&Kappa;&#38;b", "?a=Κ&b"), ("?q=&lt &gt=", "?q=< &gt="),
    ])
    func addressesKeepTheirParameters(_ written: String, _ address: String) throws {
        let found = try read("<DL><DT><A HREF=\"https://a.example/\(written)\">A</A></DL>")
        #expect(found.urls == ["https://a.example/\(address)"])
    }
}
