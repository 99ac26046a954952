import Bookmarks

/// The state of a browser after its last sync of a file.
///
/// Floccus compares with this state, not with the text that it reads in the next sync: an entry
/// uploaded in this state was not edited in the browser, even if Cloudy has changed it since.
public struct LastSync: Sendable, Hashable {
    struct Item: Hashable {
        /// The entry, with its own and its folder's numbers in Cloudy.
        var entry: XBELFile.Entry
        /// The other state that the browser may have: if both sides edited an entry, floccus
        /// uploads its whole entry, and takes the whole served one.
        var served: XBELFile.Entry?
        /// ``Bookmark/unshown`` of the bookmark at that time; 0 if unknown.
        var unshown: UInt64
    }

    /// The value for an edit that came during the sync, and that the browser has not read.
    static let unseen = UInt64.max

    /// The range of the text that the browser read in that sync.
    public var range: Int
    /// Whether the browser uploaded.
    public var isUpload: Bool
    var items: [Item]

    init(range: Int, isUpload: Bool, items: [Item]) {
        self.range = range
        self.isUpload = isUpload
        self.items = items
    }

    /// Makes the state of a browser that has the served entries.
    init(_ entries: [XBELFile.Entry], range: Int, _ numbering: Numbering, _ library: FileLibrary) {
        let items = entries.map { entry in
            guard case .bookmark(let id)? = numbering[entry.number]?.kind else {
                return Item(entry: entry, unshown: 0)
            }
            return Item(entry: entry, unshown: library.items[id]?.bookmark.unshown ?? 0)
        }
        self.init(range: range, isUpload: false, items: items)
    }

    /// Whether floccus may have refused this state after its former one: it stops before it deletes
    /// or adds much, with the same requests as if it had nothing to upload.
    func mayBeRefused(after former: LastSync) -> Bool {
        func numbers(_ sync: LastSync) -> Set<Int> {
            Set(sync.items.lazy.filter { !$0.entry.isFolder }.map(\.entry.number))
        }
        let (old, new) = (numbers(former), numbers(self))
        let (gone, added) = (old.subtracting(new).count, new.subtracting(old).count)
        return old.count > 5
            && (max(gone, added) > 1000 || gone * 5 > old.count
                || added >= 20 && added * 5 > old.count)
    }

    // MARK: As bytes

    /// The encoded entries.
    public var bytes: [UInt8] {
        var texts = CountedTexts()
        for item in items {
            let entries = [item.entry] + (item.served.map { [$0] } ?? [])
            texts.append(String(entries.count))
            for entry in entries {
                texts.append(String(entry.number))
                texts.append(String(entry.parent))
                texts.append(entry.title)
                texts.append(entry.url.map { "u" + $0 } ?? "")
            }
            texts.append(String(item.unshown, radix: 16))
        }
        return texts.bytes
    }

    private static func entry(_ reader: inout CountedTexts.Reader) -> XBELFile.Entry? {
        guard let number = reader.number(), let parent = reader.number(),
            let title = reader.text(), let url = reader.text()
        else { return nil }
        return XBELFile.Entry(
            number: number, parent: parent, title: title,
            url: url.isEmpty ? nil : String(url.dropFirst()))
    }

    /// Decodes entries; `nil` for invalid bytes.
    public init?(range: Int, isUpload: Bool, reading bytes: [UInt8]) {
        self.init(range: range, isUpload: isUpload, items: [])
        var reader = CountedTexts.Reader(bytes)
        while !reader.isAtEnd {
            guard let count = reader.number(), 1...2 ~= count, let entry = Self.entry(&reader)
            else { return nil }
            let served = count == 2 ? Self.entry(&reader) : nil
            guard (served != nil) == (count == 2),
                let unshown = reader.text().flatMap({ UInt64($0, radix: 16) })
            else { return nil }
            items.append(Item(entry: entry, served: served, unshown: unshown))
        }
    }
}

extension Bookmark {
    /// A number that changes with the editable fields that no browser's file shows. Never 0.
    var unshown: UInt64 {
        let parts = [
            tags.joined(separator: " "), notes, description, isUnread ? "u" : "",
            isArchived ? "a" : "",
        ]
        return max(1, ContentHash.of(parts.joined(separator: "\u{1F}")))
    }
}
