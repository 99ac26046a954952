import BookmarkDatabase
import BookmarkLibrary
import Bookmarks
import DeviceStore
import SQLite
import ScratchFolder
import SeededRandom
import TestSupport
import Testing

/// The database finds the same bookmarks as the list, in the same order.
@Suite(.ownThread)
struct SearchTests {
    /// Names, addresses and tags that a search could misread.
    private static let pieces = [
        "swift", "Swift", "SWIFT", "a", "b", "%", "_", "\\", "'", "\"", "''", "É", "é", "e\u{301}",
        "straße", "STRASSE", "ΣΑΣ", "σας", "σασ", "İ", "i\u{307}", "日本", "本", "👩‍💻", "👩", "Жук",
        "ЖУК", "한", "하", "\u{1112}\u{1161}\u{11AB}", "\u{11AB}", "が", "か\u{3099}",
        "жу", "\u{0}", "\u{1}", "\u{1f}", "#", "##a", "#swift", "#Swift", "ÿ", "\u{FFFD}", "*",
        "NEAR", "x'61'", "z",
    ]

    private func text(
        _ count: Int, _ separators: [String], _ random: inout SplitMix
    ) -> String {
        var text = ""
        for index in 0..<Int.random(in: 0...count, using: &random) {
            if index > 0 { text += separators.randomElement(using: &random) ?? "" }
            text += Self.pieces.randomElement(using: &random) ?? ""
        }
        return text
    }

    private func query(_ random: inout SplitMix) -> String {
        let fields = [
            "", "", "", "", "-", "name:", "url:", "note:", "#", "tag:", "~", "site:",
            "is:duplicate ",
            "is:broken ", "is:unopened ", "is:conflict ", "-is:unopened ", "before:1970 ",
            "after:1970 ",
            "in:", "/sw.*t/ ", "/^[a-z]+ft/ ", "~s", "name:/Ж?ук|b+a/ ",
            "note:\"swift swift\" ", "note:\"t s\" ", "is:archived ", "-is:archived ", "is:unread ",
            "-is:unread ", "description:", "description:/s+/ ",
        ]
        return (0..<Int.random(in: 0...3, using: &random)).map { index in
            let or = index > 0 && Int.random(in: 0..<4, using: &random) == 0 ? "or " : ""
            let piece = Self.pieces.randomElement(using: &random) ?? ""
            return or + (fields.randomElement(using: &random) ?? "") + piece
        }.joined(separator: " ")
    }

    private func draft(_ random: inout SplitMix) -> BookmarkDraft {
        BookmarkDraft(
            name: text(4, [" ", "", "\u{3000}"], &random),
            url: "x:" + text(3, ["/", ""], &random).filter { !$0.isWhitespace && $0 != "\0" } + ".",
            tags: Tags.parsed(text(4, [" "], &random)),
            notes: text(3, [" ", "\n", " \r\n"], &random),
            description: text(2, [" ", "\n"], &random), isUnread: Bool.random(using: &random),
            isArchived: Int.random(in: 0..<4, using: &random) == 0)
    }

    /// The folded text in a replica of an earlier version is made again.
    @Test func textThatAnEarlierVersionFoldedIsFoldedAgain() throws {
        let desk = try Desk()
        let id = try desk.add("\u{1112}\u{1161}\u{11AB}", "https://a.example/")
        try Database(path: desk.home.location.store.replica, access: .readWrite).execute(
            "DELETE FROM search; UPDATE derived SET version = 9 WHERE name = 'bookmarks';")
        let later = try desk.other("desk")
        let found = try later.home.catalog.rows(matching: Query("한"), sortedBy: .standard)
        #expect(found.map(\.id) == [id])
    }

    /// Compares thousands of queries while bookmarks are added, changed, deleted and restored.
    @Test func databaseFindsTheSameBookmarksAsTheList() throws {
        let desk = try Desk()
        var random = SplitMix(seed: 20_261_121)
        var ids: [String] = []
        var compared = 0
        var hits = 0
        for round in 0..<12 {
            for _ in 0..<40 {
                let draft = draft(&random)
                // Addresses with control characters are refused.
                if let id = try? desk.controller.add(draft, evenIfThere: true) { ids.append(id) }
            }
            for id in ids where Int.random(in: 0..<5, using: &random) == 0 {
                let draft = draft(&random)
                try? desk.edit(id) {
                    ($0.name, $0.tags, $0.isArchived) = (draft.name, draft.tags, draft.isArchived)
                }
            }
            if round % 3 == 2 {
                ids.shuffle(using: &random)
                try desk.controller.delete(ids: Array(ids.prefix(30)))
                ids.removeFirst(30)
                if round % 2 == 0 { _ = try desk.controller.undo() }
            }
            let catalog = desk.home.catalog
            let all = try catalog.rows(sortedBy: .standard, limit: nil)
            let isBroken = Dictionary(
                uniqueKeysWithValues: all.map { ($0.id, Bool.random(using: &random)) })
            try desk.home.record(
                links: all.map { row in
                    let state = isBroken[row.id] == true ? LinkState.Finding.broken("x") : .works
                    return (row.id, row.url, LinkState(state, checked: 1))
                })
            var list = BookmarkList(rows: all, sortedBy: .standard, facts: catalog)
            let subjects = try all.map { row in
                let whole = try desk.controller.bookmark(id: row.id)
                let page = Array(WebAddress(stored: row.url).pageKey.utf8)
                return QuerySubject(
                    row,
                    details: BookmarkDetails(
                        notes: whole?.notes ?? "", description: whole?.description ?? ""),
                    isDuplicate: all.contains {
                        $0.id != row.id && Array(WebAddress(stored: $0.url).pageKey.utf8) == page
                    }, isBroken: isBroken[row.id] == true)
            }
            for _ in 0..<300 {
                guard let query = try? Query(query(&random)) else { continue }
                let field: SortOrder.Field = Bool.random(using: &random) ? .added : .modified
                list.sort(SortOrder(field, descending: Bool.random(using: &random)))
                list.filter(query)
                let expected = (0..<list.count).map { list[$0] }
                let found = try catalog.rows(matching: query, sortedBy: list.order)
                #expect(found == expected, "\(query.text.debugDescription)")
                let limit = Int.random(in: 0..<9, using: &random)
                let first = try catalog.rows(
                    matching: query, sortedBy: list.order, limit: limit)
                #expect(
                    first == Array(expected.prefix(limit)),
                    "\(limit) of \(query.text.debugDescription)")
                let plain = try subjects.filter(query.matches).map(\.row).sorted(list.order)
                #expect(found == plain, "\(query.text.debugDescription)")
                compared += 1
                hits += found.count
            }
        }
        #expect(compared > 2500)
        #expect(hits > 10_000, "the queries must find enough bookmarks to compare")
    }

    /// Adjacent rows share one searched text, but each must match only its own words.
    @Test func searchDoesNotMatchAcrossBookmarks() throws {
        let desk = try Desk()
        for number in 0..<100 {
            try desk.add("name\(number)x", "https://example.com/\(number)", tags: ["t\(number)"])
        }
        let catalog = desk.home.catalog
        for number in 0..<100 {
            let found = try catalog.rows(matching: Query("name\(number)x"), sortedBy: .standard)
            #expect(found.map(\.name) == ["name\(number)x"])
            let both = "name\(number)x #t\((number + 1) % 100)"
            #expect(try catalog.rows(matching: Query(both), sortedBy: .standard).isEmpty)
        }
    }

    /// Names also contain the words of tags and folders, and one in five bookmarks matches.
    @Test(arguments: [
        "#red", "#red blue", "-#red", "folder:red", "in:red", "#red or in:red", "note:red", "rare",
        "is:unread", "red", "nowhere", "#red is:archived",
    ])
    func limitedSearchReturnsTheFirstOfAllMatches(_ text: String) throws {
        let desk = try Desk()
        let drafts = (0..<1500).map { number in
            var draft = BookmarkDraft(
                name: "red \(number)", url: "https://example.com/\(number)")
            if number % 5 == 0 { draft.tags = ["red"] }
            if number % 5 == 1 { draft.folder = "red/deep" }
            if number % 5 == 2 { draft.notes = "red" }
            if number % 5 == 3 { draft.isUnread = true }
            if number % 11 == 0 { draft.isArchived = true }
            if number % 7 == 0 { draft.tags.append("blue") }
            if number % 500 == 0 { draft.name = "rare" }
            return draft
        }
        _ = try desk.controller.add(all: drafts)
        let query = try Query(text)
        for order in [SortOrder.standard, SortOrder(.added), SortOrder(.name)] {
            let all = try desk.home.catalog.rows(matching: query, sortedBy: order)
            #expect(all.isEmpty == (text == "nowhere"))
            for limit in [0, 1, 7, 50, 2000] {
                let first = try desk.home.catalog.rows(
                    matching: query, sortedBy: order, limit: limit)
                #expect(first == Array(all.prefix(limit)), "\(limit)")
            }
        }
    }

    @Test func emptyQueryFindsAllBookmarksInOrder() throws {
        let desk = try Desk()
        for number in 0..<50 {
            let id = try desk.add("\(number)", "https://example.com/\(number)")
            for time in 0..<number % 5 {
                try desk.home.catalog.noteOpening(of: id, at: Double(100 - number + time))
            }
        }
        let ids = try desk.home.catalog.rows(sortedBy: .standard, limit: 50).map(\.id)
        #expect(
            try desk.home.catalog.rows(matching: Query(" \t"), sortedBy: .standard).map(\.id) == ids
        )
        for field in SortOrder.Field.allCases {
            for isDescending in [false, true] {
                let order = SortOrder(field, descending: isDescending)
                let all = try desk.home.catalog.rows(sortedBy: order, limit: nil)
                let paged = try desk.home.catalog.rows(sortedBy: order, limit: 50)
                #expect(all == paged)
                #expect(all == all.sorted(order))
            }
        }
    }

    /// The replica of an earlier version has no text to search yet.
    @Test func tableWithoutSearchTextIsRebuilt() throws {
        let desk = try Desk()
        try desk.add("Alpha", "https://example.com/")
        let database = try Database(path: desk.home.location.store.replica)
        try database.execute(
            "UPDATE derived SET version = 1 WHERE name = 'bookmarks'; DROP TABLE search")
        let again = try desk.other("desk")
        let found = try again.home.catalog.rows(matching: Query("alph"), sortedBy: .standard)
        #expect(found.map(\.name) == ["Alpha"])
    }

    /// The replica of an earlier version has neither the other spellings of pages nor the other
    /// widths.
    @Test func tableWithOutdatedSpellingsIsRebuilt() throws {
        let desk = try Desk()
        try desk.add("ＵＳＢ", "https://münchen.example/")
        let database = try Database(path: desk.home.location.store.replica)
        try database.execute(
            """
            UPDATE derived SET version = 6 WHERE name = 'bookmarks';
            UPDATE bookmarks SET page = 1; DELETE FROM search
            """)
        let again = try desk.other("desk")
        let found = try again.home.catalog.rows(matching: Query("usb"), sortedBy: .standard)
        #expect(found.map(\.name) == ["ＵＳＢ"])
        #expect(throws: BookmarkError.self) {
            try again.add("M", "https://xn--mnchen-3ya.example/")
        }
    }

    @Test(arguments: [3, 2500]) func detailsAreFoundForFewOrManyIDs(_ count: Int) throws {
        let desk = try Desk()
        let id = try desk.controller.add(
            BookmarkDraft(name: "A", url: "https://example.com", notes: "Read \n me"))
        let other = try desk.add("B", "https://example.com/b")
        let ids = [id, other] + (2..<count).map { "missing\($0)" }
        let details = try desk.home.catalog.details(ofIDs: ids)
        #expect(details.count == 2)
        #expect(details[id] == BookmarkDetails(notes: "Read \n me", device: "desk"))
        #expect(details[other] == BookmarkDetails(notes: "", device: "desk"))
    }
}

extension [BookmarkRow] {
    /// Sorts as a list does, for rows whose sorted texts are ASCII and that were not moved by hand.
    fileprivate func sorted(_ order: SortOrder) -> [BookmarkRow] {
        func before(_ a: BookmarkRow, _ b: BookmarkRow) -> Bool? {
            switch order.field {
            // Without a query, all bookmarks are equally relevant.
            case .added, .relevance: a.added == b.added ? nil : a.added < b.added
            case .modified: a.modified == b.modified ? nil : a.modified < b.modified
            case .name: a.name == b.name ? nil : a.name < b.name
            case .url: a.url == b.url ? nil : a.url < b.url
            case .opened: a.opened == b.opened ? nil : a.opened < b.opened
            case .frequency:
                (a.opens, a.opened) == (b.opens, b.opened)
                    ? nil : (a.opens, a.opened) < (b.opens, b.opened)
            case .manual:
                (b.added, a.id) == (a.added, b.id) ? nil : (b.added, a.id) < (a.added, b.id)
            }
        }
        return sorted { a, b in before(a, b).map { $0 != order.isDescending } ?? (a.id < b.id) }
    }
}
