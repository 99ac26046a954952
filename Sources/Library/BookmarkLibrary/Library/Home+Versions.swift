import Bookmarks
import DeviceStore
import Documents
import KeyValueStore
import Replication

extension Home {
    /// Removes outdated versions from documents, on all devices. Undo does not cover this, and the
    /// versions that undo needs stay.
    ///
    /// - Parameter now: the current time, in seconds since 1970.
    func forgetOutdatedVersions(now: Double) throws {
        let ids = try DocumentTable.idsWithVersions(in: device.replica)
        if ids.isEmpty { return }
        let needed = try journal.shownContents()
        for document in try documents(ids: ids) {
            let outdated = document.outdatedVersions(now: now, keeping: needed)
            if outdated.isEmpty { continue }
            let texts = Set(outdated.map(\.text))
            try transactions.update([
                StoreWrite(key: document.key) { record in
                    // A version that several devices have written since may need all of them.
                    guard let record, !record.isTombstone,
                        let current = Document(key: document.key, record: record),
                        !current.isInConflict, current.head == document.head
                    else { return nil }
                    var fields = record.value?.dictionary ?? [:]
                    for field in Document.sets {
                        let left = (fields[field]?.strings ?? []).filter { !texts.contains($0) }
                        fields[field] = .array(left.map { .string($0) })
                    }
                    return StoreWrite.Content(
                        value: .dictionary(fields), superseded: record.superseded)
                }
            ]) { _, _ in }
        }
    }
}
