/// What a profile held at the last look, with the numbers that its items have here.
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

    // Each text follows its length, so that any character may be in it.

    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        func append(_ text: String) {
            bytes += Array("\(text.utf8.count):".utf8) + Array(text.utf8)
        }
        for item in items {
            append(String(item.entry.number))
            append(String(item.entry.parent))
            append(item.guid)
            append(item.entry.title)
            append(item.entry.url.map { "u" + $0 } ?? "")
            append(String(item.tags.count))
            for tag in item.tags { append(tag) }
        }
        return bytes
    }

    /// `nil` for bytes that are no look.
    init?(reading bytes: [UInt8]) {
        var rest = bytes[...]
        func text() -> String? {
            guard let colon = rest.firstIndex(of: 0x3A),
                let count = Int(String(decoding: rest[..<colon], as: UTF8.self)), count >= 0,
                rest.endIndex - colon > count
            else { return nil }
            let start = colon + 1
            rest = rest[start...]
            defer { rest = rest.dropFirst(count) }
            return String(decoding: rest.prefix(count), as: UTF8.self)
        }
        while !rest.isEmpty {
            guard let number = text().flatMap({ Int($0) }),
                let parent = text().flatMap({ Int($0) }), let guid = text(), let title = text(),
                let url = text(), let count = text().flatMap({ Int($0) }), count >= 0
            else { return nil }
            var tags: [String] = []
            for _ in 0..<count {
                guard let tag = text() else { return nil }
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
