import BookmarkLibrary
import Bookmarks
import DeviceStore
import Documents
import Glibc
import SQLite
import ScratchFolder
import SeededRandom
import TestSupport
import Testing
import WebPages

/// Documents are found by their text, and a damaged index is rebuilt.
@Suite(.ownThread)
struct TextIndexTests {
    /// Plain text needs no child process, so this program is never run.
    private static let extraction = PageExtraction(program: "/bin/false")

    private final class Shelf {
        let desk: Desk
        let ids: [String]

        init(_ texts: [String]) throws {
            let desk = try Desk()
            self.desk = desk
            ids = try texts.enumerated().map { number, text in
                let id = try desk.add("Name \(number)", "https://a.example/\(number)")
                try Shelf.save(text, id, desk)
                return id
            }
        }

        static func save(
            _ text: String, _ id: String, _ desk: Desk, name: String = "Title",
            type: String = "text/plain"
        ) throws {
            let page = SavedPage(
                title: name, mediaType: type, url: "https://a.example/",
                content: Array(text.utf8))
            try desk.controller.documents.keep([desk.home.item(page, ofBookmark: id)])
        }

        @discardableResult
        func update() async throws -> Home.IndexUpdate {
            try await desk.home.updateTextIndex(TextIndexTests.extraction)
        }

        func found(_ query: String, by home: Home? = nil) throws -> [Int] {
            let home = home ?? desk.home
            return try home.catalog.rows(matching: Query(query), sortedBy: .standard)
                .compactMap { row in ids.firstIndex(of: row.id) }.sorted()
        }

        var path: String { desk.home.location.textIndex }
    }

    @Test func documentTextIsFoundUntilItIsDeleted() async throws {
        let shelf = try Shelf(["Databases shard", "私は東京に住んでいます", "Der Fußball im Café"])
        #expect(
            try shelf.found("text:databases") == [], "text must not be found before it is indexed")
        #expect(try await shelf.update() == .complete)
        #expect(try shelf.found("text:databases") == [0])
        #expect(try shelf.found("text:東京") == [1] && shelf.found("text:京都") == [])
        #expect(try shelf.found("text:cafe text:fussball") == [])
        #expect(try shelf.found("text:cafe text:fußball") == [2])
        #expect(try shelf.found("text:title") == [0, 1, 2])
        #expect(try shelf.found("text:\"databases s\"") == [])
        try Shelf.save("Queues wait", shelf.ids[0], shelf.desk)
        #expect(try await shelf.update() == .complete)
        #expect(try shelf.found("text:databases") == [] && shelf.found("text:queues") == [0])
        _ = try shelf.desk.controller.undo()
        #expect(try await shelf.update() == .complete)
        #expect(try shelf.found("text:databases") == [0] && shelf.found("text:queues") == [])
        let documents = try shelf.desk.home.documents()
        try shelf.desk.controller.documents.delete(documents)
        #expect(try await shelf.update() == .complete)
        #expect(try shelf.found("text:") == [])
        #expect(try shelf.found("has:page") == [])
    }

    /// The index finds the same documents as a plain search.
    @Test(arguments: 0..<4)
    func indexFindsTheSameDocumentsAsAPlainSearch(_ seed: UInt64) async throws {
        var random = SplitMix(seed: seed)
        let pieces = [
            "swift", "Swift", "a", "é", "e\u{301}", "straße", "東", "京", "都", "カ", "가", "나",
            "жук", "Ж", "1", "_", "-", "\"", "*", "NEAR", "AND", "(", " ", " ", "\n", "\u{0}", "。",
            "हि", "①", "👩‍💻", "กา", "ß",
        ]
        func text(_ count: Int) -> String {
            (0..<Int.random(in: 0...count, using: &random)).map { _ in
                pieces.randomElement(using: &random) ?? ""
            }.joined()
        }
        let texts = (0..<30).map { _ in text(12) }
        let shelf = try Shelf(texts)
        try await shelf.update()
        for _ in 0..<200 {
            let phrase = TextPhrase(text(3), isWhole: Bool.random(using: &random))
            let plain = texts.indices.filter { phrase.isFound(in: ["Title", texts[$0]]) }
            let found = try shelf.desk.home.catalog.bookmarks(having: .text(phrase))
            if phrase.tokens.isEmpty { continue }
            #expect(Set(plain.map { shelf.ids[$0] }) == found, "\(phrase.tokens) in \(texts)")
        }
    }

    enum Damage: String, CaseIterable {
        case junk, truncated, empty, removed, olderVersion, olderTokens, anotherProgram, lackingPart
        case logRemoved

        func happen(to path: String) throws {
            func remove(_ suffixes: String...) { for suffix in suffixes { unlink(path + suffix) } }
            switch self {
            case .junk:
                let file = try #require(fopen(path, "we"))
                fputs(String(repeating: "junk", count: 5000), file)
                fclose(file)
            case .truncated: #expect(truncate(path, 5000) == 0)
            case .empty: #expect(truncate(path, 0) == 0)
            case .removed: remove("", "-wal", "-shm")
            case .logRemoved: remove("-wal", "-shm")
            case .olderVersion: try Database(path: path).execute("PRAGMA user_version = 1")
            case .olderTokens:
                try Database(path: path).execute(
                    "INSERT INTO words(words) VALUES('delete-all'); PRAGMA user_version = 1001")
            case .anotherProgram: try Database(path: path).execute("PRAGMA application_id = 1")
            case .lackingPart: try Database(path: path).execute("DROP TABLE bodies")
            }
        }
    }

    @Test(arguments: Damage.allCases) func damagedIndexIsRebuilt(_ damage: Damage) async throws {
        let shelf = try Shelf((0..<40).map { "Text number\($0) has a word" })
        try await shelf.update()
        #expect(try shelf.found("text:number7") == [7])
        try damage.happen(to: shelf.path)
        let next = try shelf.desk.other(shelf.desk.home.location.device)
        // A search that finds the damage fails, and the next update repairs it.
        for _ in 0..<3 {
            _ = try? await next.home.updateTextIndex(Self.extraction)
            if (try? shelf.found("text:word", by: next.home))?.count == 40 { break }
        }
        #expect(try shelf.found("text:number7", by: next.home) == [7])
        #expect(try shelf.found("text:word", by: next.home).count == 40)
    }

    /// A process that has the index open switches to the file that another process has rebuilt.
    @Test func openIndexSwitchesToTheRebuiltFile() async throws {
        let shelf = try Shelf(["one", "two"])
        try await shelf.update()
        let next = try shelf.desk.other(shelf.desk.home.location.device)
        #expect(try shelf.found("text:two", by: next.home) == [1])
        try Damage.removed.happen(to: shelf.path)
        _ = try? shelf.found("text:two")
        try await shelf.update()
        #expect(try shelf.found("text:two") == [1])
        #expect(try shelf.found("text:two", by: next.home) == [1])
    }

    @Test func aDeviceWithoutDocumentsHasNoIndex() async throws {
        let shelf = try Shelf([])
        try shelf.desk.add("A", "https://a.example/")
        #expect(try await shelf.update() == .complete)
        #expect(try shelf.found("text:a") == [])
        #expect(access(shelf.path, F_OK) != 0)
    }

    @Test func contentIsIndexedOnceItArrives() async throws {
        let shelf = try Shelf(["Databases shard"])
        try await shelf.desk.sync()
        let laptop = try shelf.desk.other()
        try await laptop.sync()
        func found(_ query: String) throws -> Int {
            try laptop.home.catalog.rows(matching: Query(query), sortedBy: .standard).count
        }
        #expect(try found("is:remote has:page") == 1)
        #expect(try await laptop.home.updateTextIndex(Self.extraction) == .incomplete)
        #expect(try found("text:databases") == 0)
        #expect(try shelf.found("is:unsent") == [0])
        try await shelf.desk.home.exchangeDocuments()
        #expect(try shelf.found("is:unsent") == [])
        try await laptop.home.exchangeDocuments()
        #expect(try await laptop.home.updateTextIndex(Self.extraction) == .complete)
        #expect(try found("text:databases -is:remote") == 1)
    }

    @Test func unsentEditsAreFound() async throws {
        let desk = try Desk()
        let id = try desk.add("A", "https://a.example/")
        try desk.add("B", "https://b.example/")
        func found() throws -> [String] {
            let rows = try desk.home.catalog.rows(
                matching: Query("is:unsent"), sortedBy: .standard)
            return rows.map(\.name).sorted()
        }
        #expect(try found() == ["A", "B"])
        try await desk.sync()
        #expect(try found() == [])
        try desk.edit(id) { $0.name = "New" }
        #expect(try found() == ["New"])
        try await desk.sync()
        let note = try desk.home.item(note: Array("typed".utf8), ofBookmark: id)
        try desk.controller.documents.keep([note])
        #expect(try found() == ["New"])
    }

    @Test func documentsAreFoundByTheirFileType() async throws {
        let shelf = try Shelf(["one", "two"])
        try Shelf.save(
            "%PDF", shelf.ids[0], shelf.desk, name: "Paper", type: "application/pdf")
        #expect(try shelf.found("file:pdf") == [0] && shelf.found("file:plain") == [1])
        #expect(try shelf.found("has:file") == [] && shelf.found("-has:note").count == 2)
    }
}
