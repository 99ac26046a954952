import Testing

@testable import Bookmarks

/// The answers that a list keeps while its rows stay. `BookmarkListTests` compares lists that
/// return to them with a plain one.
struct EarlierAnswersTests {
    private func answer(_ text: String, _ count: Int = 1) throws -> EarlierAnswers.Answer {
        EarlierAnswers.Answer(
            query: try Query(text), hits: [Int32](repeating: 0, count: count), ranked: nil,
            hasGuessed: false)
    }

    @Test func oldestAnswersAreDroppedFirst() throws {
        var answers = EarlierAnswers()
        func kept() throws -> [String] {
            try ["a", "b", "c", "d"].filter { answers.answer(to: try Query($0)) != nil }
        }
        let count = EarlierAnswers.mostNumbers / 5 * 2
        for text in ["a", "b", "c"] { answers.keep(try answer(text, count)) }
        #expect(try kept() == ["b", "c"])
        answers.keep(try answer("d", 2 * EarlierAnswers.mostNumbers))
        #expect(try kept() == ["d"])
        answers.keep(try answer("a"))
        #expect(try kept() == ["a"])
        answers.removeAll()
        #expect(try kept() == [])
    }

    @Test(arguments: [
        "note:a", "description:a", "in:a", "is:duplicate", "-is:broken", "text:a", "has:page",
        "b or (a note:c)",
    ])
    func answersThatDependOnOtherFactsAreNotKept(_ text: String) throws {
        var answers = EarlierAnswers()
        answers.keep(try answer(text))
        #expect(answers.answer(to: try Query(text)) == nil)
    }

    @Test func queriesOfOneMeaningShareAnAnswer() throws {
        var answers = EarlierAnswers()
        answers.keep(try answer("swift"))
        #expect(answers.answer(to: try Query("swift ")) != nil)
        #expect(answers.answer(to: try Query("swif")) == nil)
    }

    @Test func listKeepsItsAnswersUntilItChanges() throws {
        let rows = ["Swift", "Swan", "Bird"].map {
            BookmarkRow(id: $0, name: $0, url: "x:\($0)", added: 0, modified: 0)
        }
        let query = try Query("sw")
        for change in [
            { $0.apply([.upsert(rows[0])]) }, { $0.sort(SortOrder(.name)) }, { $0.load(rows) },
            { $0.ranksAnswers = false },
        ] as [(inout BookmarkList) -> Void] {
            var list = BookmarkList(rows: rows, sortedBy: .standard)
            list.ranksAnswers = true
            list.filter(query)
            let shown = list.ranked
            list.filter(try Query("swi"))
            #expect(list.count == 1 && shown?.count == 2)
            #expect(list.earlierAnswers.answer(to: query)?.ranked == shown)
            list.filter(query)
            #expect(list.ranked == shown)
            change(&list)
            #expect(list.earlierAnswers.answer(to: query) == nil)
        }
    }

    @Test func listThatReturnsToGuessesSaysSo() throws {
        let row = BookmarkRow(id: "a", name: "swift", url: "x:", added: 0, modified: 0)
        var list = BookmarkList(rows: [row], sortedBy: .standard)
        list.ranksAnswers = true
        for (text, isGuess) in [("swfit", true), ("swi", false), ("swfit", true)] {
            list.filter(try Query(text))
            #expect(list.count == 1 && list.hasGuessed == isGuess, "\(text)")
        }
    }
}
