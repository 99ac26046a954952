import Bookmarks

// Floccus reads the file, compares it and its own bookmarks with what it had after its last sync,
// and uploads the whole of an entry that was edited here: with the old folder of a bookmark that
// was only renamed, for one.

extension BrowserMerge {
    /// An entry as the person in front of the browser saw it before editing it.
    func seen(_ served: XBELFile.Entry) -> XBELFile.Entry {
        guard let entry = last[served.number]?.entry, entry.isFolder == served.isFolder else {
            return served
        }
        return entry
    }

    /// The fields of an entry that a person changed in the browser.
    struct Changes {
        var title: Bool
        var url: Bool
        var parent: Bool

        var isEmpty: Bool { !title && !url && !parent }
    }

    /// What was changed of an entry: not what is uploaded as it was before the browser read the
    /// text.
    mutating func changes(
        of entry: XBELFile.Entry, in parent: Int, since served: XBELFile.Entry
    ) -> Changes {
        let differs = Self.differences(entry, parent, served)
        if differs.isEmpty { return differs }
        let old = seen(served)
        let edited = Self.differences(entry, parent, old)
        let changes = Changes(
            title: differs.title && edited.title, url: differs.url && edited.url,
            parent: differs.parent && edited.parent)
        // Floccus takes the whole of the served entry then, unless both sides moved it.
        if changes.parent != differs.parent
            || changes.title != differs.title && old.parent == served.parent
        {
            stayed.insert(entry.number)
        }
        return changes
    }

    private static func differences(
        _ entry: XBELFile.Entry, _ parent: Int, _ other: XBELFile.Entry
    ) -> Changes {
        Changes(
            title: entry.title != other.title, url: !isSame(entry.url, other.url),
            parent: parent != other.parent)
    }

    /// The path of a folder as the browser had it.
    func seenPath(_ number: Int) -> String? {
        path(number, in: last.isEmpty ? base : last.mapValues(\.entry))
    }

    private func path(_ number: Int, in folders: [Int: XBELFile.Entry]) -> String? {
        var titles: [String] = []
        var next = number
        while next != 0 {
            guard let folder = folders[next], titles.count <= folders.count else { return nil }
            titles.append(folder.title)
            next = folder.parent
        }
        return FolderPath.path(titles.reversed())
    }

    /// Whether a bookmark that the upload lacks was edited since the browser's last sync, so that
    /// who deleted it there did not see the edit.
    func wasEdited(_ served: XBELFile.Entry, _ now: Bookmark) -> Bool {
        guard let item = last[served.number] else { return false }
        return !Self.differences(served, served.parent, item.entry).isEmpty
            || item.unshown != 0 && item.unshown != now.unshown
    }

    // MARK: The next time

    /// What the browser has now.
    func synced() -> [LastSync.Item] {
        guard hasBase else { return [] }
        return upload.entries.compactMap { entry in
            guard let number = resolved[entry.number] else { return nil }
            var known = entry
            known.parent = resolved[entry.parent] ?? 0
            if stayed.contains(entry.number), let served = base[entry.number] { known = served }
            known.number = number
            return LastSync.Item(entry: known, unshown: unshown(entry, number))
        }
    }

    private func unshown(_ entry: XBELFile.Entry, _ number: Int) -> UInt64 {
        guard case .bookmark(let id)? = numbering[number]?.kind else { return 0 }
        if let index = edits.additionIndex[id] {
            return Bookmark(id: id, draft: edits.additions[index].draft, added: 0).unshown
        }
        guard let now = library.items[id]?.bookmark else { return 0 }
        let served = base[entry.number] == nil ? earlierNumbers[number] ?? number : entry.number
        if now.version == versions[served] { return now.unshown }
        return last[served]?.unshown ?? LastSync.unseen
    }
}
