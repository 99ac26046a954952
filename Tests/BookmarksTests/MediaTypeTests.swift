import Bookmarks
import Documents
import Testing

/// Finding the media type of a file.
struct MediaTypeTests {
    @Test(arguments: [
        ("paper.pdf", "%PDF-1.7", "application/pdf"), ("paper", "%PDF-1.7", "application/pdf"),
        // The content decides before the name does.
        ("page.txt", "%PDF-1.7", "application/pdf"), ("photo.JPEG", "", "image/jpeg"),
        ("book.epub", "PK\u{3}\u{4}", "application/epub+zip"),
        ("archive", "PK\u{3}\u{4}", "application/zip"), ("notes.md", "# A", "text/markdown"),
        ("README", "words", "text/plain"), ("data", "a\u{0}b", "application/octet-stream"),
        (".profile", "words", "text/plain"), ("name.", "words", "text/plain"),
    ])
    func mediaTypeComesFromTheContentOrTheName(_ name: String, _ content: String, _ type: String) {
        #expect(MediaType.of(name: name, Array(content.utf8)) == type)
    }

    @Test func binaryContentIsNotTakenForText() {
        #expect(MediaType.of(name: "data", [0xFF, 0xFE, 0x41]) == "application/octet-stream")
        #expect(MediaType.of(name: "x", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0]) == "image/png")
    }

    /// A document's kind, name and media type, and the name of a file with its content.
    @Test(arguments: [
        (Document.Kind.page, "notes.md", "text/plain", "notes.md"),
        (.page, "notes.txt", "text/markdown", "notes.txt"),
        (.page, "index.HTM", "text/html; charset=utf-8", "index.HTM"),
        // The title of a page may look like the name of a file.
        (.page, "README.md", "text/html", "README.md.html"),
        (.page, "Node.js", "text/html", "Node.js.html"), (.page, "A", "text/html", "A.html"),
        (.note, "Note", "text/markdown; charset=utf-8", "Note.md"),
        (.note, "todo.txt", "text/markdown", "todo.txt"),
        (.file, "paper.log", "text/plain", "paper.log"), (.file, "a", "text/plain", "a.txt"),
        (.file, "x.unknown", "application/x-unknown", "x.unknown"),
        (.file, "A. Then a whole sentence", "text/plain", "A. Then a whole sentence"),
    ])
    func fileNameKeepsOrGetsAFittingSuffix(
        _ kind: Document.Kind, _ name: String, _ type: String, _ file: String
    ) {
        let head = DocumentVersion(content: ChunkName(of: []), length: 0, made: 0, device: "")
        let document = Document(
            id: "1", bookmark: "2", kind: kind, name: name, mediaType: type, added: 0, head: head)
        #expect(document.fileName.stem + document.fileName.suffix == file)
    }

    @Test(arguments: [
        ("text/html; charset=utf-8", "html"), ("text/markdown", "md"), ("image/jpeg", "jpg"),
        ("application/pdf", "pdf"), ("application/x-unknown", nil), ("", nil),
    ])
    func knownMediaTypeHasAFileSuffix(_ type: String, _ suffix: String?) {
        #expect(MediaType.suffix(for: type) == suffix)
    }
}
