import BookmarkDatabase
public import Bookmarks
import DeviceStore
import Documents
import KeyValueStore

extension Home {
    /// Returns the deleted documents whose bookmarks are not deleted, the latest deleted first.
    /// Every device can restore them: see ``BookmarksController/restore(ids:)``.
    public func deletedDocuments() throws -> [DeletedDocument] {
        try deletedDocuments(ids: BookmarkTable.deletedDocuments(in: device.replica))
            .sorted { ($1.deleted, $0.id) < ($0.deleted, $1.id) }
    }

    /// Returns the only deleted document whose id has this prefix; `nil` if there is none.
    ///
    /// Throws ``DocumentError/ambiguous(_:_:)`` for several.
    public func deletedDocument(matching prefix: String) throws -> DeletedDocument? {
        let typed = BookmarkID.canonical(prefix)
        if typed.isEmpty { return nil }
        let ids = try BookmarkTable.deletedDocuments(in: device.replica)
            .filter { $0.hasPrefix(typed) }
        let found = try deletedDocuments(ids: ids.contains(typed) ? [typed] : ids)
        if found.count > 1 { throw DocumentError.ambiguous(prefix, found.map(\.document)) }
        return found.first
    }

    /// Returns the deleted documents with this name; the case of letters matters only if one has
    /// exactly this name.
    public func deletedDocuments(named name: String) throws -> [DeletedDocument] {
        let all = try deletedDocuments()
        let exact = all.filter { $0.document.name == name }
        let wanted = name.lowercased()
        return exact.isEmpty ? all.filter { $0.document.name.lowercased() == wanted } : exact
    }

    private func deletedDocuments(ids: [String]) throws -> [DeletedDocument] {
        let keys = ids.map { Document.keyPrefix + $0 }
        return zip(keys, try store.records(forKeys: keys)).compactMap { key, record in
            record.flatMap { DeletedDocument(key: key, record: $0) }
        }
    }
}
