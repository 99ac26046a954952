public import Documents
import KeyValueStore
import Replication

extension Home {
    /// Returns the place where a person stopped reading a document, on any device; the beginning if
    /// it is unread.
    public func readingPlace(ofDocument id: String) throws -> ReadingPlace {
        let start = ReadingPlace(document: id)
        let record = try store.record(forKey: start.key)
        guard let record, !record.isTombstone else { return start }
        return ReadingPlace(document: id, value: record.latestValue) ?? start
    }

    /// Stores the place where a person stopped reading, for all devices. Does nothing if it is
    /// unchanged.
    public func keep(_ place: ReadingPlace) throws {
        guard readOnlyReason == nil, try readingPlace(ofDocument: place.document) != place else {
            return
        }
        try store.set([(place.key, place.value)])
    }
}
