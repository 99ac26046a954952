import Bookmarks

/// Reads OPML (http://opml.org/spec2.opml): outlines of links, and lists of feeds.
enum OPMLFormat {
    static func parse(_ bytes: [UInt8]) throws(ImportError) -> ParsedImport {
        var result = ParsedImport(format: .opml)
        // The paths of the open outlines.
        var folders: [String] = []
        let document = try XMLReader.document(bytes, deepest: FolderPath.deepest)
        for event in document.events {
            switch event {
            case .open(let element, let written, let line) where isOutline(element):
                let outline = Outline(written)
                noteUnread(outline, &result)
                if !outline.url.isEmpty {
                    let created = outline["created"]
                    var bookmark = ImportedBookmark(
                        name: outline.name, url: outline.url,
                        tags: Tags.unique(
                            TagText.splitAtCommasOrBlanks(outline["tags"])
                                + TagText.splitAtCommasOrBlanks(outline["category"])),
                        notes: outline.notes, description: outline.description,
                        folder: folders.last ?? "", added: Moment.parse(created),
                        isUnread: outline[Attribute.unread] == "true",
                        isArchived: outline[Attribute.archived] == "true", line: line)
                    bookmark.hasUnreadDate = Moment.isUnread(created)
                    result.take(bookmark)
                }
                folders.append(FolderPath.path(folders.last ?? "", outline.name))
            case .close(let element) where isOutline(element): _ = folders.popLast()
            default: break
            }
        }
        return try document.finish(result)
    }

    /// The attributes in which Cloudy writes fields that OPML lacks.
    enum Attribute {
        static let description = "cloudy:description"
        static let unread = "cloudy:unread"
        static let archived = "cloudy:archived"
    }

    /// Records non-empty attributes that are not imported.
    private static func noteUnread(_ outline: Outline, _ result: inout ParsedImport) {
        for name in outline.unread where !result.unreadFields.contains(name) {
            if result.unreadFields.count < mostNames { result.unreadFields.append(name) }
        }
    }

    /// A damaged file may have as many names as outlines.
    private static let mostNames = 1000

    /// Whether an element is an outline; some programs write names in the wrong case.
    private static func isOutline(_ element: String) -> Bool { element.lowercased() == "outline" }
}

/// The attributes of an outline, by name, ignoring case.
private struct Outline {
    private let values: [(name: String, written: String, value: String)]
    /// The name of the attribute with the address.
    private let place: String?

    init(_ attributes: [String: String]) {
        values = attributes.sorted { $0.key < $1.key }
            .map { ($0.key.lowercased(), $0.key, $0.value) }
        // A feed is not a page: its page comes first.
        place = ["htmlurl", "url", "xmlurl"].first { [values] name in
            values.contains { $0.name == name && !$0.value.isEmpty }
        }
    }

    subscript(_ name: String) -> String { values.first { $0.name == name }?.value ?? "" }

    var url: String { place.map { self[$0] } ?? "" }

    var name: String {
        let text = self["text"]
        return text.trimmed.isEmpty ? self["title"] : text
    }

    var notes: String {
        (isOfPage ? ["_note"] : ["description", "_note"]).map { self[$0] }
            .filter { !$0.isEmpty }.joined(separator: "\n\n")
    }

    var description: String {
        let own = self[OPMLFormat.Attribute.description]
        return own.isEmpty && isOfPage ? self["description"] : own
    }

    /// Whether `description` is the page's and not the person's: in a feed, or next to a note.
    private var isOfPage: Bool { self["type"].lowercased() == "rss" || !self["_note"].isEmpty }

    /// The names, as the file spells them, of non-empty attributes that are not imported.
    var unread: [String] {
        values.filter { name, _, value in
            switch name {
            case "text", "type", "version", "iscomment", "isbreakpoint": false
            case "title": value != self.name && !value.isEmpty
            case "tags", "category", "description", "_note", "created",
                OPMLFormat.Attribute.description, OPMLFormat.Attribute.unread,
                OPMLFormat.Attribute.archived:
                url.isEmpty && !value.isEmpty
            default: name != place && !value.isEmpty
            }
        }.map(\.written)
    }
}
