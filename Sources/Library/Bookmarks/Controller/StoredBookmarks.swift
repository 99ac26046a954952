import Documents
import KeyValueStore
import Replication

/// The records of bookmarks, by the bookmarks' ids.
struct StoredBookmarks {
    let store: UbiquitousKeyValueStore

    /// The key of a bookmark. Edits name a document by its key, which stays as it is.
    static func key(_ id: String) -> String {
        id.hasPrefix(Document.keyPrefix) ? id : BookmarksController.keyPrefix + id
    }

    /// The id of the bookmark under a key; `nil` for a key of anything else.
    static func id(_ key: String) -> String? {
        guard key.hasPrefix(BookmarksController.keyPrefix) else { return nil }
        return String(key.dropFirst(BookmarksController.keyPrefix.count))
    }

    func record(id: String) throws -> Record? { try store.record(forKey: Self.key(id)) }

    /// The records of some bookmarks, as they are at one moment.
    func records(_ ids: some Sequence<String>) throws -> [Record?] {
        try store.records(forKeys: ids.map(Self.key))
    }

    /// Calls `body` with the record of each bookmark, some being read at a time.
    func forEachRecord(_ ids: [String], _ body: (String, Record?) throws -> Void) throws {
        for start in stride(from: 0, to: ids.count, by: PartSize.first) {
            let some = ids[start..<min(start + PartSize.first, ids.count)]
            for (id, record) in zip(some, try records(some)) { try body(id, record) }
        }
    }

    /// A bookmark, whole.
    func bookmark(id: String) throws -> Bookmark? {
        try record(id: id).flatMap { Bookmark(id: id, record: $0) }
    }

    /// Whether a bookmark is there and not deleted.
    func isLive(id: String) throws -> Bool { try store.object(forKey: Self.key(id)) != nil }

    /// The fields of all bookmarks, by id, as they are kept at one moment.
    func allFields() throws -> [String: [String: PropertyListValue]] {
        var all: [String: [String: PropertyListValue]] = [:]
        for (key, value) in try store.dictionaryRepresentation() {
            if let id = Self.id(key) { all[id] = value.dictionary }
        }
        return all
    }

    /// The present time by the clock that says when bookmarks are modified: a bookmark added at
    /// that time is never modified before it.
    func momentOfEdits() throws -> Double { Double(try store.clock()) / 1000 }
}
