import Bookmarks
import BookmarksUI
import Documents
import KeyValueStore
import Screen
import Synchronization
import Testing

extension Person {
    /// Lets a library answer the requests of the screen, and those that follow from the answers.
    mutating func receiveAnswers(from library: MemoryLibrary) async {
        while let index = effects.firstIndex(where: \.isRequest) {
            guard case .request(let asked) = effects.remove(at: index) else { return }
            await receiveAnswer(to: asked.request, from: library)
        }
    }

    private mutating func receiveAnswer<Operation: PageOperation>(
        to operation: Operation, from library: MemoryLibrary
    ) async {
        do {
            var answer = try operation.quickAnswer(from: library)
            if answer == nil { answer = try await operation.run(in: library) { _ in } }
            if let answer { send(.answer(answer, to: operation)) }
        } catch {
            send(.failed(AnyPageRequest(request: operation)))
        }
    }
}

extension Effect {
    fileprivate var isRequest: Bool { if case .request = self { true } else { false } }
}

/// Pages with a library that answers them.
@Suite struct LibraryTests {
    private static let bookmarks = [
        Bookmark(
            id: "1", name: "Swift", url: "https://swift.example/", tags: ["code"], notes: "Read it",
            folder: "work/code", added: 1),
        Bookmark(id: "2", name: "Swift again", url: "https://swift.example/", added: 2),
        Bookmark(
            id: "3", name: "Rust", url: "https://rust.example/", tags: ["code", "safe"],
            folder: "work", added: 3),
    ]

    private func person(_ library: MemoryLibrary, pressing keys: String...) async -> Person {
        var person = Person(rows: library.memory.rows, columns: 100, rows: 24)
        for key in keys { person.press(key) }
        await person.receiveAnswers(from: library)
        return person
    }

    @Test func detailsShowTheNotesOfTheLibrary() async {
        let person = await person(MemoryLibrary(Self.bookmarks), pressing: "j", "l")
        #expect(person.screen.contains("Swift") && person.screen.contains("Read it"))
    }

    @Test func duplicatesAreThoseOfTheLibrary() async {
        let person = await person(MemoryLibrary(Self.bookmarks), pressing: "=")
        #expect(person.lines[0].contains("Duplicates  1"))
        #expect(person.screen.contains("Swift again") && !person.screen.contains("Rust"))
    }

    @Test func sidebarCountsTheLibrary() async {
        let library = MemoryLibrary(Self.bookmarks)
        var person = Person(rows: library.memory.rows, columns: 160, rows: 24)
        person.state.shell.setPanes(Panes())
        person.send(.listChanged)
        await person.receiveAnswers(from: library)
        #expect(person.lines.contains { $0.contains("All") && $0.contains("3") })
        #expect(person.lines.contains { $0.contains("work") && $0.contains("2") })
        #expect(person.lines.contains { $0.contains("#code") && $0.contains("2") })
    }

    @Test func trashShowsWhatIsDeletedThere() async {
        let row = BookmarkRow(
            id: "9", name: "Gone", url: "https://g.example/", added: 0, modified: 5)
        let library = MemoryLibrary(Self.bookmarks, deleted: [DeletedRow(row, device: "phone")])
        let person = await person(library, pressing: "D")
        #expect(person.screen.contains("Gone") && person.screen.contains("phone"))
    }

    @Test func tokenIsMadeShownAndRevoked() async {
        let library = MemoryLibrary(Self.bookmarks)
        var person = await person(library, pressing: "B", "a")
        person.type("firefox")
        person.press("Enter")
        await person.receiveAnswers(from: library)
        #expect(person.screen.contains("token-1") && person.screen.contains("firefox"))
        person.press("d", "y")
        await person.receiveAnswers(from: library)
        #expect(library.contents.withLock { $0.tokens.isEmpty })
        #expect(!person.screen.contains("1  firefox"))
    }

    @Test func pausedTransfersArePausedInTheLibrary() async {
        let library = MemoryLibrary(Self.bookmarks)
        let transfer = Transfer(
            content: ChunkName(of: [1]), direction: .up, document: "d", bookmark: "1",
            name: "paper.pdf", done: 0, total: 100, state: .waiting)
        library.contents.withLock { $0.transfers = [transfer] }
        var person = await person(library, pressing: "T")
        #expect(person.screen.contains("paper.pdf") && person.screen.contains("waiting"))
        person.press("p")
        await person.receiveAnswers(from: library)
        #expect(library.contents.withLock { $0.transfers.map(\.state) } == [.paused])
        #expect(person.screen.contains("paused"))
    }

    @Test func heldBookmarksAreThoseOfTheLibrary() async {
        let library = MemoryLibrary(Self.bookmarks)
        let rows = library.memory.rows
        library.contents.withLock { $0.held = HeldBookmarks([rows[2]]) }
        var person = Person(rows: rows, columns: 100, rows: 24)
        person.send(.sync(SyncState(phase: .held(deletions: 1, of: 3))))
        person.press("R")
        await person.receiveAnswers(from: library)
        #expect(person.screen.contains("> Rust"))
    }

    @Test(arguments: ["l", "D", "B", "T", "S"]) func pageOfABrokenLibrarySaysSo(
        _ key: String
    ) async {
        let person = await person(MemoryLibrary(Self.bookmarks, isBroken: true), pressing: key)
        #expect(!person.screen.contains("Loading"), "\(person.screen)")
        #expect(person.screen.contains("cannot be loaded"), "\(person.screen)")
    }

    @Test func addedPageReadsTheLibrary() async {
        let library = MemoryLibrary(Self.bookmarks)
        let sites = try? SitesRequest().answer(from: library)
        #expect(sites?.map(\.site) == ["swift.example", "rust.example"])
        #expect(sites?.map(\.count) == [2, 1])
    }
}
