import Bookmarks
import BookmarksUI
import Documents
import Synchronization

/// A library in memory, which answers the pages without a file, a database or a network.
final class MemoryLibrary: PageLibrary {
    /// The parts that pages change.
    struct Contents: Sendable {
        var tokens: [AccessRow] = []
        var transfers: [Transfer] = []
        var areTransfersPaused = false
        var settings: [String: String] = [:]
        var searches = SavedSearches()
        var places: [ReadingPlace] = []
        var held = HeldBookmarks([])
    }

    struct Failure: Error {}

    let memory: MemoryCatalog
    let contents: Mutex<Contents>
    /// Whether the files of the library cannot be read.
    let isBroken: Bool

    init(_ bookmarks: [Bookmark], deleted: [DeletedRow] = [], isBroken: Bool = false) {
        memory = MemoryCatalog(bookmarks, deleted: deleted)
        contents = Mutex(Contents())
        self.isBroken = isBroken
    }

    private func read<Part>(_ part: (inout Contents) throws -> Part) throws -> Part {
        if isBroken { throw Failure() }
        return try contents.withLock { try part(&$0) }
    }

    var catalog: any BookmarkCatalog { memory }
    func bookmark(id: String) throws -> Bookmark? {
        try read { _ in memory.bookmarks.first { $0.id == id } }
    }
    func knownHere(ofID id: String) throws -> KnownHere { KnownHere() }
    func changeSearches(_ edit: SearchEdit) throws -> SavedSearches {
        try read { contents in
            defer { contents.searches.apply(edit) }
            return contents.searches
        }
    }
    func statusFacts() throws -> StatusFacts {
        try read { contents in
            StatusFacts(
                bookmarks: memory.bookmarks.count, home: "/home", plist: "/home/plist",
                plistBehind: 0, otherDevices: ["phone"],
                areTransfersPaused: contents.areTransfersPaused)
        }
    }
    func cloudBytes() throws -> Int? { 1_000 }
    func heldCount() throws -> Int { try heldBookmarks().rows.count }
    func heldBookmarks() throws -> HeldBookmarks { try read { $0.held } }
    func decideHeld(isRestoring: Bool) throws -> Bool {
        try read { contents in
            defer { contents.held = HeldBookmarks([]) }
            return !contents.held.rows.isEmpty
        }
    }
    func browserDeletionCount() throws -> Int { 0 }
    func browserDeletions() throws -> HeldBookmarks { HeldBookmarks([]) }
    func decideBrowserDeletions(
        of ids: [String], isKeeping: Bool, with controller: BookmarksController
    ) throws -> [String] { [] }
    func joinPlan() throws -> JoinPlan? { nil }
    func join(with controller: BookmarksController) throws {}
}

extension MemoryLibrary {
    func accessTokens() throws -> [AccessRow] { try read { $0.tokens } }
    func addAccessToken(name: String, scope: AccessScope) throws -> String {
        try read { contents in
            let number = (contents.tokens.map(\.number).max() ?? 0) + 1
            contents.tokens.append(
                AccessRow(number: number, name: name, scope: scope.rawValue, created: 1_000))
            return "token-\(number)"
        }
    }
    func revokeAccessToken(_ number: Int) throws {
        try read { $0.tokens.removeAll { $0.number == number } }
    }
}

extension MemoryLibrary {
    func transfers() throws -> [Transfer] { try read { $0.transfers } }
    func areTransfersPaused() throws -> Bool { try read { $0.areTransfersPaused } }
    func change(_ change: TransferChange, _ transfers: [Transfer]) throws {
        try read { contents in
            switch change {
            case .pauseAll: contents.areTransfersPaused = true
            case .resumeAll: contents.areTransfersPaused = false
            case .cancel:
                contents.transfers.removeAll { one in transfers.contains { $0.isSame(as: one) } }
            case .pause, .resume:
                for index in contents.transfers.indices
                where transfers.contains(where: { $0.isSame(as: contents.transfers[index]) }) {
                    contents.transfers[index].state = change == .pause ? .paused : .waiting
                }
            }
        }
    }
}

extension MemoryLibrary {
    func settingsFacts() -> SettingsFacts {
        let lines = contents.withLock { $0.settings }.map { "\($0) = \($1)" }
        var problems: [SettingsProblem] = []
        let document = SettingsDocument(lines.joined(separator: "\n"))
        let settings = Settings(document, problems: &problems)
        return SettingsFacts(settings, problems: problems.map(\.description))
    }
    func changeSetting(_ name: String, to value: String?) throws {
        try read { $0.settings[name] = value }
    }
}

extension MemoryLibrary {
    func browsers() -> [FoundBrowser] { [] }
    func bookmarkCount(of browser: FoundBrowser) -> Int? { nil }
    func names(inFolder typed: String) -> [String] { [] }
    func importBookmarks(
        from sources: [ImportBookmarks.Source], tell: @escaping @Sendable (ImportProgress) -> Void
    ) async -> ImportEnd { ImportEnd(summary: "Nothing was imported") }
    func checkLinks(
        ofIDs ids: [String], tell: @escaping @Sendable (LinkProgress) -> Void
    ) async -> (LinkProgress, LinkProgress.End) { (LinkProgress(total: ids.count), .finished) }
    func page(at url: String) async -> FetchedPage? { FetchedPage(url: url, title: "A page") }
}

extension MemoryLibrary {
    func readablePage(
        ofBookmark id: String, document: String?
    ) async throws -> ReadPage.Answer { .notSaved }
    func keep(_ place: ReadingPlace) throws { try read { $0.places.append(place) } }
    func snippet(ofBookmark id: String, finding phrases: [TextPhrase]) throws -> TextSnippet? {
        nil
    }
    func beginning(of kind: Document.Kind, ofBookmark id: String) throws -> String? { nil }
    func documents(ofBookmark id: String) throws -> [DocumentRow] { try read { _ in [] } }
    func deletedDocuments() throws -> [DeletedDocument] { try read { _ in [] } }
    func deletedDocument(id: String) throws -> DeletedDocument? { nil }
    func beginning(ofDeleted document: Document) async throws -> String? { nil }
    func versions(ofDocument id: String) throws -> [VersionRow] { [] }
    func changes(
        ofVersion number: Int, ofDocument id: String
    ) async throws -> DiffRequest.Answer { .lines([]) }
    func copyToOpen(document id: String) async throws -> OpenDocument.Answer {
        .problem("There is no such document.")
    }
    func drop(document id: String) throws -> String? { nil }
    func attach(file path: String, toBookmark id: String) async -> AttachFile.Answer {
        .problem("There is no file \(path).")
    }
    func savePages(
        ofIDs ids: [String], tell: @escaping @Sendable (SaveProgress) -> Void
    ) async -> SaveEnd { SaveEnd(ids: [], total: ids.count) }
}
