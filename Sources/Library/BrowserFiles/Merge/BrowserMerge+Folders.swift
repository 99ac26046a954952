import Bookmarks

extension BrowserMerge {
    /// Takes new, renamed, moved and missing folders of the upload.
    mutating func takeFolders() {
        var filled: Set<Int> = []
        let parents = Dictionary(
            upload.entries.map { ($0.number, $0.parent) }, uniquingKeysWith: { first, _ in first })
        for entry in upload.entries where !entry.isFolder {
            var next = entry.parent
            while next != 0, filled.insert(next).inserted { next = parents[next] ?? 0 }
        }
        for entry in upload.entries where entry.isFolder {
            let parent = resolved[entry.parent] ?? 0
            let number = folder(entry, in: parent)
            resolved[entry.number] = number
            takenFolders.insert(number)
            numbering.setKept(number, !filled.contains(entry.number))
        }
        guard hasBase else { return }
        let there = Set(resolved.values)
        for entry in base.values where entry.isFolder && !there.contains(entry.number) {
            // The folder stays as long as it contains something that the browser did not see.
            numbering.setKept(entry.number, false)
        }
    }

    /// Returns the number of a folder of the upload.
    private mutating func folder(_ entry: XBELFile.Entry, in parent: Int) -> Int {
        let old = base[entry.number].flatMap { $0.isFolder ? $0 : nil }
        if let old, hasBase || old.title == entry.title {
            take(entry, of: old, in: parent)
            return old.number
        }
        // The same upload was already merged before.
        if hasBase, numbering[entry.number]?.isFolder == true { return entry.number }
        if !hasBase, let same = sameFolder(entry, in: parent) { return same }
        let number = freeNumber(entry.number)
        numbering.set(number, Numbering.Item(.folder, parent: parent, title: entry.title))
        return number
    }

    /// Takes the changes of a folder.
    private mutating func take(
        _ entry: XBELFile.Entry, of old: XBELFile.Entry, in parent: Int
    ) {
        guard var item = numbering[old.number], item.isFolder else {
            numbering.set(
                old.number, Numbering.Item(.folder, parent: parent, title: entry.title))
            return
        }
        let changes = changes(of: entry, in: parent, since: old)
        if changes.title { item.title = entry.title }
        // Two browsers may each move one of two folders into the other.
        if changes.parent, !numbering.isWithin(parent, old.number) { item.parent = parent }
        numbering.set(old.number, item)
    }

    /// Returns a folder with the same title in the same place that no other entry has taken.
    private mutating func sameFolder(_ entry: XBELFile.Entry, in parent: Int) -> Int? {
        while let number = sameFolders[parent]?[entry.title]?.popLast() {
            let item = numbering[number]
            let isThere = item?.isFolder == true && item?.parent == parent
            if isThere, !takenFolders.contains(number) { return number }
        }
        return nil
    }

    /// Gives each bookmark the path of its current folder.
    mutating func takePaths() {
        let paths = numbering.paths()
        // Another path would be an edit that the deletion did not see.
        let deleted = Set(edits.deletions.map(\.id))
        for (id, item) in library.items where !deleted.contains(id) {
            guard let number = numbering.numbers[id], let parent = numbering[number]?.parent,
                let path = paths[parent], path != item.path
            else { continue }
            let draft = item.bookmark.draft
            let stored = library.stored(path)
            change(id, draft, revives: false) { original, edited in
                // If the browser moved the bookmark, the state that it saw is already recorded.
                if original.folder == edited.folder { original.folder = draft.folder }
                edited.folder = stored
            }
        }
        for index in edits.additions.indices {
            let id = edits.additions[index].id
            guard let number = numbering.numbers[id], let parent = numbering[number]?.parent else {
                continue
            }
            edits.additions[index].draft.folder = library.stored(paths[parent] ?? "")
            // The path of its folder may be too long for the library.
            let draft = edits.additions[index].draft
            if draft.refusal() != nil, var item = numbering[number] {
                (item.kind, item.title) = (.apart(url: draft.url), draft.name)
                numbering.set(number, item)
            }
        }
        for (id, change) in edits.changes where library.items[id] == nil && change.revives {
            guard let number = numbering.numbers[id], let parent = numbering[number]?.parent else {
                continue
            }
            edits.changes[id]?.edited.folder = library.stored(paths[parent] ?? "")
        }
    }
}
