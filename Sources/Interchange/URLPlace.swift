/// Where in a JSON file, of which nothing is known, URLs are.
struct URLPlace {
    /// The path to the list of the records; `nil` where the file is that list, or one record.
    private var records: String?
    /// The path to the URL in each of them.
    private var url: String

    /// Looks for the first text that is like a URL; `nil` for none.
    init?(in root: Node) {
        guard var path = Self.path(in: root, Self.deepest) else { return nil }
        // Of several URLs of one bookmark the first is taken.
        if path.count > 1, path[path.count - 1] == nil { path[path.count - 1] = "0" }
        // The list that is nearest to the URL is that of the bookmarks.
        guard let list = path.lastIndex(of: nil) else {
            url = Self.text(path)
            return
        }
        url = Self.text(path[(list + 1)...])
        // A list of texts has no field to name.
        guard !url.isEmpty, !path[..<list].contains(nil) else { return nil }
        records = list == 0 ? nil : Self.text(path[..<list])
    }

    /// Throws where to find the URLs, when nothing came out of a file because they are called as
    /// nobody else calls them.
    static func check(_ found: ParsedImport, _ root: Node) throws(ImportError) {
        guard [.json, .jsonl].contains(found.format), found.bookmarks.isEmpty,
            found.skipped.isEmpty, let place = URLPlace(in: root)
        else { return }
        throw ImportError(
            line: root.line,
            "it has URLs where none are looked for. Say where they are: --map "
                + RecordMapping.quoted(place.mapping))
    }

    /// As it is typed behind `--map`.
    var mapping: String { (records.map { "records=\($0)," } ?? "") + "url=\(url)" }

    /// How deep, and into how many elements of a list, is looked.
    private static let deepest = 8
    private static let elementsLookedAt = 20

    /// The names on the way to the first URL, `nil` for a list.
    private static func path(in node: Node, _ depth: Int) -> [String?]? {
        if node.string?.isLikeURL == true { return [] }
        guard depth > 0 else { return nil }
        for element in (node.elements ?? []).prefix(elementsLookedAt) {
            if let rest = path(in: element, depth - 1) { return [nil] + rest }
        }
        // What stands in the record itself comes before what stands further in.
        let members = node.members ?? []
        let texts = members.filter { $0.node.string != nil }
        for member in texts + members.filter({ $0.node.string == nil }) {
            // Between commas and equals signs such a name could not be typed.
            if member.key.contains(where: { ",=.".contains($0) }) { continue }
            if let rest = path(in: member.node, depth - 1) { return [member.key] + rest }
        }
        return nil
    }

    private static func text(_ path: some Sequence<String?>) -> String {
        path.compactMap { $0 }.joined(separator: ".")
    }
}

extension String {
    /// Whether it is an address of the web, as far as can be seen from its beginning.
    var isLikeURL: Bool {
        let start = trimmed.prefix(8).lowercased()
        return start.hasPrefix("http://") || start.hasPrefix("https://")
    }
}
