import Interchange
import Testing

/// Tables with other separators, quotes and languages than the usual ones.
struct TableDialectTests {
    @Test func barsSeparate() throws {
        let found = try read(
            "url|title|tags\nhttps://a.example/|A, b|x,y\nhttps://b.example/|B|z\n")
        #expect(found.format == .csv && found.urls == ["https://a.example/", "https://b.example/"])
        #expect(found.bookmarks.map(\.name) == ["A, b", "B"])
        #expect(found.bookmarks.map(\.tags) == [["x", "y"], ["z"]])
    }

    @Test(arguments: [
        "| Name | Link |\n|---|---|\n| x | [A](https://a.example/) |\n",
        "Name | Link\n--- | ---\nx | [A](https://a.example/)\ny | [B](https://b.example/)\n",
    ])
    func tablesInMarkdownStay(_ text: String) throws {
        let found = try read(text)
        #expect(found.format == .markdown && found.urls.first == "https://a.example/")
        #expect(found.bookmarks[0].name == "A")
    }

    @Test(arguments: [
        ("\"B \"quoted\" c\"", "B \"quoted\" c"), ("\"say \"hi\"\"", "say \"hi\""),
        ("\"a \"b\" c \"d\" e\"", "a \"b\" c \"d\" e"), ("\"abc\"def", "abcdef"),
        ("\"two \"\"three\"\"\"", "two \"three\""),
    ])
    func quotesThatNobodyDoubled(_ field: String, _ name: String) throws {
        let found = try read("url,title,tags\nhttps://a.example/,\(field),\"x\"\n")
        #expect(found.bookmarks.map(\.name) == [name])
        #expect(found.bookmarks.map(\.tags) == [["x"]])
    }

    @Test(arguments: [
        "\"\"\"x\"\",\"\"two words\"\"\"", "\"{x,\"\"two words\"\"}\"",
        "\"\"\"x\"\";\"\"two words\"\"\"",
    ])
    func tagsMayHaveQuotes(_ tags: String) throws {
        let found = try read("url,tags\nhttps://a.example/,\(tags)\n")
        #expect(found.bookmarks.map(\.tags) == [["x", "two-words"]])
    }
}
