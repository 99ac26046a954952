import Interchange
import TestSupport
import Testing

/// Files of at most a few MB for which a careless reader needs minutes or hours: its time grows
/// with the square of a length.
@Suite(.ownThread) struct HostileSizesTests {
    private func repeated(_ piece: String, _ count: Int) -> String {
        String(repeating: piece, count: count)
    }

    // MARK: Records

    @Test func recordWithManyURLsIsRead() throws {
        let more = repeated(#","url":"x""#, 300_000)
        let found = try read(#"[{"link":"https://a.example/"\#(more)}]"#, as: .json)
        #expect(found.urls == ["https://a.example/"])
    }

    /// One of several names for a part is preferred, whatever the order in the record.
    @Test func preferredFieldsComeFirst() throws {
        let found = try read(
            #"[{"link":"https://b.example/","name":"N","url":"https://a.example/","title":"T"},"#
                + #"{"url":"https://c.example/","link":"https://d.example/","url":"x:y"}]"#,
            as: .json)
        #expect(found.urls == ["https://a.example/", "https://c.example/"])
        #expect(found.bookmarks[0].name == "T")
    }

    @Test func recordWithManyMarksOfAnArchiveIsRead() throws {
        let more = repeated(#","archived":true"#, 200_000)
        let found = try read(#"[{"url":"https://a.example/"\#(more)}]"#, as: .json)
        #expect(found.bookmarks.map(\.isArchived) == [true])
        let copied = try read(
            #"[{"url":"https://a.example/","archive_path":"x"\#(more)}]"#, as: .json)
        #expect(copied.bookmarks.map(\.isArchived) == [false])
    }

    @Test func recordWithManyNotesIsRead() throws {
        let notes = (0..<300_000).map { #""\#($0)""# }.joined(separator: ",")
        let found = try read(
            #"[{"url":"https://a.example/","notes":["0",\#(notes)]}]"#, as: .json)
        let lines = try #require(found.bookmarks.first).notes.split(separator: "\n")
        #expect(lines.count == 300_000 && lines.prefix(3) == ["0", "1", "2"])
    }

    @Test func longNameAroundManyFieldsIsNotCopiedForEach() throws {
        let name = repeated("x", 1_000_000)
        let more = repeated(#","zz":1"#, 150_000)
        let found = try read(#"[{"\#(name)":{"url":"https://a.example/"\#(more)}}]"#, as: .json)
        #expect(found.urls == ["https://a.example/"])
        #expect(found.unreadFields == ["zz"])
        let short = try read(#"[{"page":{"url":"https://a.example/","zz":1}}]"#, as: .json)
        #expect(short.unreadFields == ["page.zz"])
    }

    @Test func longNameAroundManyDatesIsNotComparedForEach() throws {
        let name = repeated("x", 1_000_000)
        let dates = Array(repeating: #""13/01/2020""#, count: 100_000).joined(separator: ",")
        let found = try read(
            #"[{"url":"https://a.example/","\#(name)":[\#(dates)]}]"#, as: .json)
        #expect(found.urls == ["https://a.example/"])
    }

    @Test func longNameOfARepositoryIsNotComparedWithEachURL() throws {
        let more = repeated(#","url":"https://a.example/b""#, 50_000)
        let name = "a/" + repeated("x", 1_000_000)
        let found = try read(#"[{"full_name":"\#(name)"\#(more)}]"#, as: .json)
        #expect(found.urls == ["https://a.example/b"])
    }

    // MARK: Lines

    /// The heading is longer than a path may be, and the headings below it are short.
    @Test(arguments: [ImportFormat.markdown, .org])
    func headingsBelowALongOneAreRead(_ format: ImportFormat) throws {
        let mark = format == .org ? "*" : "#"
        let below = repeated("\(mark)\(mark) b\n- https://a.example/\n", 50_000)
        let found = try read("\(mark) \(repeated("x", 131_000))\n\(below)", as: format)
        #expect(found.bookmarks.isEmpty && found.failed.count == 50_000)
    }

    private static let inherited =
        "bookmarks take at most 32 from the headings above them, and as many from the file"

    /// Each bookmark below the headline has its tags, and one of its own.
    @Test func headlineWithManyTagsIsRead() throws {
        let tags = (0..<20_000).map { "t\($0)" }.joined(separator: ":")
        let below = repeated("** B\n- [[https://a.example/]] #v\n", 20_000)
        let found = try read("* A :\(tags):\n\(below)", as: .org)
        #expect(found.bookmarks.count == 20_000)
        #expect(found.bookmarks.allSatisfy { $0.tags.count == 33 && $0.tags.last == "v" })
        let reason = "left out 19,968 tags: \(Self.inherited)"
        #expect(found.warnings == [ImportNote(line: 1, reason: reason)])
    }

    @Test func fileWithManyTagsIsRead() throws {
        let tags = (0..<20_000).map { "t\($0)" }.joined(separator: ":")
        let links = repeated("- [[https://a.example/]] #v\n", 20_000)
        let found = try read("#+FILETAGS: :\(tags):\n#+FILETAGS: :t0:w:\n\(links)", as: .org)
        #expect(found.bookmarks.count == 20_000)
        #expect(found.bookmarks.allSatisfy { $0.tags.count == 33 && $0.tags.last == "v" })
        let reasons = ["left out 19,968 tags: ", "left out 1 tag: "].map { $0 + Self.inherited }
        #expect(found.warnings.map(\.line) == [1, 2])
        #expect(found.warnings.map(\.reason) == reasons)
    }

    /// Each closing pair of braces may end a URL, unless braces were opened in it.
    @Test(arguments: [ImportFormat.markdown, .org])
    func urlWithManyClosingBracesIsRead(_ format: ImportFormat) throws {
        let url = "https://a.example/\(repeated("x", 60_000)){\(repeated("}", 60_000))"
        let found = try read(repeated("- \(url)\n", 10), as: format)
        #expect(found.urls == Array(repeating: url, count: 10))
    }

    /// Each bracket may begin a name.
    @Test(arguments: [ImportFormat.markdown, .org])
    func manyOpenBracketsAfterURLsAreRead(_ format: ImportFormat) throws {
        let found = try read("- " + repeated("https://a.example/[", 6500) + "\n", as: format)
        #expect(found.bookmarks.count == 6500)
    }

    /// To find the last character of a text, Swift reads back to the first of a row of flags.
    @Test func linesOfFlagsAreRead() throws {
        let line = repeated("\u{1F1E9}\u{1F1EA}", 16_000)
        let found = try read(
            repeated("\(line)\n", 60) + "- <https://a.example/>\n", as: .markdown)
        #expect(found.urls == ["https://a.example/"])
    }

    /// Each of these may begin a picture in the name of a link.
    @Test func namesWithManyBeginningsOfPicturesAreRead() throws {
        let nested = repeated("![", 40_000) + repeated("]", 40_000)
        let found = try read("- [\(nested)](https://a.example/)\n", as: .markdown)
        #expect(found.urls == ["https://a.example/"])
        let line = "- [\(repeated("<img", 30_000))](https://a.example/)\n"
        #expect(try read(repeated(line, 6), as: .markdown).bookmarks.count == 6)
    }

    /// Whether a line begins with a comment depends on all text before it.
    @Test func longLineAfterACommentIsRead() throws {
        let line = repeated(" ", 60_000) + "-->" + repeated("y", 60_000)
        let text = repeated("<!-- https://a.example/\n\(line)\n\n", 5)
        let found = try read(text + "- <https://b.example/>\n", as: .markdown)
        #expect(found.urls == ["https://b.example/"])
        #expect(found.skipped.count == 5)
    }
}
