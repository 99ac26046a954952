public import Bookmarks
import Documents
public import Interchange

/// Turns the notes of a backup into the items that restore them, and counts them.
///
/// A missing note comes back. A note with another text gets the text of the backup as a new
/// version.
public struct RestoredNotes: Sendable {
    private let home: Home
    private let notes: [String: Backup.Note]
    private let isTrial: Bool

    /// The numbers of missing notes that were restored, of notes that got their former text, and of
    /// notes that already had it.
    public private(set) var restored = 0
    public private(set) var reset = 0
    public private(set) var same = 0
    /// The bookmarks of missing notes whose text the backup lacks.
    public private(set) var lacking: [String] = []
    /// The notes that cannot be kept.
    public private(set) var refused: [Refusal] = []

    /// A note that cannot be kept.
    public struct Refusal: Sendable, Hashable {
        /// The id of its bookmark.
        public var bookmark: String
        /// The reason, in a sentence for a person.
        public var reason: String
    }

    /// - Parameter isTrial: whether to count only, without storing any text.
    public init(_ backup: Backup, in home: Home, isTrial: Bool = false) {
        self.home = home
        self.isTrial = isTrial
        notes = backup.notes
    }

    /// Stores the texts of these bookmarks' notes, and returns the items that attach them.
    public mutating func items(of bookmarks: [String]) throws -> [DocumentEditor.Item] {
        var items: [DocumentEditor.Item] = []
        for id in bookmarks {
            guard let note = notes[id] else { continue }
            let present = try home.note(ofBookmark: id)
            guard let text = note.text else {
                if present == nil { lacking.append(id) }
                continue
            }
            if let present, isText(of: present, text) {
                same += 1
                continue
            }
            do {
                var item = try home.item(note: text, ofBookmark: id, isTrial: isTrial)
                item.draft.made = note.added > 0 ? note.added : nil
                item.draft.changed = note.changed
                items.append(item)
            } catch let error as DocumentError {
                refused.append(Refusal(bookmark: id, reason: error.description))
                continue
            }
            if present == nil { restored += 1 } else { reset += 1 }
        }
        return isTrial ? [] : items
    }

    /// Whether a note has this text. Sealing an account changes the names of contents.
    private func isText(of note: Document, _ text: [UInt8]) -> Bool {
        if note.head.content == home.contents.name(of: text) { return true }
        return note.head.length == text.count
            && (try? home.contents.content(note.head.content)) == text
    }
}
