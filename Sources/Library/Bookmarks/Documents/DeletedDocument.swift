public import Documents
package import Replication

/// A deleted document that can be restored, and whose bookmark is not deleted.
public struct DeletedDocument: Sendable, Hashable, Identifiable {
    public var document: Document
    /// The time when it was deleted, in seconds since 1970.
    public var deleted: Double
    /// The name of the device that deleted it.
    public var device: String

    public init(_ document: Document, deleted: Double, device: String) {
        self.document = document
        self.deleted = deleted
        self.device = device
    }

    /// Reads the record of a deleted document; `nil` if it is not deleted, or is deleted forever.
    package init?(key: String, record: Record) {
        guard record.isTombstone, let document = Document(key: key, record: record) else {
            return nil
        }
        self.document = document
        deleted = Double(record.stamp.milliseconds) / 1000
        device = record.device
    }

    /// The id of the document.
    public var id: String { document.id }
}

/// Returns the numbers of ids of bookmarks and of keys of documents in `ids`, in words:
/// `2 bookmarks and 1 document`.
public func countedBookmarks(andDocuments ids: [String]) -> String {
    let documents = ids.count { Document.id(ofKey: $0) != nil }
    return countedBookmarks(ids.count - documents, documents: documents)
}

/// Returns numbers of bookmarks and documents in words.
public func countedBookmarks(_ bookmarks: Int, documents: Int) -> String {
    if documents == 0 { return counted(bookmarks, "bookmark") }
    let words = counted(documents, "document")
    return bookmarks == 0 ? words : "\(counted(bookmarks, "bookmark")) and \(words)"
}

/// Returns the number of deleted bookmarks and documents in words, with the number of bookmarks
/// there were: `12 of 30 bookmarks and 2 documents`.
///
/// - Parameter documents: the number of deletions of documents.
public func countedDeletions(_ deletions: Int, documents: Int, ofBookmarks total: Int) -> String {
    let bookmarks = deletions - documents
    if bookmarks == 0 { return counted(documents, "document") }
    let words = "\(grouped(bookmarks)) of \(grouped(total)) bookmarks"
    return documents == 0 ? words : "\(words) and \(counted(documents, "document"))"
}
