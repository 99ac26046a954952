import Documents
public import KeyValueStore
import Replication

// The controller stands between the screen, the defaults and the store:
//
//     screen  -- add, edit, delete, undo -->  controller  -->  store   -->  replica, cloud
//        ^                                     |     ^   \-->  defaults plist
//        +----------- list, changes -----------+     +----- external changes
//
// It has no terminal and no disk of its own, and hands each duty to a type that sees only the parts
// it needs:
//
//     BookmarkEditor    turns a person's edits into steps
//     BookmarkImporter  turns bookmarks from elsewhere into a step
//     DocumentEditor    turns edits of documents into steps
//     EditRecorder      writes a step to the store, and takes it back
//     IncomingChanges   says what is new in the changes of others
//     ShownList         holds the rows on the screen
//     StoredBookmarks   reads records

/// Keeps the list, and turns a person's actions into edits of the store.
///
/// Use it only on the thread that shows the list. A one-shot command never opens the list, so its
/// cost does not depend on the number of bookmarks.
public final class BookmarksController {
    let stored: StoredBookmarks
    let catalog: any BookmarkCatalog
    private let mirror: any DefaultsMirror
    private let shown: ShownList
    private let incoming: IncomingChanges
    let recorder: EditRecorder
    let editor: BookmarkEditor
    let importer: BookmarkImporter
    /// Edits the documents of bookmarks.
    public let documents: DocumentEditor

    /// The prefix of the keys of all bookmarks.
    public static let keyPrefix = "b."

    /// - Parameters:
    ///   - journal: keeps the steps that can be undone.
    ///   - transactions: write to the store.
    ///   - session: the author of the edits.
    ///   - now: the clock, in seconds since 1970.
    ///   - random: random bits for new ids.
    public init(
        store: UbiquitousKeyValueStore, catalog: any BookmarkCatalog, mirror: any DefaultsMirror,
        journal: any EditJournal, transactions: any BookmarkTransactions, session: EditSession,
        now: @escaping () -> Double, random: @escaping () -> UInt64
    ) {
        let stored = StoredBookmarks(store: store)
        let shown = ShownList(catalog: catalog)
        let incoming = IncomingChanges(stored, catalog, shown)
        let recorder = EditRecorder(
            store: store, transactions: transactions, journal: journal, session: session, now: now
        ) { ids, changes in
            if shown.isOpen { incoming.noteOwn(changes) }
            // A conflict of a document shows in the row of its bookmark.
            let owners = changes.compactMap {
                Document(key: $0.key, record: $0.new.record)?.bookmark
            }
            try shown.follow(ids + owners)
            mirror.setNeedsUpdate()
        }
        self.stored = stored
        self.catalog = catalog
        self.mirror = mirror
        self.shown = shown
        self.incoming = incoming
        self.recorder = recorder
        editor = BookmarkEditor(
            stored: stored, catalog: catalog, recorder: recorder, random: random)
        documents = DocumentEditor(stored: stored, recorder: recorder, random: random)
        importer = BookmarkImporter(
            stored: stored, catalog: catalog, recorder: recorder, documents: documents,
            random: random)
    }

    /// Declares the merge policies that every store of bookmarks needs: fields merge one by one,
    /// tags and the versions of documents as sets.
    public static func declarePolicy(in store: UbiquitousKeyValueStore) throws {
        try store.setMergePolicy(.fields(sets: ["tags"]), forPrefix: keyPrefix)
        try store.setMergePolicy(.fields(sets: Document.sets), forPrefix: Document.keyPrefix)
    }

    /// The author of the edits. A server sets it for each request.
    public var session: EditSession {
        get { recorder.session }
        set { recorder.session = newValue }
    }

    /// Called with the progress before an edit and after each of its parts. Throw
    /// `CancellationError` to stop the edit. An edit of few bookmarks has one part.
    public var onPart: ((EditProgress) throws -> Void)? {
        get { recorder.onPart }
        set { recorder.onPart = newValue }
    }

    /// The number of the latest step that this controller made; `nil` if none is kept.
    public var latestStep: Int64? { recorder.latestStep }

    // MARK: The list

    /// The rows on the screen. Empty until ``open(firstPage:sortedBy:)``.
    public var list: BookmarkList { shown.rows }

    /// Opens the list with its first page, so that it can be shown at once. ``load(_:)`` completes
    /// it.
    public func open(firstPage: Int, sortedBy order: SortOrder = .standard) throws {
        try shown.open(firstPage: firstPage, sortedBy: order)
        incoming.begin()
    }

    /// Opens the list with these bookmarks only; others are neither shown nor announced.
    public func open(only ids: [String], sortedBy order: SortOrder) throws {
        try shown.open(only: ids, sortedBy: order)
        incoming.begin()
    }

    /// Completes the list with all rows, which the caller has read.
    public func load(_ rows: [BookmarkRow]) throws { try shown.load(rows) }

    /// Gives the list the facts that the caller read ahead: see ``BookmarkList/add(_:of:)``.
    public func add(_ foreseen: ForeseenFacts, of revision: Int) {
        shown.add(foreseen, of: revision)
    }

    /// Shows only the bookmarks that a query finds: see ``BookmarkList/filter(_:)``.
    public func filter(_ query: Query) throws { try shown.filter(query) }

    /// Whether the best answers to a query come first: see ``BookmarkList/ranksAnswers``.
    public func rankAnswers(_ ranks: Bool) { shown.rankAnswers(ranks) }

    /// Keeps details that queries look up once the list is open: see ``BookmarkList/keepsDetails``.
    public func keepDetails() { shown.keepDetails() }

    /// Updates the matches of the list's query after links were checked.
    public func linksChanged() throws { try shown.linksChanged() }

    /// Gives the list answers of other indexes about documents: see ``BookmarkList/know(_:)``.
    public func know(_ answers: [DocumentTerm: Set<String>]) throws { try shown.know(answers) }

    /// Shows the list in another order.
    public func sort(_ order: SortOrder) { shown.sort(order) }

    /// Reads again when these bookmarks were opened, which only this device knows.
    public func refresh(ids: [String]) throws { try shown.follow(ids) }

    /// Returns a whole bookmark, or `nil` if it does not exist.
    public func bookmark(id: String) throws -> Bookmark? { try stored.bookmark(id: id) }

    /// Returns the id of the only bookmark whose id has this prefix; throws if there is none, or
    /// several.
    public func id(matching prefix: String) throws -> String {
        try catalog.id(matching: prefix)
    }

    // MARK: Changes from elsewhere

    /// Applies the changes of other devices and other processes of this device to the list, and
    /// returns those that are new.
    public func receive(_ change: ExternalChange) throws -> ReceivedChanges {
        let (received, ids) = try incoming.received(in: change)
        guard !ids.isEmpty else { return received }
        try shown.follow(ids)
        mirror.setNeedsUpdate()
        return received
    }

    /// Applies the catalog's current conflicts to the list, and returns the changes. A value that
    /// lost and a settled conflict change no visible value, so the store does not announce them.
    public func receive(conflicts: [String: String]) throws -> ReceivedChanges {
        try incoming.receive(conflicts: conflicts)
    }

    /// Applies the changes of another controller of this session to the list.
    public func receive(own ids: [String]) throws {
        try shown.follow(ids)
        for id in ids { incoming.noteOwn(id, isDeleted: !shown.contains(id)) }
    }
}
