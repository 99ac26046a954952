import BookmarkLibrary
import Bookmarks
import DeviceStore
import KeyValueStore
import Replication
import ScratchFolder
import Synchronization
import Testing

/// Two processes edit a bookmark at the same moment.
struct InterleavingTests {
    /// The transactions of a device, with another process that writes just before the first of
    /// them.
    private final class Interrupted: BookmarkTransactions {
        private let transactions: any BookmarkTransactions
        private let interruption: Mutex<(@Sendable () throws -> Void)?>

        init(
            _ transactions: any BookmarkTransactions,
            by interruption: @escaping @Sendable () throws -> Void
        ) {
            self.transactions = transactions
            self.interruption = Mutex(interruption)
        }

        func update(
            _ writes: [StoreWrite],
            noting note: (any BookmarkTransaction, [EntryChange]) throws -> Void
        ) throws {
            let interrupt = interruption.withLock { interruption in
                defer { interruption = nil }
                return interruption
            }
            try interrupt?()
            try transactions.update(writes, noting: note)
        }
    }

    private func controller(
        _ desk: Desk, by interruption: @escaping @Sendable () throws -> Void
    ) -> BookmarksController {
        BookmarksController(
            store: desk.home.store, catalog: desk.home.catalog, mirror: desk.mirror,
            journal: desk.home.journal,
            transactions: Interrupted(desk.home.transactions, by: interruption), session: .command,
            now: { 0 }, random: { UInt64.random(in: 0...UInt64.max) })
    }

    /// Another process adds a page after an import has looked for its pages, and before it stores
    /// them.
    @Test func pageAddedDuringAnImportIsNotDuplicated() throws {
        let desk = try Desk()
        let sibling = try desk.other("desk").home
        let known = try desk.add("Known", "https://known.example/")
        let interrupted = controller(desk) {
            let controller = sibling.makeController(mirror: NoMirror())
            try controller.add(BookmarkDraft(name: "Theirs", url: "https://one.example/"))
            // These additions do not make the import look again.
            try controller.add(BookmarkDraft(name: "Other", url: "https://other.example/"))
            try controller.add(BookmarkDraft(name: "Place", url: "https://two.example/#a"))
        }
        let urls = ["http://one.example", "https://two.example/#b", "https://known.example"]
        let outcomes = try interrupted.importBookmarks(
            urls.map { BookmarkImport(draft: BookmarkDraft(name: "Mine", url: $0, tags: ["x"])) },
            title: "Imported")
        let names = try desk.home.catalog.rows(sortedBy: SortOrder(.name), limit: nil).map(\.name)
        #expect(names == ["Known", "Mine", "Other", "Place", "Theirs"])
        let id = try #require(
            try desk.home.catalog.rows(matching: Query("name:theirs"), sortedBy: .standard)
                .first?.id)
        #expect(outcomes[0] == .merged(id: id) && outcomes[2] == .merged(id: known))
        #expect(try desk.draft(id)?.tags == ["x"])
        // The import is one step, including the bookmark that was merged at the second look.
        _ = try interrupted.undo()
        #expect(try desk.draft(id)?.tags == [] && desk.draft(known)?.tags == [])
        #expect(try desk.home.catalog.count() == 4)
    }

    /// The page is looked up once more in the transaction that adds it.
    @Test func pageAddedByAnotherProcessIsNotAddedTwice() throws {
        let desk = try Desk()
        let sibling = try desk.other("desk")
        let url = "https://one.example/"
        let home = sibling.home
        let interrupted = controller(desk) {
            try home.makeController(mirror: NoMirror())
                .add(BookmarkDraft(name: "Theirs", url: url, tags: []))
        }
        let error = #expect(throws: BookmarkError.self) {
            try interrupted.add(BookmarkDraft(name: "Mine", url: url, tags: []))
        }
        guard case .duplicate(let row, _)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(row.name == "Theirs")
        #expect(try desk.names == ["Theirs"])
        // The attempt leaves no step of undo behind.
        #expect(try interrupted.undoableSteps().map(\.title) == ["Added “Theirs”"])
        try interrupted.add(BookmarkDraft(name: "Mine", url: url, tags: []), evenIfThere: true)
        #expect(try desk.names.count == 2)
    }

    /// The page is looked up once more in the transaction of each kind of edit that changes a URL.
    @Test(arguments: ["form", "text", "many"])
    func pageTakenByAnotherProcessIsNotGivenToASecondBookmark(_ kind: String) throws {
        let desk = try Desk()
        let id = try desk.add("Mine", "https://old.example/")
        let home = try desk.other("desk").home
        let url = "https://new.example/"
        let original = try #require(try desk.draft(id))
        func edit(_ controller: BookmarksController, evenIfThere: Bool = false) throws {
            var draft = original
            draft.url = url
            switch kind {
            case "form":
                try controller.edit(
                    id: id, from: original, to: draft, evenIfThere: evenIfThere)
            case "text":
                let edit = BookmarkEdit(id: id, original: original, edited: draft)
                try controller.perform([edit], evenIfThere: evenIfThere)
            default: _ = try controller.edit([id], evenIfThere: evenIfThere) { $0.url = url }
            }
        }
        let interrupted = controller(desk) {
            try home.makeController(mirror: NoMirror())
                .add(BookmarkDraft(name: "Theirs", url: "http://new.example"))
        }
        let error = #expect(throws: BookmarkError.self) { try edit(interrupted) }
        guard case .duplicate(let row, let edited)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(row.name == "Theirs" && edited == id)
        #expect(try desk.draft(id)?.url == "https://old.example/")
        try edit(interrupted, evenIfThere: true)
        #expect(try desk.draft(id)?.url == url)
    }

    @Test func editByAnotherProcessDuringAnEditIsKept() throws {
        let desk = try Desk()
        let id = try desk.add("One", "https://one.example/")
        let sibling = try desk.other("desk").home
        let original = try #require(try desk.draft(id))
        let interrupted = controller(desk) {
            let store = sibling.store
            guard var fields = try store.object(forKey: "b.\(id)")?.dictionary else { return }
            fields["notes"] = .string("from the sibling")
            try store.set(.dictionary(fields), forKey: "b.\(id)")
        }
        var draft = original
        draft.name = "Better"
        try interrupted.edit(id: id, from: original, to: draft)
        #expect(try desk.draft(id)?.name == "Better")
        #expect(try desk.draft(id)?.notes == "from the sibling")
    }

    @Test func undoKeepsAnEditThatAnotherProcessMadeMeanwhile() throws {
        let desk = try Desk()
        let id = try desk.add("One", "https://one.example/")
        let sibling = try desk.other("desk").home
        try desk.edit(id) { $0.name = "Better" }
        let store = sibling.store
        let interrupted = controller(desk) {
            guard var fields = try store.object(forKey: "b.\(id)")?.dictionary else { return }
            fields["tags"] = .array([.string("kept")])
            try store.set(.dictionary(fields), forKey: "b.\(id)")
        }
        let original = try #require(try desk.draft(id))
        var draft = original
        draft.notes = "mine"
        try interrupted.edit(id: id, from: original, to: draft)
        _ = try interrupted.undo()
        #expect(try desk.draft(id)?.tags == ["kept"])
        #expect(try desk.draft(id)?.notes == "")
        #expect(try desk.draft(id)?.name == "Better")
    }
}
