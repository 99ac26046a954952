import Bookmarks

// Floccus reads the file, compares it and its own bookmarks with what it had after its last sync,
// and uploads the whole of an entry that was edited here: with the old folder of a bookmark that
// was only renamed, for one.

extension BrowserMerge {
    /// What the browser may have had of an entry when the person edited it there.
    func known(_ served: XBELFile.Entry) -> [XBELFile.Entry] {
        guard let item = last[served.number], item.entry.isFolder == served.isFolder else {
            return [served]
        }
        return [item.entry] + (item.served.map { [$0] } ?? [])
    }

    /// The fields of an entry that differ from others.
    struct Changes: Equatable {
        var title: Bool
        var url: Bool
        var parent: Bool

        var isEmpty: Bool { !title && !url && !parent }
    }

    private static func changes(
        _ entry: XBELFile.Entry, in parent: Int, of others: [XBELFile.Entry]
    ) -> Changes {
        Changes(
            title: others.allSatisfy { $0.title != entry.title },
            url: others.allSatisfy { !isSame($0.url, entry.url) },
            parent: others.allSatisfy { $0.parent != parent })
    }

    /// An entry as the person in front of the browser saw it before editing it.
    func seen(_ served: XBELFile.Entry) -> XBELFile.Entry {
        let known = known(served)
        let unseen = Self.changes(served, in: served.parent, of: known)
        var seen = served
        if unseen.title { seen.title = known[0].title }
        if unseen.url { seen.url = known[0].url }
        if unseen.parent { seen.parent = known[0].parent }
        return seen
    }

    /// What was changed of an entry: not what is uploaded as it was before the browser read the
    /// text.
    mutating func changes(
        of entry: XBELFile.Entry, in parent: Int, since served: XBELFile.Entry
    ) -> Changes {
        let differing = Self.changes(entry, in: parent, of: [served])
        if differing.isEmpty { return differing }
        let known = known(served)
        var changes = Self.changes(entry, in: parent, of: known)
        changes.title = changes.title && differing.title
        changes.url = changes.url && differing.url
        changes.parent = changes.parent && differing.parent
        // If both sides moved it, floccus leaves it as it is here.
        let wasMoved = known.allSatisfy { $0.parent != served.parent }
        if changes != differing, !(changes.parent && wasMoved) { stayed.insert(entry.number) }
        return changes
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
        return !Self.changes(served, in: served.parent, of: known(served)).isEmpty
            || item.unshown != 0 && item.unshown != now.unshown
    }

    // MARK: The next time

    /// What the browser has now.
    func synced() -> [LastSync.Item] {
        guard hasBase else { return [] }
        return upload.entries.compactMap { entry in
            guard let number = resolved[entry.number] else { return nil }
            var uploaded = entry
            (uploaded.number, uploaded.parent) = (number, resolved[entry.parent] ?? 0)
            return LastSync.Item(
                entry: uploaded, served: stayed.contains(entry.number) ? base[entry.number] : nil,
                unshown: unshown(entry, number))
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
