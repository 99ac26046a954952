import BookmarkLibrary
import Bookmarks
import BookmarksUI
import DeviceStore
import KeyValueStore
import Replication

/// The access that page requests have to the device of a list.
struct ListLibrary: PageLibrary {
    let home: Home
    let mirror: HomeMirror

    var catalog: any BookmarkCatalog { home.catalog }

    func bookmark(id: String) throws -> Bookmark? {
        try home.store.record(forKey: BookmarksController.keyPrefix + id)
            .flatMap { Bookmark(id: id, record: $0) }
    }

    func knownHere(ofID id: String) throws -> KnownHere {
        try home.knownHere(ofIDs: [id])[id] ?? KnownHere()
    }

    func changeSearches(_ edit: SearchEdit) throws -> String? {
        let old = try home.preferences.current().searches.text(lostBy: edit)
        try home.preferences.change(mirror) { $0.searches.apply(edit) }
        return old
    }

    func statusFacts() throws -> StatusFacts { try StatusFacts(home, mirror) }

    func cloudBytes() throws -> Int? {
        guard home.location.remote != nil else { return try home.store.usage().bytes }
        return home.device.notedQuota.map { Int($0.usedBytes) }
    }

    func heldCount() throws -> Int { try home.device.heldDeletions()?.deletions ?? 0 }

    func heldBookmarks() throws -> HeldBookmarks {
        let earlier = try home.device.heldDeletions()?.earlier ?? 0
        return HeldBookmarks(try home.heldRows(), earlier: earlier)
    }

    func decideHeld(isRestoring: Bool) throws -> Bool {
        try home.device.answerHeldDeletions(isRestoring ? .restore : .accept)
    }
}

extension ListSession {
    /// Answers a request before the next key, or has another thread do so. Of requests of one kind
    /// only the latest is answered.
    func answer<Request: PageRequest>(_ request: Request) throws {
        let kind = ObjectIdentifier(Request.self)
        requestTasks.removeValue(forKey: kind)?.cancel()
        let library = library
        if let answer = try request.quickAnswer(from: library) {
            return send(.answer(answer, to: request))
        }
        requestTasks[kind] = Task.detached { [mailbox] in
            do {
                let answer = try request.answer(from: library)
                if !Task.isCancelled { mailbox.post(.event(.answer(answer, to: request))) }
            } catch {
                mailbox.post(.event(.message(.error, message(for: error))))
            }
        }
    }

    /// Does an edit that a page asks for, and tells the result.
    func perform(_ edit: any PageEdit) throws {
        switch try edit.edit(with: controller, in: library) {
        case nil: send(.sync(try knownSyncState()))
        case .nothingToChange(let reason)?: send(.outcome(.nothingToChange(reason)))
        case .searchesChanged(let edit, let old)?:
            send(.searches(try home.preferences.current().searches))
            send(.outcome(.searchesChanged(edit, was: old)))
        case .failed(let reason)?:
            send(.outcome(.failed(reason)))
            send(.sync(try knownSyncState()))
        case let outcome?: edited(outcome)
        }
    }

    var library: ListLibrary { ListLibrary(home: home, mirror: mirror) }
}
