import BookmarkLibrary
import Bookmarks
import BookmarksUI
import DeviceStore
import Documents
import KeyValueStore

/// Reads what the store does not announce, whenever the replica may have changed, and posts it.
struct RingFollower {
    private let home: Home
    private let mirror: HomeMirror
    private let mailbox: Mailbox
    private var openings: OpeningsWatch
    /// The conflicts of documents that were already reported.
    private var documentConflicts: [String: DocumentConflict] = [:]
    /// The revision of the store at which the saved pages were read.
    private var savedRevision: Int64?

    init(
        _ home: Home, _ mirror: HomeMirror, _ openings: OpeningsWatch, _ mailbox: Mailbox
    ) {
        self.home = home
        self.mirror = mirror
        self.openings = openings
        self.mailbox = mailbox
    }

    mutating func run() async {
        documentConflicts = home.documentConflicts()
        let rings = home.device.rings()
        // A sibling may have settled something since the list was opened, and may not ring again.
        readTables()
        for await _ in rings {
            readTables()
            mailbox.post(.event(.documentsChanged))
            sayDocumentConflicts()
            if let ids = try? openings.read(from: home.catalog), !ids.isEmpty {
                mailbox.post(.opened(ids: ids))
            }
            for problem in mirror.takeProblems() { mailbox.say(.error, problem) }
            guard let state = try? await home.currentSyncState() else { continue }
            mailbox.post(.sync(state))
        }
    }

    /// Posts the tables that may have changed. Conflicts come and go without a change of a value,
    /// which is all that the store announces.
    private mutating func readTables() {
        // A failed read is repeated at the next ring.
        if let conflicts = try? home.catalog.conflicts() { mailbox.post(.conflicts(conflicts)) }
        if let links = try? home.linkProblems() { mailbox.post(.links(links)) }
        readSaved()
        mailbox.post(.documents)
    }

    /// Posts which bookmarks have documents. Only a change of values alters that, and most rings
    /// have another cause: an edit was sent, a page was opened, a link was checked.
    private mutating func readSaved() {
        // Read first: a change after it rings again.
        guard let revision = try? home.store.revision(), revision != savedRevision,
            let saved = try? home.savedBookmarks(), let pages = try? home.bookmarksWithPage()
        else { return }
        savedRevision = revision
        mailbox.post(.event(.saved(saved, pages: pages)))
    }

    /// Reports which documents are in conflict since the last call.
    private mutating func sayDocumentConflicts() {
        let found = home.documentConflicts()
        let new = found.filter { documentConflicts[$0.key] != $0.value }.values
            .sorted { $0.id < $1.id }
        documentConflicts = found
        for conflict in new { mailbox.post(.event(.documentConflict(conflict))) }
    }
}
