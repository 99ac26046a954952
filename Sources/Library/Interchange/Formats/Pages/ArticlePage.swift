/// A page made of the title and the HTML that a read-later program keeps of an article.
package struct ArticlePage: Sendable {
    let title: String
    let html: String

    package init(title: String, html: String) {
        self.title = title
        self.html = html
    }

    /// The media type: such programs keep only the body of a page, in UTF-8.
    package static let mediaType = "text/html; charset=utf-8"

    /// Returns the page; throws if it has more than `most` bytes.
    package func content(most: Int) throws(ImportError) -> [UInt8] {
        guard html.utf8.count <= most else { throw .tooLongDocument(most: most) }
        let title = MarkupText.escaped(title)
        let heading = title.isEmpty ? "" : "<h1>\(title)</h1>\n"
        let head = """
            <!DOCTYPE html>
            <html><head><meta charset="utf-8"><title>\(title)</title></head>
            <body><article>\(heading)
            """
        let content = [head, html, "\n</article></body></html>\n"].flatMap(\.utf8)
        guard content.count <= most else { throw .tooLongDocument(most: most) }
        return content
    }
}
