import Bookmarks

/// Notes that Evernote exports as HTML, one or more per file. A note clipped from a page becomes
/// the bookmark of that page; links in it belong to the page.
struct EvernoteNotes {
    private var result = ParsedImport(format: .netscape)
    /// The note whose properties are being read.
    private var note = ImportedBookmark(url: "", line: 1)
    private var hasNote = false
    private var tokens: HTMLTokenizer

    /// Parses notes; `nil` for any other file, and if no note names its page.
    static func parse(_ text: [UInt8]) -> ParsedImport? {
        guard mayHaveSome(text) else { return nil }
        var notes = EvernoteNotes(tokens: HTMLTokenizer(text))
        notes.read()
        return notes.result.bookmarks.isEmpty ? nil : notes.result
    }

    /// Whether a file begins like notes, and one of them has the URL of a page.
    static func mayHaveSome(_ text: [UInt8]) -> Bool {
        let head = text.prefix(16_384).string
        return ["\"exporter-version\"", "<note-attributes"].contains(where: head.contains)
            && text.firstRange(of: Array("\"source-url\"".utf8)) != nil
    }

    private init(tokens: HTMLTokenizer) { self.tokens = tokens }

    private mutating func read() {
        while let token = tokens.next() {
            switch token {
            case .open("title", _):
                let title = tokens.skipContent(of: "title")
                if note.name.isEmpty { note.name = HTMLEntities.decoded(title) }
            case .open("meta", let attributes):
                if let name = attributes["itemprop"] ?? attributes["name"] {
                    take(name, attributes["content"] ?? "", isNew: attributes["itemprop"] != nil)
                }
            case .open(let name, _) where ["script", "style"].contains(name):
                tokens.skipElement(name)
            default: continue
            }
        }
        end()
    }

    /// - Parameter isNew: whether titles of notes are such properties. Older files have one note
    ///   each, with its title elsewhere.
    private mutating func take(_ name: String, _ content: String, isNew: Bool) {
        switch name {
        case "title" where isNew:
            end()
            note = ImportedBookmark(name: content, url: "", line: tokens.tokenLine)
            hasNote = true
        case "source-url":
            note.url = content
            hasNote = true
        case "created": note.added = Moment.parse(content)
        case "keywords": note.tags += TagText.separated(content, by: ",")
        case "tag": note.tags += TagText.clean([content])
        default: break
        }
    }

    private mutating func end() {
        guard hasNote else { return }
        if note.url.isEmpty {
            result.skip(note.line, "a note, not a page")
        } else {
            result.take(note)
            result.skip(note.line, "the text of the note")
        }
        hasNote = false
    }
}
