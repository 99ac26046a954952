public import Bookmarks

/// A person's choices for an import, in addition to the contents of the file.
public struct ImportSettings: Sendable, Hashable {
    /// Tags that every bookmark gets.
    public var tags: [String]
    /// Tags for bookmarks on a list of things to read.
    public var unreadTags: [String]
    /// The folder around all folders of the file.
    public var folder: String

    public init(tags: [String] = [], unreadTags: [String] = [], folder: String = "") {
        self.tags = tags
        self.unreadTags = unreadTags
        self.folder = FolderPath.normalized(folder)
    }

    /// Returns the bookmark to import for an entry of a file.
    public func bookmark(_ found: ImportedBookmark) -> BookmarkImport {
        let tags = found.tags + tags + (found.isUnread ? unreadTags : [])
        var draft = BookmarkDraft(
            name: found.name, url: Self.whole(found.url), tags: Tags.unique(tags),
            notes: found.notes, description: found.description,
            folder: FolderPath.joined(folder, found.folder), isUnread: found.isUnread,
            isArchived: found.isArchived)
        Self.shorten(&draft)
        return BookmarkImport(
            draft: draft, added: found.added ?? found.modified, position: found.position)
    }

    /// Moves the excess of a name or of tags into the notes.
    private static func shorten(_ draft: inout BookmarkDraft) {
        var lines: [String] = []
        let limit = BookmarkDraft.maximumNameLength
        if draft.name.utf8.count > limit, draft.name.unicodeScalars.count > limit {
            let scalars = draft.name.unicodeScalars
            let end = scalars.index(scalars.startIndex, offsetBy: limit - 1)
            lines.append("…" + String(scalars[end...]))
            draft.name = String(scalars[..<end]) + "…"
        }
        let isLong = { (tag: String) in
            tag.utf8.count > BookmarkDraft.maximumTagLength
                && tag.unicodeScalars.count > BookmarkDraft.maximumTagLength
        }
        if draft.tags.contains(where: isLong) {
            lines += draft.tags.filter(isLong).map { "#" + $0 }
            draft.tags.removeAll(where: isLong)
        }
        if lines.isEmpty { return }
        draft.notes = (lines + (draft.notes.isEmpty ? [] : [draft.notes])).joined(separator: "\n")
    }

    /// Whether an address in a page is relative, and leads to another page of the same site.
    static func isRelative(_ url: String) -> Bool {
        !url.isEmpty && URLReference.scheme(of: url) == nil && whole(url) == url
    }

    /// Returns a URL with its scheme, which lists of hosts leave out (`www.example.org/page`), as
    /// do pages (`//example.org/page`).
    private static func whole(_ url: String) -> String {
        if url.hasPrefix("//") { return WebAddress.withAssumedScheme(url.dropFirst(2)) }
        let beforeColon = url.utf8.prefix { $0 != UInt8(ascii: ":") }
        guard let first = beforeColon.first, ASCII.isLetter(first) || ASCII.isDigit(first),
            // The scheme of an app's link may look like a host: `com.example.app:open`.
            WebAddress(stored: url).scheme == nil
        else { return url }
        let host = url.prefix { !"/?#:".contains($0) }
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count > 1, labels.allSatisfy({ !$0.isEmpty }),
            host.utf8.allSatisfy({
                ASCII.isLetter($0) || ASCII.isDigit($0) || "-.".utf8.contains($0) || $0 > 0x7F
            }),
            let last = labels.last, last.utf8.allSatisfy({ !ASCII.isDigit($0) }),
            // Otherwise, it looks like a relative address of a page.
            host.count < url.count || labels[0] == "www" || !files.contains(last.lowercased())
        else { return url }
        return WebAddress.withAssumedScheme(url)
    }

    private static let files: Set<String> = ["htm", "html", "php", "pdf", "md", "txt", "xml"]
}
