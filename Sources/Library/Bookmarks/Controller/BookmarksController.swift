public import KeyValueStore
import Replication

// The controller stands between the screen, the defaults and the store:
//
//     screen  -- add, edit, delete, undo -->  controller  -->  store   -->  replica, cloud
//        ^                                     |     ^   \-->  defaults plist
//        +------------- list, news ------------+     +----- external changes
//
// It has no terminal and no disk of its own.

/// Keeps the list, and turns what a person does into edits of the store.
///
/// Belongs to the thread that shows the list. A one-shot command uses it without ever opening the
/// list: its cost does not depend on how many bookmarks there are.
public final class BookmarksController {
    /// The rows on the screen. Empty until ``open(firstPage:)``.
    public private(set) var list = BookmarkList()
    let store: UbiquitousKeyValueStore
    let catalog: any BookmarkCatalog
    let mirror: any DefaultsMirror
    let journal: any EditJournal
    let transactions: any BookmarkTransactions
    /// Whose edits these are.
    public let session: EditSession
    let now: () -> Double
    let random: () -> UInt64
    private(set) var isOpen = false
    /// The bookmarks that the list is of; `nil` for all.
    private var only: Set<String>?
    /// The conflicts as the rows of the list have them: see ``BookmarkCatalog/conflicts()``.
    private(set) var shownConflicts: [String: String] = [:]
    /// The conflicts of which the person was told, or which were there when the list was opened.
    var toldConflicts: [String: String] = [:]
    /// Ids deleted here and not restored here since.
    private var deletedHere: Set<String> = []
    /// Ids that changed after the first page was read; rows read meanwhile may be older.
    private var changedWhilePartial: [String] = []

    /// Told before an edit and after each part of it how far it is; to stop the edit, throw
    /// `CancellationError`. Edits of few have one part.
    public var onPart: ((EditProgress) throws -> Void)?
    /// The number of the step that this controller made last; `nil` when none is kept.
    public internal(set) var latestStep: Int64?
    var partSize = PartSize()

    /// The keys of bookmarks begin with this.
    public static let keyPrefix = "b."

    /// - Parameters:
    ///   - journal: keeps what can be taken back.
    ///   - transactions: write to the store.
    ///   - session: whose edits these are.
    ///   - now: the clock, in seconds since 1970.
    ///   - random: random bits for new ids.
    public init(
        store: UbiquitousKeyValueStore, catalog: any BookmarkCatalog, mirror: any DefaultsMirror,
        journal: any EditJournal, transactions: any BookmarkTransactions, session: EditSession,
        now: @escaping () -> Double, random: @escaping () -> UInt64
    ) {
        self.store = store
        self.catalog = catalog
        self.mirror = mirror
        self.journal = journal
        self.transactions = transactions
        self.session = session
        self.now = now
        self.random = random
    }

    /// The merge policy of every store that holds bookmarks: fields merge one by one, tags as a
    /// set.
    public static func declarePolicy(in store: UbiquitousKeyValueStore) throws {
        try store.setMergePolicy(.fields(sets: ["tags"]), forPrefix: keyPrefix)
    }

    // MARK: The list

    /// Opens the list with its first page, so that it can be shown at once. ``load(_:)`` completes
    /// it.
    public func open(firstPage: Int, sortedBy order: SortOrder = .standard) throws {
        let rows = try catalog.listedRows(sortedBy: order, limit: firstPage)
        let total = rows.count < firstPage ? rows.count : try catalog.listedCount()
        list = BookmarkList(rows: rows, sortedBy: order, total: total, facts: catalog)
        try beginShowing()
    }

    /// Opens the list with some bookmarks alone: of others nothing is shown or said.
    public func open(only ids: [String], sortedBy order: SortOrder) throws {
        only = Set(ids)
        let rows = Array(try catalog.rows(ids: ids).values)
        list = BookmarkList(rows: rows, sortedBy: order, facts: catalog)
        try beginShowing()
    }

    private func beginShowing() throws {
        shownConflicts = try catalog.conflicts()
        toldConflicts = shownConflicts
        isOpen = true
    }

    /// Completes the list with all rows, read elsewhere meanwhile.
    public func load(_ rows: [BookmarkRow]) throws {
        list.load(rows)
        let answer = Result { try list.throwLookupError() }
        if list.search.asksForDeleted { try addDeleted() }
        let ids = changedWhilePartial
        changedWhilePartial = []
        try follow(ids)
        try answer.get()
    }

    /// Gives the list what was read ahead: see ``BookmarkList/take(_:of:)``.
    public func take(_ foreseen: ForeseenFacts, of revision: Int) {
        list.take(foreseen, of: revision)
    }

    /// Shows only what a query finds: see ``BookmarkList/filter(_:)``.
    public func filter(_ query: Query) throws {
        let hadDeleted = list.search.asksForDeleted
        list.filter(query)
        // The list may have kept the query it had.
        let hasDeleted = list.search.asksForDeleted
        if !hasDeleted { list.apply(list.deletedIDs.map { .remove(id: $0) }) }
        if hasDeleted && !hadDeleted { try addDeleted() }
        try list.throwLookupError()
    }

    /// Whether the best answers to a query come first: see ``BookmarkList/ranksAnswers``.
    public func rankAnswers(_ ranks: Bool) { list.ranksAnswers = ranks }

    /// Links were checked: the list shows what a query finds now.
    public func linksChanged() throws {
        list.linksChanged()
        try list.throwLookupError()
    }

    /// Gives the list what its query asks for and no other list has.
    private func addDeleted() throws {
        let deleted = try catalog.deletedRows(limit: nil).map(\.row)
        list.apply(deleted.filter { isOfList($0.id) }.map { .upsert($0) })
    }

    /// Shows the list in another order.
    public func sort(_ order: SortOrder) { list.sort(order) }

    /// A bookmark, whole.
    public func bookmark(id: String) throws -> Bookmark? {
        try record(id: id).flatMap { Bookmark(id: id, record: $0) }
    }

    /// The id of the one bookmark whose id begins so.
    public func id(matching prefix: String) throws -> String {
        try catalog.id(matching: prefix)
    }

    // MARK: Commands

    /// Adds a bookmark and returns its id.
    ///
    /// Throws `WebAddressError` for a URL that is none, ``DraftError`` for a field that is too
    /// long, and ``BookmarkError/duplicate(_:edited:)`` for a page that is there already, unless
    /// `evenIfThere`; nothing has changed then.
    @discardableResult
    public func add(_ draft: BookmarkDraft, evenIfThere: Bool = false) throws -> String {
        let address = try checkAddition(of: draft, evenIfThere: evenIfThere)
        var checked = draft
        checked.url = address.text
        let id = BookmarkID.make(random: random())
        let change = Self.addition(of: checked, id: id, added: try momentOfEdits())
        let name = draft.name.isEmpty ? address.text : draft.name
        var step = OpenStep { _ in "Added “\(name)”" }
        _ = try perform([change], of: &step) { tables, _ in
            if evenIfThere { return }
            // Another process may have added it since the lookup, and no longer can.
            let there = try tables.rows(pageKey: address.pageKey)
            if let there = there.first(where: { $0.id != change.id }) {
                throw BookmarkError.duplicate(there)
            }
        }
        return change.id
    }

    /// Throws what ``add(_:evenIfThere:)`` would; returns the address.
    @discardableResult
    public func checkAddition(
        of draft: BookmarkDraft, evenIfThere: Bool = false
    ) throws -> WebAddress {
        let address = try WebAddress(typed: draft.url)
        try draft.check()
        if !evenIfThere, let there = try catalog.rows(pageKey: address.pageKey).first {
            throw BookmarkError.duplicate(there)
        }
        return address
    }

    /// When it is now, by the clock that says when bookmarks are modified: what is added is never
    /// modified before that.
    func momentOfEdits() throws -> Double { Double(try store.clock()) / 1000 }

    /// The change that adds a bookmark whose URL was checked.
    static func addition(
        of draft: BookmarkDraft, id: String, added: Double, position: String = ""
    ) -> EditStep.Change {
        var bookmark = Bookmark(id: id, draft: draft, added: added)
        bookmark.position = position
        return EditStep.Change(id: id, before: nil, after: bookmark.fields)
    }

    /// The change that sets the fields in which two drafts differ.
    static func change(id: String, from original: BookmarkDraft, to draft: BookmarkDraft)
        -> EditStep.Change
    {
        EditStep.Change(
            id: id, before: Bookmark(id: id, draft: original, added: 0).fields,
            after: Bookmark(id: id, draft: draft, added: 0).fields)
    }

    /// Whether a bookmark is there and not deleted.
    public func isLive(id: String) throws -> Bool { try store.object(forKey: key(id)) != nil }

    /// Sets the fields in which `draft` differs from `original`, the bookmark the person saw when
    /// beginning to edit. Changes from elsewhere in other fields stay.
    ///
    /// Throws what ``add(_:evenIfThere:)`` does.
    public func edit(
        id: String, from original: BookmarkDraft, to draft: BookmarkDraft, evenIfThere: Bool = false
    ) throws {
        guard try isLive(id: id) else { throw BookmarkError.notFound(id: id) }
        let edit = BookmarkEdit(id: id, original: original, edited: draft)
        try check([edit], evenIfThere: evenIfThere)
        guard let change = try checkedChange(edit, of: record(id: id)) else { return }
        let title = change.after.flatMap { Bookmark(id: id, fields: $0) }?.title ?? id
        try perform(EditStep(title: "Changed “\(title)”", changes: [change]))
    }

    /// Deletes bookmarks. They can be restored until they are purged. Of several, those that are
    /// gone already are left out.
    ///
    /// Returns what was done, and which were deleted. Throws ``BookmarkError/notFound(id:)`` for
    /// a single one that is gone.
    @discardableResult
    public func delete(ids: [String]) throws -> (what: String, ids: [String]) {
        var name = ""
        var deleted: [String] = []
        if let id = ids.first, ids.count == 1 {
            guard let fields = try store.object(forKey: key(id))?.dictionary else {
                throw BookmarkError.notFound(id: id)
            }
            name = "“\(Bookmark(id: id, fields: fields)?.title ?? id)”"
        }
        let title = { (count: Int) in
            "Deleted "
                + (name.isEmpty ? count == 1 ? "1 bookmark" : "\(grouped(count)) bookmarks" : name)
        }
        try performInParts(ids, title: title) { part in
            part.map { EditStep.Change(id: $0, before: nil, after: nil) }
        } didChange: {
            deleted += $0
        }
        return (title(deleted.count), deleted)
    }

    /// Makes changes. To be able to undo them, note them: see ``perform(_:)``.
    func apply(_ changes: [EditStep.Change], noting note: Note) throws {
        try write(
            changes.map { change in
                let key = key(change.id)
                // Made in the transaction that stores it: a concurrent write to another field must
                // not be overwritten by what was read before.
                return StoreWrite(key: key) { record in
                    if change.isOutdated(by: record) { return nil }
                    // A deleted bookmark still has its fields: setting some restores the others.
                    let fields = change.value(record?.latestValue?.dictionary)
                    return StoreWrite.Content(
                        value: fields.map { .dictionary($0) },
                        superseded: change.lostValues(in: record), isRenewed: change.isRenewed)
                }
            }, noting: note)
    }

    /// Told what was changed, in the transaction that does it; when it throws, nothing has changed.
    typealias Note = (any BookmarkTransaction, [EntryChange]) throws -> Void

    /// Writes bookmarks, and brings the list and the property list in step.
    func write(_ updates: [StoreWrite], noting note: Note) throws {
        var deleted: [String: Bool] = [:]
        try transactions.update(updates) { tables, changes in
            for change in changes where isOpen {
                deleted[change.key] = change.new.record.isTombstone
            }
            try note(tables, changes)
        }
        for (key, isDeleted) in deleted {
            let id = String(key.dropFirst(Self.keyPrefix.count))
            if isDeleted { deletedHere.insert(id) } else { deletedHere.remove(id) }
        }
        if isOpen { try follow(updates.map { String($0.key.dropFirst(Self.keyPrefix.count)) }) }
        mirror.setNeedsUpdate()
    }

    private func key(_ id: String) -> String { Self.keyPrefix + id }

    func record(id: String) throws -> Record? { try store.record(forKey: key(id)) }

    // MARK: External changes

    /// Takes in what other devices and other processes of this device changed, and says what is
    /// new.
    public func takeIn(_ change: ExternalChange) throws -> BookmarksNews {
        var news = BookmarksNews()
        var ids: [String] = []
        let names = change.keys.filter { $0.name.hasPrefix(Self.keyPrefix) }
            .map { String($0.name.dropFirst(Self.keyPrefix.count)) }
        if names.isEmpty { return news }
        let returns = try returns(among: names)
        for (changed, record) in zip(change.keys, try store.records(of: change))
        where changed.name.hasPrefix(Self.keyPrefix) {
            let id = String(changed.name.dropFirst(Self.keyPrefix.count))
            if !isOfList(id) { continue }
            let wasThere = !isOpen || list.contains(id: id)
            let bookmark = record.flatMap { Bookmark(id: id, record: $0) }
            let isThere = record?.isTombstone == false
            ids.append(id)
            if !isThere && !wasThere && !list.isPartial { continue }
            var kind = kind(of: id, isThere: isThere, wasThere: wasThere)
            if let back = returns[id], kind == .added || kind == .broughtBack {
                // Of what was deleted here, another terminal's word is enough.
                let isSibling = kind == .broughtBack && changed.device == nil
                if !isSibling, kind == .added || back.isRestoring { kind = .restored }
            }
            let lostFields = try isThere ? lostFields(of: bookmark, record) : []
            news.changes.append(
                BookmarksNews.Change(
                    id: id, name: bookmark?.title ?? id, kind: kind, device: changed.device,
                    isRemote: changed.device != nil && change.reason != .initialSyncChange,
                    // A bookmark deleted here showed no fields that could lose.
                    lostFields: kind == .edited ? lostFields : []))
        }
        guard !ids.isEmpty else { return news }
        try follow(ids)
        mirror.setNeedsUpdate()
        return news
    }

    private func kind(of id: String, isThere: Bool, wasThere: Bool) -> BookmarksNews.Kind {
        if !isThere { return .deleted }
        if wasThere { return .edited }
        return deletedHere.remove(id) == nil ? .added : .broughtBack
    }

    /// How each of these bookmarks returned that the list does not have.
    private func returns(among ids: [String]) throws -> [String: BookmarkChange] {
        guard isOpen else { return [:] }
        let missing = ids.filter { !list.contains(id: $0) }
        return missing.isEmpty ? [:] : try catalog.returns(ofIDs: missing)
    }

    /// Reads again what only this device knows of bookmarks: that they were opened.
    public func refresh(ids: [String]) throws { try follow(ids) }

    /// Takes in what another controller of this session has changed.
    public func takeIn(own ids: [String]) throws {
        try follow(ids)
        for id in ids {
            if list.contains(id: id) { deletedHere.remove(id) } else { deletedHere.insert(id) }
        }
    }

    private func isOfList(_ id: String) -> Bool { only?.contains(id) ?? true }

    /// Brings the rows of these bookmarks in the list up to date.
    func follow(_ ids: [String]) throws {
        guard isOpen else { return }
        let ids = only == nil ? ids : ids.filter(isOfList)
        if list.isPartial { changedWhilePartial += ids }
        let rows = try catalog.rows(ids: ids)
        list.apply(
            try ids.map { id in
                var row = rows[id]
                if row == nil, list.search.asksForDeleted {
                    row = try catalog.deletedRows(idPrefix: id, limit: 1)
                        .first { $0.id == id }?.row
                }
                shownConflicts[id] = row.flatMap { $0.hasConflict ? $0.lost : nil }
                return row.map { .upsert($0) } ?? .remove(id: id)
            })
        // The edit is done: a dropped filter does not make it a failure.
        do { try list.throwLookupError() } catch is CostlyExpression {}
    }
}
