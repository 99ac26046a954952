import Bookmarks
import Testing

/// What kind of content a file has.
struct MediaTypeTests {
    @Test(arguments: [
        ("paper.pdf", "%PDF-1.7", "application/pdf"), ("paper", "%PDF-1.7", "application/pdf"),
        // The content knows better than the name.
        ("page.txt", "%PDF-1.7", "application/pdf"), ("photo.JPEG", "", "image/jpeg"),
        ("book.epub", "PK\u{3}\u{4}", "application/epub+zip"),
        ("archive", "PK\u{3}\u{4}", "application/zip"), ("notes.md", "# A", "text/markdown"),
        ("README", "words", "text/plain"), ("data", "a\u{0}b", "application/octet-stream"),
        (".profile", "words", "text/plain"), ("name.", "words", "text/plain"),
    ])
    func theContentOrTheNameTells(_ name: String, _ content: String, _ type: String) {
        #expect(MediaType.of(name: name, Array(content.utf8)) == type)
    }

    @Test func bytesThatAreNoTextAreUnknown() {
        #expect(MediaType.of(name: "data", [0xFF, 0xFE, 0x41]) == "application/octet-stream")
        #expect(MediaType.of(name: "x", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0]) == "image/png")
    }

    @Test(arguments: [
        ("text/html; charset=utf-8", "html"), ("text/markdown", "md"), ("image/jpeg", "jpg"),
        ("application/pdf", "pdf"), ("application/x-unknown", nil), ("", nil),
    ])
    func aTypeHasAnEndForNames(_ type: String, _ suffix: String?) {
        #expect(MediaType.suffix(for: type) == suffix)
    }
}
