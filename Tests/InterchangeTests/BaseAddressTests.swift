import Testing

@testable import Interchange

/// Resolving the references on a page.
struct BaseAddressTests {
    /// A complete URL stays as it is written; all others are resolved as RFC 3986 says.
    @Test(arguments: [
        ("HTTP://B.example/x/../y", "HTTP://B.example/x/../y"), ("mailto:a@b", "mailto:a@b"),
        ("//b.example/x/../y", "https://b.example/y"), ("../c?d#e", "https://a.example/c?d#e"),
        ("#e", "https://a.example/x/y?q#e"), ("", "https://a.example/x/y?q"),
    ])
    func referencesAreResolvedAgainstTheBase(_ reference: String, _ url: String) throws {
        let base = try #require(BaseAddress("https://a.example/x/y?q#f"))
        #expect(base.address(of: reference) == url)
    }

    @Test(arguments: ["ftp://a.example/", "https:a", "https:///x", "a.example", ""])
    func baseMustBeACompleteHTTPAddress(_ text: String) {
        #expect(BaseAddress(text) == nil)
    }
}
