import Replication
import TestSupport
import Testing

@testable import Bookmarks

/// Saved searches and their names.
@Suite(.ownThread) struct SavedSearchTests {
    private func error(_ text: String, _ searches: [String: String]) -> QueryError? {
        do throws(QueryError) {
            _ = try Query(text, searches: SavedSearches(searches))
            return nil
        } catch {
            return error
        }
    }

    /// A name finds the same as its query in brackets, wherever it is used.
    @Test(arguments: 0..<200 as Range<UInt64>)
    func savedSearchFindsTheSameAsItsQuery(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let text = QueryGenerator.query(using: &random)
        let other = QueryGenerator.query(using: &random)
        let searches = SavedSearches(["a": text, "b": "\(other) or @a"])
        guard (try? Query(text)) != nil, (try? Query(other)) != nil else {
            #expect(throws: QueryError.self) { try Query("@b", searches: searches) }
            return
        }
        for (named, whole) in [
            ("@a", "(\(text))"), ("x -@a", "x -(\(text))"), ("(@a or x) y", "((\(text)) or x) y"),
            ("@B", "(\(other) or (\(text)))"),
        ] {
            let query = try Query(named, searches: searches)
            #expect(query.text == named)
            #expect(query.isEquivalent(to: try Query(whole)), "\(named): \(text)")
            for id in 0..<20 {
                let subject = QuerySubject(.random(id: id, using: &random))
                #expect(try query.matches(subject) == (try Query(whole)).matches(subject))
            }
        }
    }

    @Test(arguments: [
        ("x @no y", 2, 5), ("@", 0, 1), ("a -@loop", 3, 8), ("@two", 0, 4), ("(@wrong)", 1, 7),
        ("@blank", 0, 6), ("@no)", 3, 4),
    ])
    func invalidReferenceSaysWhereItIsWrong(_ text: String, _ start: Int, _ end: Int) {
        let searches = [
            "loop": "a @loop", "two": "@three", "three": "-@two", "wrong": "is:nonsense",
            "blank": "  ",
        ]
        #expect(error(text, searches)?.range == start..<end)
    }

    @Test func invalidSavedSearchSaysWhatIsWrongInIt() {
        let error = error("x @wrong", ["wrong": "a is:new"])
        #expect(error?.piece == "@wrong")
        let why =
            "is: takes unread, archived, unopened, conflict, duplicate, broken, "
            + "saved, remote, unsent or deleted."
        #expect(error?.message == "The saved search wrong has an error: new: \(why)")
    }

    /// Searches that each contain the previous one twice would add up to a million conditions.
    @Test func nestedSearchesAreLimited() {
        var searches = ["s0": "a"]
        for number in 1...20 { searches["s\(number)"] = "@s\(number - 1) or @s\(number - 1)" }
        #expect(error("@s20", searches)?.message.contains("Too many") == true)
        #expect(error("@s5", searches) == nil)
    }

    @Test func searchNamesIgnoreCaseUnlessBothSpellingsExist() {
        var searches = SavedSearches(["Later": "a"])
        #expect(searches.name("later") == "Later")
        searches.save("b", as: "LATER")
        #expect(searches.texts == ["LATER": "b"])
        // Two devices may have made one search each.
        searches = SavedSearches(["Later": "a", "later": "b"])
        #expect(searches.name("later") == "later" && searches.name("Later") == "Later")
        #expect(searches.name("other") == nil)
    }

    @Test func searchNameIsOneWord() throws {
        #expect(try SavedSearches.checkedName(" @später ") == "später")
        for name in ["", "@", "a b", "a(b", "\"a\"", String(repeating: "ä", count: 29)] {
            #expect(throws: SearchNameError.self) { try SavedSearches.checkedName(name) }
        }
        #expect(throws: Never.self) {
            try SavedSearches.checkedName(String(repeating: "ä", count: 28))
        }
    }

    @Test func everySavedSearchIsAPreference() {
        var preferences = Preferences([
            "sort": .string("name"), "search.new": .integer(7), "search.": .string("x"),
        ])
        preferences.searches.save("#a", as: "a")
        preferences.searches.save("#b", as: "b")
        #expect(preferences.values["search.a"] == .string("#a"))
        #expect(preferences.searches.names == ["a", "b"])
        preferences.searches.apply(.rename("a", to: "B"))
        #expect(preferences.searches.texts == ["B": "#a"])
        preferences.searches.apply(.delete("B"))
        #expect(preferences.searches.texts.isEmpty)
        // Values from another version stay.
        #expect(preferences.values["search.new"] == .integer(7))
        #expect(preferences.values["sort"] == .string("name"))
    }

    /// The query that the tags view puts into the filter finds as many bookmarks as the view
    /// counts.
    @Test(arguments: [
        "swift", "Swift", "c++", "f(x)", "f(", ")", "a\"b", "\"", "x\\", "(\\\\", "日本", "ÉTÉ", "-a",
        "or", "@a", "/x/", "~y", "in:z", "a,b",
    ])
    func queryForATagFindsThatTag(tag: String) throws {
        let row = BookmarkRow(id: "1", name: "n", url: "u", tags: tag, added: 0, modified: 0)
        for text in [
            QueryText.tag(tag), try Query("n or x").text(narrowedBy: QueryText.tag(tag)),
        ] {
            let query = try Query(text)
            #expect(try query.matches(QuerySubject(row)), "\(text)")
            var other = row
            other.tags = "zzz"
            #expect(try !query.matches(QuerySubject(other)), "\(text)")
        }
    }

    @Test(arguments: [
        "work", "Work/Swift", "a b/c", "f(x", "x)", "a\"b", "\"q\"/\"", "b\\", "日本/東京",
    ])
    func queryForAFolderFindsThatFolder(path: String) throws {
        let row = BookmarkRow(id: "1", name: "n", url: "u", added: 0, modified: 0)
        let query = try Query(QueryText.folder(path))
        for (folder, isFound) in [(path, true), (path + "/below", true), (path + "x", false)] {
            let subject = QuerySubject(row, details: BookmarkDetails(folder: folder))
            #expect(try query.matches(subject) == isFound, "\(query.text) \(folder)")
        }
    }

    @Test func searchesThatUseASearchAreKnown() {
        let searches = SavedSearches([
            "a": "#x", "b": "@A y", "c": "-(@b)", "d": "\"@a\" z", "broken": "@a @none",
        ])
        #expect(searches.users(of: ["a"]) == ["b", "c"])
        #expect(searches.users(of: ["b"]) == ["c"])
        #expect(searches.users(of: ["c"]).isEmpty)
    }

    @Test func renamingASearchUpdatesTheSearchesThatUseIt() {
        var searches = SavedSearches([
            "a": "#x", "b": "@A y", "c": "-(@a) or @a", "d": "\"@a\" z@a", "e": "@ab",
            "broken": "@a @none", "wrong": "@a (",
        ])
        #expect(searches.directUsers(of: "a") == ["b", "broken", "c"])
        searches.apply(.rename("a", to: "later"))
        #expect(
            searches.texts == [
                "later": "#x", "b": "@later y", "c": "-(@later) or @later",
                "d": "\"@a\" z@a", "e": "@ab", "broken": "@later @none", "wrong": "@a (",
            ])
        // Where two names differ only in case, the renaming changes only the exact name.
        searches = SavedSearches(["A": "#x", "a": "#y", "u": "@A @a"])
        searches.apply(.rename("A", to: "z"))
        #expect(searches.texts["u"] == "@z @a")
    }

    @Test func searchCannotBeRenamedToTheNameOfASearchItUses() {
        let searches = SavedSearches(["a": "@b x", "b": "#y", "none": "@gone"])
        #expect(
            searches.problem(of: .rename("a", to: "b"), at: QueryClock())?.message
                == "A saved search cannot contain itself: @b")
        #expect(searches.problem(of: .rename("b", to: "a2"), at: QueryClock()) == nil)
        // A search that is invalid can still get any name.
        #expect(searches.problem(of: .rename("none", to: "other"), at: QueryClock()) == nil)
    }

    /// The lost query, which the list shows because undo does not restore it.
    @Test func changeNamesTheQueryThatIsLost() {
        let searches = SavedSearches(["a": "#swift", "b": "#go"])
        #expect(searches.text(lostBy: .delete("a")) == "#swift")
        #expect(searches.text(lostBy: .delete("none")) == nil)
        #expect(searches.text(lostBy: .save("#c", as: "A")) == "#swift")
        #expect(searches.text(lostBy: .save("#swift", as: "a")) == nil)
        #expect(searches.text(lostBy: .save("#c", as: "c")) == nil)
        #expect(searches.text(lostBy: .rename("a", to: "b")) == "#go")
        #expect(searches.text(lostBy: .rename("a", to: "A")) == nil)
        #expect(searches.text(lostBy: .rename("a", to: "c")) == nil)
    }
}
