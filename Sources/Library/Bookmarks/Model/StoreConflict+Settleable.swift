import Documents
public import KeyValueStore
public import Replication

extension StoreConflict {
    /// Returns the lost values of a record that a person can choose instead of the shown ones, the
    /// newest first.
    ///
    /// Records of the bookmarks keep other lost values, too: the times when two devices began a
    /// note, its title, a place in manual order, or the place where reading stopped. The later one
    /// counts, and nothing asks about them.
    public static func settleableValues(_ key: String, _ record: Record) -> [SupersededValue] {
        if let document = Document(key: key, record: record) {
            let rivals = Set(document.lastingRivals.map(\.text))
            return record.lostValues.filter { lost in
                lost.field == Document.headField && lost.value?.string.map(rivals.contains) == true
            }
        }
        guard let id = StoredBookmarks.id(key), let bookmark = Bookmark(id: id, record: record)
        else { return [] }
        return record.lostValues.filter { lost in
            LostValue(lost).map(bookmark.lostValues.contains) == true
        }
    }
}
