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

    /// Whether an entry is as it was before the browser read the text, as a whole. What nobody
    /// edits there comes as it was served. So this was made so: by floccus's strategy “overwrite”,
    /// or by a person who took an edit back.
    func isMadeSo(_ entry: XBELFile.Entry, in parent: Int, of served: XBELFile.Entry) -> Bool {
        known(served).contains { Self.changes(entry, in: parent, of: [$0]).isEmpty }
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
        if isMadeSo(entry, in: parent, of: served) { return differing }
        var changes = Self.changes(entry, in: parent, of: known)
        changes.title = changes.title && differing.title
        changes.url = changes.url && differing.url
        changes.parent = changes.parent && differing.parent
        // If both sides moved it, floccus leaves it as it is here.
        let wasMoved = known.allSatisfy { $0.parent != served.parent }
        if changes != differing && !(changes.parent && wasMoved)
            || isCrossed(entry, in: parent, known[0], served)
        {
            stayed.insert(entry.number)
        }
        return changes
    }

    /// Whether one side moved an entry and the other one renamed it. Floccus uploads the whole of
    /// its own then, and takes the whole of what it was served.
    private func isCrossed(
        _ entry: XBELFile.Entry, in parent: Int, _ former: XBELFile.Entry, _ served: XBELFile.Entry
    ) -> Bool {
        let wasMoved = served.parent != former.parent
        return parent == former.parent
            ? wasMoved && entry.title != former.title
            : !wasMoved && served.title != former.title
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

    /// Whether a bookmark that the upload lacks was edited since the browser's last sync. Who
    /// deleted it there had not seen the edit then.
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
        if base[entry.number] == nil, earlierNumbers[number] == nil {
            // Found for an entry that is new there: the browser has it as it is after the merge.
            let draft = edits.changes[id]?.edited ?? now.draft
            return Bookmark(id: id, draft: draft, added: 0).unshown
        }
        let served = base[entry.number] == nil ? earlierNumbers[number] ?? number : entry.number
        if now.version == versions[served] { return now.unshown }
        return last[served]?.unshown ?? LastSync.unseen
    }
}
