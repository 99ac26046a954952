public import Documents
import KeyValueStore
import Replication

extension Home {
    /// Where a person stopped to read a document, on whichever device; its beginning if unread.
    public func readingPlace(ofDocument id: String) throws -> ReadingPlace {
        let start = ReadingPlace(document: id)
        let record = try store.record(forKey: start.key)
        guard let record, !record.isTombstone else { return start }
        return ReadingPlace(document: id, value: record.latestValue) ?? start
    }

    /// Keeps where a person stopped to read, for all devices; nothing where that is as before.
    public func keep(_ place: ReadingPlace) throws {
        guard readOnlyReason == nil, try readingPlace(ofDocument: place.document) != place else {
            return
        }
        try store.set([(place.key, place.value)])
    }
}
