import Bookmarks

// Floccus reads the file, compares it and its own bookmarks with their state after its last sync,
// and uploads whole entries that were edited in the browser. So a bookmark that was only renamed is
// uploaded with its old folder, for example.

extension BrowserMerge {
    /// Returns the states of an entry that the browser may have had when the person edited it; the
    /// likelier one last.
    func candidates(_ served: XBELFile.Entry) -> [XBELFile.Entry] {
        guard let item = last[served.number], item.entry.isFolder == served.isFolder else {
            return [served]
        }
        return [item.entry] + (item.served.map { [$0] } ?? [])
    }

    /// Returns the entry as the person saw it in the browser before the edit: the candidate with
    /// the fewest differences from the upload, but at least one.
    ///
    /// Untouched entries come back as served. So an entry in its former state was restored, by the
    /// strategy “overwrite” or by a person who undid an edit.
    func former(
        of entry: XBELFile.Entry, in parent: Int, _ served: XBELFile.Entry
    ) -> XBELFile.Entry {
        let others = candidates(served).reversed().filter {
            !Changes(of: entry, in: parent, since: $0).isEmpty
        }
        let nearest = others.min {
            Changes(of: entry, in: parent, since: $0).count
                < Changes(of: entry, in: parent, since: $1).count
        }
        return nearest ?? served
    }

    /// The fields in which two entries differ.
    struct Changes: Equatable {
        var title: Bool
        var url: Bool
        var parent: Bool

        init(of entry: XBELFile.Entry, in parent: Int, since other: XBELFile.Entry) {
            title = entry.title != other.title
            url = !isSame(entry.url, other.url)
            self.parent = parent != other.parent
        }

        var count: Int { [title, url, parent].count { $0 } }
        var isEmpty: Bool { count == 0 }
    }

    /// Returns the changed fields of an entry, without those uploaded as they were before the
    /// browser read the text.
    mutating func changes(
        of entry: XBELFile.Entry, in parent: Int, since served: XBELFile.Entry
    ) -> Changes {
        let differing = Changes(of: entry, in: parent, since: served)
        if differing.isEmpty { return differing }
        let former = former(of: entry, in: parent, served)
        var changes = Changes(of: entry, in: parent, since: former)
        changes.title = changes.title && differing.title
        changes.url = changes.url && differing.url
        changes.parent = changes.parent && differing.parent
        // If both sides moved the entry, floccus keeps the place in the file.
        let isLeft = changes.parent && former.parent != served.parent
        if changes != differing && !isLeft || isCrossed(entry, in: parent, former, served) {
            maybeNotTaken.insert(entry.number)
        }
        return changes
    }

    /// Whether one side moved an entry and the other one renamed it. Floccus then uploads its whole
    /// entry, and takes the whole served one.
    private func isCrossed(
        _ entry: XBELFile.Entry, in parent: Int, _ former: XBELFile.Entry, _ served: XBELFile.Entry
    ) -> Bool {
        let wasMoved = served.parent != former.parent
        return parent == former.parent
            ? wasMoved && entry.title != former.title
            : !wasMoved && served.title != former.title
    }

    /// Returns the path of a folder as the browser had it.
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
    /// the person who deleted it had not seen the edit.
    func wasEdited(_ served: XBELFile.Entry, _ now: Bookmark) -> Bool {
        guard let item = last[served.number] else { return false }
        let changes = candidates(served).map {
            Changes(of: served, in: served.parent, since: $0)
        }
        return changes.allSatisfy(\.title) || changes.allSatisfy(\.url)
            || changes.allSatisfy(\.parent) || item.unshown != 0 && item.unshown != now.unshown
    }

    // MARK: The next time

    /// Returns the state of the browser after the merge.
    func synced() -> [LastSync.Item] {
        guard hasBase else { return [] }
        return upload.entries.compactMap { entry in
            guard let number = resolved[entry.number] else { return nil }
            var uploaded = entry
            (uploaded.number, uploaded.parent) = (number, resolved[entry.parent] ?? 0)
            let isSure = !maybeNotTaken.contains(entry.number)
            return LastSync.Item(
                entry: uploaded, served: isSure ? nil : base[entry.number],
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
            // The bookmark was found for an entry that is new in the browser, which has its state
            // after the merge.
            let draft = edits.changes[id]?.edited ?? now.draft
            return Bookmark(id: id, draft: draft, added: 0).unshown
        }
        let served = base[entry.number] == nil ? earlierNumbers[number] ?? number : entry.number
        if now.version == versions[served] { return now.unshown }
        return last[served]?.unshown ?? LastSync.unseen
    }
}
