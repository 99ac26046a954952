import Documents
import KeyValueStore
import Replication

/// The records of bookmarks, by id.
struct StoredBookmarks {
    let store: UbiquitousKeyValueStore

    /// Returns the key of a bookmark. Edits name a document by its key, which is returned
    /// unchanged.
    static func key(_ id: String) -> String {
        id.hasPrefix(Document.keyPrefix) ? id : BookmarksController.keyPrefix + id
    }

    /// Returns the id of the bookmark under a key; `nil` for any other key.
    static func id(_ key: String) -> String? {
        guard key.hasPrefix(BookmarksController.keyPrefix) else { return nil }
        return String(key.dropFirst(BookmarksController.keyPrefix.count))
    }

    func record(id: String) throws -> Record? { try store.record(forKey: Self.key(id)) }

    /// Returns the records of these bookmarks in one snapshot.
    func records(_ ids: some Sequence<String>) throws -> [Record?] {
        try store.records(forKeys: ids.map(Self.key))
    }

    /// Calls `body` with the record of each bookmark. Reads a batch at a time.
    func forEachRecord(_ ids: [String], _ body: (String, Record?) throws -> Void) throws {
        for start in stride(from: 0, to: ids.count, by: PartSize.first) {
            let some = ids[start..<min(start + PartSize.first, ids.count)]
            for (id, record) in zip(some, try records(some)) { try body(id, record) }
        }
    }

    /// Returns a whole bookmark, or `nil` if it does not exist.
    func bookmark(id: String) throws -> Bookmark? {
        try record(id: id).flatMap { Bookmark(id: id, record: $0) }
    }

    /// Whether a bookmark exists and is not deleted.
    func isLive(id: String) throws -> Bool { try store.object(forKey: Self.key(id)) != nil }

    /// Returns the fields of all bookmarks in one snapshot, by id.
    func allFields() throws -> [String: [String: PropertyListValue]] {
        var all: [String: [String: PropertyListValue]] = [:]
        for (key, value) in try store.dictionaryRepresentation() {
            if let id = Self.id(key) { all[id] = value.dictionary }
        }
        return all
    }

    /// Returns the current time of the clock that dates edits, in seconds since 1970. A bookmark
    /// added at this time is never modified before it.
    func momentOfEdits() throws -> Double { Double(try store.clock()) / 1000 }
}
