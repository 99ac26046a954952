import Bookmarks

/// Finds the bookmarks that new entries of an upload may stand for.
struct NewEntries {
    private struct Place: Hashable {
        var parent: Int
        var text: String
    }

    /// The bookmarks that the upload lacks, by folder and title.
    private var missing: [Place: [(id: String, old: XBELFile.Entry)]] = [:]
    /// The bookmarks that the browser did not see, by folder and page.
    private var unseen: [Place: [Bookmark]] = [:]
    /// The deleted and archived bookmarks, by path and page.
    private var away: [String: [Bookmark]] = [:]
    private let hasBase: Bool
    private let paths: [Int: String]
    private let library: FileLibrary

    init(_ merge: BrowserMerge, _ new: [XBELFile.Entry]) {
        hasBase = merge.hasBase
        library = merge.library
        paths = merge.numbering.paths()
        let there = Set(merge.upload.entries.map(\.number))
        if hasBase {
            let gone = merge.base.values.filter { !$0.isFolder && !there.contains($0.number) }
            var seenBefore: [(Place, String, XBELFile.Entry)] = []
            for old in gone.sorted(by: { $0.number < $1.number }) {
                guard case .bookmark(let id)? = merge.numbering[old.number]?.kind,
                    !merge.found.contains(id)
                else { continue }
                missing[Place(parent: old.parent, text: old.title), default: []].append((id, old))
                // The browser gives the new entry the title and the folder that it knew.
                for known in merge.candidates(old)
                where known.parent != old.parent || known.title != old.title {
                    seenBefore.append((Place(parent: known.parent, text: known.title), id, old))
                }
            }
            for (place, id, old) in seenBefore { missing[place, default: []].append((id, old)) }
        }
        let pages = Set(new.map { WebAddress(stored: $0.url ?? "").placeKey })
        let seen = Set(
            hasBase
                ? merge.base.keys.compactMap { number -> String? in
                    guard case .bookmark(let id)? = merge.numbering[number]?.kind else {
                        return nil
                    }
                    return id
                } : [])
        for (id, item) in merge.library.items.sorted(by: { $0.key < $1.key }) {
            let page = WebAddress(stored: item.bookmark.url).placeKey
            guard pages.contains(page), !merge.found.contains(id) else { continue }
            if item.bookmark.isArchived {
                away["\(item.path)\n\(page)", default: []].append(item.bookmark)
            } else if !seen.contains(id), let number = merge.numbering.numbers[id],
                let parent = merge.numbering[number]?.parent
            {
                unseen[Place(parent: parent, text: page), default: []].append(item.bookmark)
            }
        }
        let deleted = merge.library.deleted.values.sorted { $0.id < $1.id }
        for bookmark in deleted where !merge.found.contains(bookmark.id) {
            let page = WebAddress(stored: bookmark.url).placeKey
            guard pages.contains(page), let path = library.path(of: bookmark.folder) else {
                continue
            }
            away["\(path)\n\(page)", default: []].append(bookmark)
        }
    }

    /// Returns the bookmark whose URL was changed to an entry's.
    mutating func takeReplaced(
        by entry: XBELFile.Entry, _ found: Set<String>
    ) -> (id: String, old: XBELFile.Entry)? {
        let place = Place(parent: entry.parent, text: entry.title)
        guard let index = missing[place]?.firstIndex(where: { !found.contains($0.id) }) else {
            return nil
        }
        return missing[place]?.remove(at: index)
    }

    /// Returns the same bookmark if it was added elsewhere meanwhile.
    mutating func takeSame(
        as entry: XBELFile.Entry, in parent: Int, _ found: Set<String>
    ) -> String? {
        let page = WebAddress(stored: entry.url ?? "").placeKey
        let place = Place(parent: parent, text: page)
        let index = unseen[place]?.firstIndex { bookmark in
            if found.contains(bookmark.id) { return false }
            if !hasBase { return true }
            return XBELText.title(bookmark.name) == entry.title
                && BrowserMerge.isSame(bookmark.url, entry.url)
        }
        return index.flatMap { unseen[place]?.remove(at: $0).id }
    }

    /// Returns the deleted or archived bookmark that an entry restores.
    mutating func takeDeleted(_ entry: XBELFile.Entry, in parent: Int) -> Bookmark? {
        let page = WebAddress(stored: entry.url ?? "").placeKey
        let key = "\(paths[parent] ?? "")\n\(page)"
        guard
            let index = away[key]?.firstIndex(where: { BrowserMerge.isSame($0.url, entry.url) })
                ?? away[key]?.indices.first
        else { return nil }
        return away[key]?.remove(at: index)
    }
}
