import Bookmarks
public import Documents
public import WebPages

extension Document {
    /// Returns contents of the document as texts that a person can compare: the readable text of
    /// pages and PDFs, if all of them have some, and any other text as it is.
    ///
    /// Throws ``DocumentError/notText(_:)`` if one of them has no text.
    public func comparableTexts(
        of contents: [[UInt8]], _ extraction: PageExtraction
    ) async throws -> [[UInt8]] {
        let areText = contents.allSatisfy(\.isText)
        if kind == .page || !areText,
            let texts = await readableTexts(of: contents, extraction)
        {
            return texts
        }
        guard areText else { throw DocumentError.notText(self) }
        return contents
    }

    /// Returns `nil` if one of the contents has no readable text.
    private func readableTexts(
        of contents: [[UInt8]], _ extraction: PageExtraction
    ) async -> [[UInt8]]? {
        var texts: [[UInt8]] = []
        for content in contents {
            if content.isEmpty {
                texts.append([])
                continue
            }
            let found = await extraction.text(
                of: content, mediaType: mediaType, name: name, url: source)
            guard let text = found?.text, !text.isEmpty else { return nil }
            texts.append(Array(text.utf8))
        }
        return texts
    }
}
