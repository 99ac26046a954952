import Bookmarks

/// Writes Org: folders and bookmarks become headlines; the headline of a bookmark is a link.
enum OrgExport {
    static func text(_ bookmarks: [Bookmark]) -> String {
        var text = ""
        FolderWalk.forEach(bookmarks) { step in
            switch step {
            case .open(let name, let depth):
                text +=
                    "\(stars(depth)) \(OrgHeadline.text(ofFolder: name.collapsed))\n"
            case .bookmark(let bookmark, let depth): append(bookmark, stars(depth), to: &text)
            case .close: break
            }
        }
        return text
    }

    private static func stars(_ depth: Int) -> String { String(repeating: "*", count: depth + 1) }

    private static func append(_ bookmark: Bookmark, _ stars: String, to text: inout String) {
        let url = bookmark.url.replacing("[", with: "%5B").replacing("]", with: "%5D")
        let name = withoutBrackets(bookmark.name.collapsed)
        text += "\(stars) [[\(url)]\(name.isEmpty ? "" : "[\(name)]")]"
        if !bookmark.tags.isEmpty { text += " :\(bookmark.tags.map(tag).joined(separator: ":")):" }
        text += "\n"
        let created = FileTime(bookmark.added)?.org
        let isExact = bookmark.tags.allSatisfy { tag($0) == $0 }
        // The drawer is written even without a time: the lines below it are then always notes.
        var properties = created.map { "  :CREATED:  [\($0)]\n" } ?? ""
        if !isExact {
            properties += "  :\(OrgProperties.tagsName): \(Tags.text(bookmark.tags))\n"
        }
        let description = bookmark.description.collapsed
        if !description.isEmpty { properties += "  :DESCRIPTION: \(description)\n" }
        if bookmark.isUnread { properties += "  :UNREAD: t\n" }
        if bookmark.isArchived { properties += "  :ARCHIVED: t\n" }
        if !properties.isEmpty || !bookmark.notes.isEmpty {
            text += "  :PROPERTIES:\n\(properties)  :END:\n"
        }
        text += notes(bookmark.notes)
    }

    /// Returns notes indented like the properties above them, so that an import restores them,
    /// including blank lines at both ends.
    private static func notes(_ notes: String) -> String {
        if notes.isEmpty { return "" }
        let lines = notes.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
        return lines.enumerated().map { index, line in
            let isInside = index > 0 && index < lines.count - 1
            if line.isEmpty && isInside { return "\n" }
            return "  \(ListItem.escaped(line, with: LinesParser.orgEscape))\n"
        }.joined()
    }

    private static func withoutBrackets(_ text: String) -> String {
        text.replacing("[", with: "(").replacing("]", with: ")")
    }

    /// Returns a tag as Org allows it: letters, digits and a few other characters.
    private static func tag(_ tag: String) -> String {
        var text = String.UnicodeScalarView()
        for scalar in tag.unicodeScalars {
            let isWord =
                scalar.properties.isAlphabetic
                || scalar.properties.generalCategory == .decimalNumber
            text.append(isWord || "_@#%".unicodeScalars.contains(scalar) ? scalar : "_")
        }
        return String(text)
    }
}
