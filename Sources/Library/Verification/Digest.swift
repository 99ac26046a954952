import Bookmarks
import Replication

// The digest of a list of bookmarks, which does not depend on their place or order.
//
// Each bookmark is written as the CBOR of an array of seven: id, name, URL, tags, notes, folder and
// the second in which it was added, as the property list holds them (see `PropertyListText`; line
// ends count as line feeds); if a bookmark has a description, is unread or is archived, three more
// elements follow. The bookmarks are sorted by id, and the digest is FNV-1a with 64 bits over all
// their bytes. It finds accidental differences; an attacker can make two lists with the same
// digest.

/// The part of a bookmark that is compared: the fields that a property list can hold and a person
/// can edit.
struct ComparedBookmark: Hashable {
    var id: String
    var draft: BookmarkDraft
    /// The date added, in whole seconds since 1970.
    var added: Double

    init(id: String, draft: BookmarkDraft, added: Double) {
        self.id = id
        self.draft = BookmarkDraft(
            name: Self.compared(draft.name), url: Self.compared(draft.url),
            tags: draft.tags.map(Self.compared), notes: Self.compared(draft.notes),
            description: Self.compared(draft.description),
            folder: Self.compared(draft.folder), isUnread: draft.isUnread,
            isArchived: draft.isArchived)
        // A date that is not a number, or outside the years 1 to 9999, is written as another value.
        self.added = added.isNaN ? 0 : CalendarTime.clamped(added.rounded(.down))
    }

    init(_ bookmark: Bookmark) {
        self.init(id: bookmark.id, draft: bookmark.draft, added: bookmark.added)
    }

    var title: String { draft.name.isEmpty ? draft.url : draft.name }

    fileprivate var bytes: [UInt8] {
        let texts = [id, draft.name, draft.url, draft.notes, draft.folder]
        let tags = PropertyListValue.array(draft.tags.map { .string($0) })
        let later: [PropertyListValue] =
            draft.description.isEmpty && !draft.isUnread && !draft.isArchived
            ? []
            : [
                .string(draft.description), .boolean(draft.isUnread), .boolean(draft.isArchived),
            ]
        return PropertyListValue.array(
            texts.map { .string($0) } + [tags, .real(added)] + later
        ).encoded()
    }

    private static func compared(_ text: String) -> String {
        let writable = PropertyListText.writable(text)
        guard writable.utf8.contains(0x0D) else { return writable }
        return String(writable.map { $0 == "\r\n" || $0 == "\r" ? "\n" : $0 })
    }
}

/// Returns the digest of bookmarks, as sixteen hexadecimal digits.
func digest(of bookmarks: some Sequence<ComparedBookmark>) -> String {
    var hash = FNV1a()
    for bookmark in bookmarks.sorted(by: { $0.id < $1.id }) { hash.combine(bookmark.bytes[...]) }
    return hash.hexadecimal
}
