import Bookmarks
import DeviceStore
import Documents
import Glibc
import ReplicaFile
import Replication
import Synchronization

/// Answers query terms about documents and about what is unsent, for the catalog of a home.
final class KeptDocuments: Sendable {
    private struct Owner {
        weak var home: Home?
    }

    private let owner = Mutex(Owner())

    /// Sets the home of the documents.
    func attach(_ home: Home) { owner.withLock { $0.home = home } }

    /// Returns the bookmarks whose documents fulfil a term.
    func bookmarks(having term: DocumentTerm) throws -> Set<String> {
        guard let home = owner.withLock({ $0.home }) else { return [] }
        let replica = home.device.replica
        switch term {
        case .saved: return try DocumentTable.bookmarks(in: replica)
        case .kind(let kind): return try DocumentTable.bookmarks(with: kind, in: replica)
        case .file(let end):
            if end.isEmpty { return try DocumentTable.bookmarks(with: .file, in: replica) }
            return try DocumentTable.bookmarks(in: replica) {
                DocumentTerm.ends(name: $0, mediaType: $1, in: end)
            }
        case .remote:
            let contents = home.contents
            return try DocumentTable.bookmarks(in: replica) { !contents.contains($0) }
        case .unsent:
            return try bookmarksWithUnsentEdits(home).union(bookmarksWithUnsentContents(home))
        case .text(let phrase):
            if access(home.textIndex.path, F_OK) != 0 { return [] }
            return try home.textIndex.bookmarks(with: phrase)
        }
    }

    private func bookmarksWithUnsentEdits(_ home: Home) throws -> Set<String> {
        let prefix = BookmarksController.keyPrefix
        let unsent = try home.device.replica.read { replica in
            try replica.dirtyEntries(limit: .max, tombstonesOnly: false)
        }
        return Set(
            unsent.compactMap { entry in
                entry.key.hasPrefix(prefix)
                    ? String(entry.key.dropFirst(prefix.count))
                    : Document(key: entry.key, record: entry.record)?.bookmark
            })
    }

    private func bookmarksWithUnsentContents(_ home: Home) throws -> Set<String> {
        let unsent = try home.documentExchange?.unsent() ?? []
        if unsent.isEmpty { return [] }
        let names = Set(unsent.map(\.content))
        return try DocumentTable.bookmarks(in: home.device.replica, naming: names)
    }
}
