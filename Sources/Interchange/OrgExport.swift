import Bookmarks

/// Writes Org: folders and bookmarks are headlines, a bookmark's a link.
enum OrgExport {
    static func text(_ bookmarks: [Bookmark]) -> String {
        var text = ""
        FolderWalk.forEach(bookmarks) { step in
            switch step {
            case .open(let name, let depth): text += "\(stars(depth)) \(name.collapsed)\n"
            case .bookmark(let bookmark, let depth): append(bookmark, stars(depth), to: &text)
            case .close: break
            }
        }
        return text
    }

    private static func stars(_ depth: Int) -> String { String(repeating: "*", count: depth + 1) }

    private static func append(_ bookmark: Bookmark, _ stars: String, to text: inout String) {
        let url = bookmark.url.replacing("[", with: "%5B").replacing("]", with: "%5D")
        let name = bookmark.title.collapsed.replacing("[", with: "(").replacing("]", with: ")")
        text += "\(stars) [[\(url)][\(name)]]"
        if !bookmark.tags.isEmpty { text += " :\(bookmark.tags.joined(separator: ":")):" }
        text += "\n"
        if let added = Calendar(bookmark.added)?.org {
            text += "  :PROPERTIES:\n  :CREATED:  [\(added)]\n  :END:\n"
        }
        for line in bookmark.notes.split(separator: "\n", omittingEmptySubsequences: false)
        where !bookmark.notes.isEmpty {
            text += line.allSatisfy(\.isWhitespace) ? "\n" : "  \(line)\n"
        }
    }
}
