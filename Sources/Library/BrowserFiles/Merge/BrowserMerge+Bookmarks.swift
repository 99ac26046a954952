import Bookmarks
import Replication

extension BrowserMerge {
    /// Takes the bookmarks of the upload, and the entries that stay out of the library.
    mutating func takeBookmarks() {
        var new: [XBELFile.Entry] = []
        for entry in upload.entries where !entry.isFolder {
            if !takeKnown(entry) { new.append(entry) }
        }
        if new.isEmpty { return }
        var matching = NewEntries(self, new)
        for entry in new { takeNew(entry, &matching) }
    }

    /// Takes the changes of an entry that the file already has. Returns whether it has it.
    private mutating func takeKnown(_ entry: XBELFile.Entry) -> Bool {
        guard let item = numbering[entry.number] else { return takeLost(entry) }
        let old = base[entry.number].flatMap { $0.isFolder ? nil : $0 }
        if !hasBase, old.map({ !Self.isSame($0.url, entry.url) }) ?? true { return false }
        switch item.kind {
        case .folder: return false
        case .apart(let url): return takeEntryKeptOut(entry, old, item, url)
        case .bookmark(let id):
            guard found.insert(id).inserted else { return true }
            resolved[entry.number] = numbering.numbers[id] ?? entry.number
            if let old { take(entry, of: old, id) }
            return true
        }
    }

    /// Takes an entry that stays out of the library, and that another browser has deleted since:
    /// restores it if it was changed here.
    private mutating func takeLost(_ entry: XBELFile.Entry) -> Bool {
        guard hasBase, let old = base[entry.number], !old.isFolder else { return false }
        if isUnchanged(entry, old) { return true }
        return false
    }

    private func isUnchanged(_ entry: XBELFile.Entry, _ old: XBELFile.Entry) -> Bool {
        entry.title == old.title && Self.isSame(entry.url, old.url)
            && resolved[entry.parent] == old.parent
    }

    private mutating func takeEntryKeptOut(
        _ entry: XBELFile.Entry, _ old: XBELFile.Entry?, _ item: Numbering.Item, _ url: String
    ) -> Bool {
        if Self.canBeBookmark(entry, library) {
            numbering.set(entry.number, nil)
            base[entry.number] = nil
            return false
        }
        resolved[entry.number] = entry.number
        guard let old else { return true }
        var item = item
        if entry.title != old.title { item.title = entry.title }
        if !Self.isSame(entry.url, old.url) { item.kind = .apart(url: entry.url ?? url) }
        if let parent = resolved[entry.parent], parent != old.parent { item.parent = parent }
        numbering.set(entry.number, item)
        return true
    }

    /// Takes a person's changes to a bookmark.
    private mutating func take(_ entry: XBELFile.Entry, of old: XBELFile.Entry, _ id: String) {
        let parent = resolved[entry.parent] ?? 0
        let changes = changes(of: entry, in: parent, since: old)
        if changes.isEmpty { return }
        guard let now = library.latest(id)?.draft else { return }
        let seen = former(of: entry, in: parent, old)
        change(id, now) { original, edited in
            if changes.title {
                original.name = XBELText.title(now.name) == seen.title ? now.name : seen.title
                edited.name = entry.title
            }
            if changes.url {
                original.url = Self.isSame(now.url, seen.url) ? now.url : seen.url ?? ""
                edited.url = entry.url ?? ""
            }
        }
        if changes.parent { move(id, from: seen.parent, to: parent, now) }
    }

    /// Moves a bookmark; records the folder in which the browser saw it.
    private mutating func move(_ id: String, from old: Int, to parent: Int, _ now: BookmarkDraft) {
        let before = numbering.numbers[id].flatMap { numbering[$0]?.parent }
        numbering.move(id, to: parent)
        // Others moved it elsewhere, too: the conflict keeps that folder.
        guard let before, before != old, let path = seenPath(old) else { return }
        let seen = library.stored(path)
        change(id, now) { original, edited in
            original.folder = seen
            edited.folder = now.folder
        }
    }

    // MARK: New entries

    private mutating func takeNew(_ entry: XBELFile.Entry, _ matching: inout NewEntries) {
        let parent = resolved[entry.parent] ?? 0
        guard Self.canBeBookmark(entry, library) else {
            let number = freeNumber(entry.number)
            numbering.set(
                number,
                Numbering.Item(
                    .apart(url: entry.url ?? ""), parent: parent, title: entry.title))
            resolved[entry.number] = number
            return
        }
        if let (id, old) = matching.takeReplaced(by: entry, found) {
            replace(old, id, by: entry, parent)
        } else if let id = matching.takeSame(as: entry, in: parent, found) {
            found.insert(id)
            resolved[entry.number] = numbering.numbers[id]
        } else {
            let number = freeNumber(entry.number)
            resolved[entry.number] = number
            if let bookmark = matching.takeDeleted(entry, in: parent) {
                restore(bookmark, as: entry)
                numbering.serve(bookmark.id, as: number, in: parent)
                return
            }
            let id = BookmarkID.make(random: random())
            found.insert(id)
            numbering.serve(id, as: number, in: parent)
            edits.additionIndex[id] = edits.additions.count
            edits.additions.append(
                LibraryEdit.Addition(
                    id: id, draft: BookmarkDraft(name: entry.title, url: entry.url ?? "")))
        }
    }

    /// Takes a new URL of a bookmark, which floccus writes as a deletion and a new entry.
    private mutating func replace(
        _ old: XBELFile.Entry, _ id: String, by entry: XBELFile.Entry, _ parent: Int
    ) {
        found.insert(id)
        let number = freeNumber(entry.number)
        resolved[entry.number] = number
        earlierNumbers[number] = numbering.numbers[id]
        let stays = numbering.numbers[id].flatMap { numbering[$0]?.parent } ?? parent
        numbering.serve(id, as: number, in: stays)
        guard let now = library.latest(id)?.draft else { return }
        let seen = (candidates(old).last ?? old).url
        change(id, now) { original, edited in
            original.url = Self.isSame(now.url, seen) ? now.url : seen ?? ""
            edited.url = entry.url ?? ""
        }
    }

    private mutating func restore(_ bookmark: Bookmark, as entry: XBELFile.Entry) {
        found.insert(bookmark.id)
        change(bookmark.id, bookmark.draft) { original, edited in
            if XBELText.title(original.name) != entry.title { edited.name = entry.title }
            if !Self.isSame(original.url, entry.url) { edited.url = entry.url ?? "" }
            edited.isArchived = false
        }
    }

    // MARK: Comparing

    /// Whether a browser, which normalizes URLs, treats two URLs as the same.
    static func isSame(_ one: String?, _ other: String?) -> Bool {
        guard let one, let other else { return one == other }
        if one == other { return true }
        let urls = [one, other].map { WebAddress(stored: XBELText.url($0)).wholeSpelling }
        return urls[0] == urls[1]
    }

    /// Whether the library can hold an entry. Firefox's separators stay in the file.
    static func canBeBookmark(_ entry: XBELFile.Entry, _ library: FileLibrary) -> Bool {
        guard let url = entry.url, !url.hasPrefix("https://separator.floccus.org/") else {
            return false
        }
        return BookmarkDraft(name: entry.title, url: url).refusal() == nil
    }
}
