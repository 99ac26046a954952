import Bookmarks

/// Finds the URLs in a JSON file of unknown structure.
struct URLPlaces {
    private struct Place {
        /// The names along the path; `nil` stands for a list.
        var path: [String?]
        var sample: String
        var count = 1
        var isVaried = false
        /// Whether a name along the path means something else than a page, or cannot be typed.
        var isDoubtful: Bool

        var text: String {
            path.map { $0.map { ".\($0)" } ?? "[]" }.joined().drop { $0 == "." }.description
        }
    }

    private var places: [Place] = []
    private var indices: [String: Int] = [:]

    /// Throws an error that tells where URLs are, if nothing was found because of unusual field
    /// names.
    static func check(_ root: Node) throws(ImportError) {
        var found = URLPlaces()
        found.findURLs(in: root, [], deepest, isDoubtful: false)
        guard !found.places.isEmpty else { return }
        let beginning = "it has URLs in unknown fields. "
        if let mapping = found.mapping {
            throw ImportError.unknown(
                beginning + "Name the field: --map \(shellWord(mapping))",
                line: root.line)
        }
        let list = found.places.prefix(shownPlaces).map { "\($0.text) (\(shortened($0.sample)))" }
        throw ImportError.unknown(
            beginning + "Name the field with the page's URL: --map records=LIST,url=FIELD. Fields "
                + "with URLs: \(list.joined(separator: ", "))",
            line: root.line)
    }

    /// The argument for `--map`, if it is certain.
    private var mapping: String? {
        let sure = places.filter { !$0.isDoubtful }
        guard sure.count == 1, var path = sure.first?.path else { return nil }
        // The same address for a whole list belongs to something else.
        if sure[0].count > 1 && !sure[0].isVaried { return nil }
        // Of several URLs of a bookmark, the first is taken.
        if path.count > 1, path[path.count - 1] == nil { path[path.count - 1] = "0" }
        // The innermost list around the URL is the list of bookmarks.
        guard let list = path.lastIndex(of: nil) else {
            return "url=\(Self.mappingPath(path[...]))"
        }
        let url = Self.mappingPath(path[(list + 1)...])
        // A list of texts has no field names.
        guard !url.isEmpty, !path[..<list].contains(nil) else { return nil }
        return (list == 0 ? "" : "records=\(Self.mappingPath(path[..<list])),") + "url=\(url)"
    }

    /// The maximum depth, and the maximum number of list elements, of the search.
    private static let deepest = 8
    private static let elementsLookedAt = 20
    private static let shownPlaces = 10
    private static let mostPlaces = 200

    private mutating func findURLs(
        in node: Node, _ path: [String?], _ depth: Int, isDoubtful: Bool
    ) {
        if let text = node.string, text.isLikeURL { add(text, path, isDoubtful: isDoubtful) }
        guard depth > 0, places.count < Self.mostPlaces else { return }
        for element in (node.elements ?? []).prefix(Self.elementsLookedAt) {
            findURLs(in: element, path + [nil], depth - 1, isDoubtful: isDoubtful)
        }
        for (key, child) in node.members ?? [] {
            // `--map` separates names by commas and equals signs.
            let isUntypable = key.contains { ",=.".contains($0) }
            findURLs(
                in: child, path + [key], depth - 1,
                isDoubtful: isDoubtful || isUntypable || FieldName.namesOtherResource(key))
        }
    }

    private mutating func add(_ url: String, _ path: [String?], isDoubtful: Bool) {
        let place = Place(path: path, sample: url.trimmed, isDoubtful: isDoubtful)
        if let index = indices[place.text] {
            places[index].count += 1
            if places[index].sample != place.sample { places[index].isVaried = true }
            return
        }
        indices[place.text] = places.count
        places.append(place)
    }

    private static func mappingPath(_ path: ArraySlice<String?>) -> String {
        path.compactMap { $0 }.joined(separator: ".")
    }
}

extension String {
    /// Whether a text looks like a web address, judging by its beginning.
    var isLikeURL: Bool {
        let start = trimmed.prefix(8).lowercased()
        return start.hasPrefix("http://") || start.hasPrefix("https://")
    }
}
