import Bookmarks

/// Reads a backup of Linkwarden: collections with their links. A collection names its parent.
enum LinkwardenFormat {
    static func recognizes(_ root: Node) -> Bool {
        root["collections"]?.elements?.contains { $0["links"] != nil } == true
    }

    static func parse(_ root: Node) -> ParsedImport {
        var result = ParsedImport(format: .linkwarden)
        let collections = root["collections"]?.elements ?? []
        let byID = Dictionary(
            collections.compactMap { node in node["id"]?.text.map { ($0, Folder(node)) } },
            uniquingKeysWith: { first, _ in first })
        // Linkwarden's `description` has the person's notes; it keeps no description of the page.
        let mapping = RecordMapping([
            .name: ["name"], .url: ["url"], .tags: ["tags"], .notes: ["description"],
            .added: ["importDate", "createdAt"], .modified: ["updatedAt"],
        ])
        var reader = RecordReader(mapping, [root])
        for collection in collections {
            let folder = folder(Folder(collection), byID)
            for link in collection["links"]?.elements ?? [] {
                var bookmark = reader.bookmark(link)
                bookmark.folder = folder
                result.take(bookmark)
            }
        }
        result.unreadFields = reader.unread
        for note in reader.unclear { result.warn(note.line, note.reason) }
        return result
    }

    private struct Folder {
        let name: String
        let parent: String?

        init(_ node: Node) {
            // Cut once, as it may be in the paths of many others.
            name = FolderPath.path("", node["name"]?.text ?? "")
            parent = node["parentId"]?.text
        }
    }

    private static func folder(_ collection: Folder, _ byID: [String: Folder]) -> String {
        var names: [String] = []
        var next: Folder? = collection
        // Damaged files may have a cycle.
        while let one = next, names.count < 50 {
            names.append(one.name)
            next = one.parent.flatMap { byID[$0] }
        }
        return FolderPath.joined(names.reversed())
    }
}
