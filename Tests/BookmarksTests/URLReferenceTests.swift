import Bookmarks
import Testing

/// References are resolved as RFC 3986 says.
struct URLReferenceTests {
    /// The normal examples of section 5.4.1.
    @Test(arguments: [
        ("g:h", "g:h"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"),
        ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"), ("//g", "http://g"),
        ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q#s"),
        ("g#s", "http://a/b/c/g#s"), ("g?y#s", "http://a/b/c/g?y#s"), (";x", "http://a/b/c/;x"),
        ("g;x", "http://a/b/c/g;x"), ("g;x?y#s", "http://a/b/c/g;x?y#s"),
        ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"),
        ("..", "http://a/b/"), ("../", "http://a/b/"), ("../g", "http://a/b/g"),
        ("../..", "http://a/"), ("../../", "http://a/"), ("../../g", "http://a/g"),
    ])
    func referencesAreResolved(_ reference: String, _ url: String) {
        expect(reference, url)
    }

    /// The abnormal examples of section 5.4.2, read strictly.
    @Test(arguments: [
        ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"), ("/./g", "http://a/g"),
        ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"),
        ("g..", "http://a/b/c/g.."), ("..g", "http://a/b/c/..g"), ("./../g", "http://a/b/g"),
        ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"), ("g/../h", "http://a/b/c/h"),
        ("g;x=1/./y", "http://a/b/c/g;x=1/y"), ("g;x=1/../y", "http://a/b/c/y"),
        ("g?y/./x", "http://a/b/c/g?y/./x"), ("g?y/../x", "http://a/b/c/g?y/../x"),
        ("g#s/./x", "http://a/b/c/g#s/./x"), ("g#s/../x", "http://a/b/c/g#s/../x"),
        ("http:g", "http:g"),
    ])
    func strangeReferencesAreResolved(_ reference: String, _ url: String) {
        expect(reference, url)
    }

    private func expect(_ reference: String, _ url: String) {
        let base = URLReference("http://a/b/c/d;p?q")
        #expect(URLReference(reference).resolved(against: base).text == url)
    }

    @Test func hostWithoutAPathCanBeABase() {
        let base = URLReference("HTTPS://a.example?q#f")
        #expect(URLReference("b").resolved(against: base).text == "https://a.example/b")
        #expect(URLReference("").resolved(against: base).text == "https://a.example?q")
    }

    @Test(arguments: ["1a:b", ":b", "a/b:c", "a?b:c", "#a:b", "ä:b", ""])
    func textWithoutAValidSchemeHasNoScheme(_ text: String) {
        #expect(URLReference.scheme(of: text) == nil)
    }
}
