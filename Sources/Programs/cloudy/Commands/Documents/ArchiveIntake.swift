import BookmarkLibrary
import Bookmarks
import DeviceStore
import Documents
import FileCoordination

/// Stores the contents of an archive of documents, and makes the items that attach them to their
/// bookmarks.
struct ArchiveIntake {
    let folder: String
    let home: Home
    /// The bookmarks that a trial would add. A trial stores and fetches no content.
    private let planned: PlannedBookmarks?
    /// The documents to keep.
    private(set) var items: [DocumentEditor.Item] = []
    /// The number of documents that their bookmarks already have.
    private(set) var alreadyThere = 0
    /// The number of new documents for each bookmark.
    private var more: [String: Int] = [:]
    /// The documents taken so far; an archive may name one twice.
    private var taken: Set<Taken> = []
    /// The index of each bookmark's note among the items, with its text.
    private var notes: [String: (index: Int, text: [UInt8])] = [:]

    private struct Taken: Hashable {
        var bookmark: String
        var kind: Document.Kind
        var content: ChunkName
        var name: String
    }

    /// - Parameter planned: the bookmarks that a trial would add; `nil` if this is no trial.
    init(folder: String, home: Home, planned: PlannedBookmarks?) {
        self.folder = folder
        self.home = home
        self.planned = planned
    }

    private var isTrial: Bool { planned != nil }

    /// Takes a document, unless its bookmark already has it. Throws if it cannot be stored.
    mutating func take(_ entry: DocumentArchive.Entry) throws {
        // A path in another person's index must not lead out of the folder.
        let parts = entry.file.split(separator: "/", omittingEmptySubsequences: false)
        guard !parts.contains(where: { $0.isEmpty || $0 == ".." }),
            let kind = Document.Kind(rawValue: entry.kind)
        else { throw HomeError(.damaged, "the index names no document of this folder.") }
        let bookmark = try bookmark(of: entry.url)
        let content = try GivenPath.read("\(folder)/\(entry.file)", atMost: Document.longest + 1)
        if content.count > Document.longest {
            throw HomeError(
                .damaged,
                "it is larger than \(Document.longest >> 20) MiB, the limit of a document.")
        }
        let there = try home.documents(ofBookmark: bookmark)
        let name = home.contents.name(of: content)
        let isThere = there.contains { document in
            guard document.kind == kind else { return false }
            // An earlier text of a note is missing from the note, and a person may want it back.
            if kind == .note { return document.head.content == name }
            return (kind != .file || document.name == entry.name)
                && document.versions.contains { $0.content == name }
        }
        let new = Taken(bookmark: bookmark, kind: kind, content: name, name: entry.name)
        if isThere || !taken.insert(new).inserted {
            alreadyThere += 1
            return
        }
        if kind == .note { return try takeNote(content, entry, bookmark) }
        try Document.checkRoom(beside: there.count + more[bookmark, default: 0])
        var draft = DocumentEditor.Draft(
            kind: kind, name: entry.name, mediaType: entry.type, source: entry.source,
            content: isTrial ? name : try home.contents.keep(content), length: content.count)
        (draft.made, draft.changed) = (entry.added, entry.changed)
        items.append(
            DocumentEditor.Item(
                bookmark: bookmark, draft: draft,
                siblings: there.count + more[bookmark, default: 0]))
        more[bookmark, default: 0] += 1
    }

    /// Returns the bookmark of a URL: if several share the page, the one with the same URL.
    private func bookmark(of url: String) throws -> String {
        let address = WebAddress(stored: url)
        let rows = try home.catalog.rows(pageKey: address.pageKey)
            .filter { WebAddress(stored: $0.url).placeKey == address.placeKey }
        if let row = rows.first(where: { $0.url == url }) ?? rows.first { return row.id }
        if let id = planned?.id(of: address) { return id }
        throw HomeError(.damaged, "there is no bookmark of \(url).")
    }

    /// Takes a note. A bookmark has only one, so another note is added below it, like imported
    /// notes.
    private mutating func takeNote(
        _ content: [UInt8], _ entry: DocumentArchive.Entry, _ bookmark: String
    ) throws {
        guard content.isText else { throw HomeError(.damaged, "it is not text.") }
        let before =
            try notes[bookmark]?.text
            ?? home.note(ofBookmark: bookmark).map { try self.text(of: $0) }
        var text = content
        if let before {
            // Its text may be part of a longer note since an earlier import.
            if before.holds(content) {
                alreadyThere += 1
                return
            }
            let gap = before.last == UInt8(ascii: "\n") ? "\n" : "\n\n"
            text = before + Array(gap.utf8) + content
        }
        if notes[bookmark] == nil, try home.note(ofBookmark: bookmark) == nil {
            let there = try home.documents(ofBookmark: bookmark).count
            try Document.checkRoom(beside: there + more[bookmark, default: 0])
            more[bookmark, default: 0] += 1
        }
        var item = try home.item(note: text, ofBookmark: bookmark, isTrial: isTrial)
        if before == nil { (item.draft.made, item.draft.changed) = (entry.added, entry.changed) }
        if let index = notes[bookmark]?.index {
            items[index] = item
        } else {
            items.append(item)
        }
        notes[bookmark] = (notes[bookmark]?.index ?? items.count - 1, text)
    }

    /// Returns the current text of a note. A fetched text would stay on this device, so a trial
    /// counts a text in the cloud as empty.
    private func text(of note: Document) throws -> [UInt8] {
        if !isTrial { return try home.contentNow(of: note) }
        return (try? home.contents.content(note.head.content)) ?? []
    }
}

extension [UInt8] {
    /// Whether the text contains these lines consecutively.
    fileprivate func holds(_ lines: [UInt8]) -> Bool {
        func marked(_ text: [UInt8]) -> [UInt8] {
            let end: [UInt8] = text.last == UInt8(ascii: "\n") ? [] : [UInt8(ascii: "\n")]
            return [UInt8(ascii: "\n")] + text + end
        }
        return marked(self).contains(marked(lines))
    }
}
