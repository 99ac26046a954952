import BookmarkLibrary
import Bookmarks
import BookmarksUI
import Browsers
import DeviceStore
import Documents
import KeyValueStore
import Replication

/// The access that page requests have to the device of a list.
struct ListLibrary: PageLibrary {
    let home: Home
    let mirror: HomeMirror
    /// The list that edits are made for.
    let session: EditSession
    let mailbox: Mailbox

    var catalog: any BookmarkCatalog { home.catalog }

    func bookmark(id: String) throws -> Bookmark? {
        try home.store.record(forKey: BookmarksController.keyPrefix + id)
            .flatMap { Bookmark(id: id, record: $0) }
    }

    func knownHere(ofID id: String) throws -> KnownHere {
        try home.knownHere(ofIDs: [id])[id] ?? KnownHere()
    }

    func changeSearches(_ edit: SearchEdit) throws -> SavedSearches {
        let former = try home.preferences.current().searches
        try home.preferences.change(mirror) { $0.searches.apply(edit) }
        return former
    }

    func statusFacts() throws -> StatusFacts { try StatusFacts(home, mirror) }

    func cloudBytes() throws -> Int? {
        guard home.location.remote != nil else { return try home.store.usage().bytes }
        return home.device.notedQuota.map { Int($0.usedBytes) }
    }

    func heldCount() throws -> Int { try home.device.heldDeletions()?.deletions ?? 0 }

    func heldBookmarks() throws -> HeldBookmarks {
        let earlier = try home.device.heldDeletions()?.earlier ?? 0
        let documents = try home.heldDocuments()
        let bookmarks = try home.catalog.rows(ids: documents.map(\.bookmark))
        return HeldBookmarks(
            try home.heldRows(),
            documents: documents.map {
                HeldDocument($0, ofBookmark: bookmarks[$0.bookmark]?.title ?? $0.bookmark)
            }, earlier: earlier)
    }

    func browserDeletionCount() throws -> Int { try home.browserDeletionCount() }

    func browserDeletions() throws -> HeldBookmarks {
        let found = try home.browserDeletions()
        let known = found.profiles.isEmpty ? [] : BrowserProfile.ofThisPerson()
        let profiles = found.profiles.map { path in
            known.first { $0.path == path }?.label ?? path
        }
        return HeldBookmarks(found.rows, browsers: found.files.map { "floccus, \($0)" } + profiles)
    }

    func decideBrowserDeletions(
        of ids: [String], isKeeping: Bool, with controller: BookmarksController
    ) throws -> [String] {
        try home.answerBrowserDeletions(
            deleting: !isKeeping, of: Set(ids), with: controller)
    }

    func joinPlan() throws -> JoinPlan? {
        try home.joinPlan(home.makeController(mirror: mirror, session: session))
    }

    func join(with controller: BookmarksController) throws { try home.join(controller) }

    func decideHeld(isRestoring: Bool) throws -> Bool {
        try home.device.answerHeldDeletions(isRestoring ? .restore : .accept)
    }
}
