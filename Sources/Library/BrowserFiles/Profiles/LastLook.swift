/// The content of a profile at the last look, with the numbers of its items in Cloudy.
struct LastLook: Hashable {
    struct Item: Hashable {
        var guid: String
        var entry: XBELFile.Entry
        var tags: [String]
    }

    var items: [Item] = []

    init(items: [Item] = []) { self.items = items }

    var file: XBELFile { XBELFile(entries: items.map(\.entry)) }

    // MARK: As bytes

    var bytes: [UInt8] {
        var texts = CountedTexts()
        for item in items {
            texts.append(String(item.entry.number))
            texts.append(String(item.entry.parent))
            texts.append(item.guid)
            texts.append(item.entry.title)
            texts.append(item.entry.url.map { "u" + $0 } ?? "")
            texts.append(String(item.tags.count))
            for tag in item.tags { texts.append(tag) }
        }
        return texts.bytes
    }

    /// Decodes a look; `nil` for invalid bytes.
    init?(reading bytes: [UInt8]) {
        var reader = CountedTexts.Reader(bytes)
        while !reader.isAtEnd {
            guard let number = reader.number(), let parent = reader.number(),
                let guid = reader.text(), let title = reader.text(), let url = reader.text(),
                let count = reader.number(), count >= 0
            else { return nil }
            var tags: [String] = []
            for _ in 0..<count {
                guard let tag = reader.text() else { return nil }
                tags.append(tag)
            }
            items.append(
                Item(
                    guid: guid,
                    entry: XBELFile.Entry(
                        number: number, parent: parent, title: title,
                        url: url.isEmpty ? nil : String(url.dropFirst())), tags: tags))
        }
    }
}
