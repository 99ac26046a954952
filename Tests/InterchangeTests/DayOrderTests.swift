import Interchange
import Testing

/// Dates of the calendar as people and spreadsheets write them.
struct DayOrderTests {
    /// 2020-12-31 and 2020-04-03.
    private static let (last, third) = (1_609_372_800.0, 1_585_872_000.0)

    private func dates(_ dates: [String], column: String = "added") throws -> ParsedImport {
        let rows = dates.enumerated().map { "https://a.example/\($0),\"\($1)\"\n" }.joined()
        return try read("url,\(column)\n\(rows)")
    }

    @Test(arguments: [
        ("31.12.2020", 0.0), ("31/12/2020", 0), ("12/31/2020", 0), ("31-12-2020", 0),
        ("2020/12/31", 0), ("2020.12.31", 0), ("12-31-2020", 0), (" 31. 12. 2020 ", 0),
        ("31.12.2020 14:05", 50_700), ("31.12.2020, 14:05:30", 50_730),
        ("12/31/2020 2:05 PM", 50_700), ("12/31/2020, 12:05:30 AM", 330),
        ("2020/12/31 14:05:30", 50_730), ("31/12/2020 14:05:30.250", 50_730.25),
        ("12/31/2020 12:05 pm", 43_500),
    ])
    func unambiguousDatesAreRead(_ text: String, _ seconds: Double) throws {
        #expect(try dates([text]).bookmarks.map(\.added) == [Self.last + seconds])
        let json = "[{\"url\":\"https://a.example/\",\"dateAdded\":\"\(text)\"}]"
        #expect(try read(json).bookmarks.map(\.added) == [Self.last + seconds])
    }

    /// With dots, the day comes first everywhere.
    @Test func dayComesFirstInDatesWithDots() throws {
        #expect(
            try dates(["3.4.2020", "03.04.2020"]).bookmarks.map(\.added) == [
                Self.third, Self.third,
            ])
        #expect(try dates(["4/4/2020"]).bookmarks.map(\.added) == [Self.third + 86_400])
    }

    @Test(
        arguments: [
            (["03/04/2020", "31/12/2020"], [1_585_872_000, 1_609_372_800]),
            (["12/31/2020", "04/03/2020"], [1_609_372_800, 1_585_872_000]),
            (["03-04-2020 10:00", "31-12-2020"], [1_585_908_000, 1_609_372_800]),
        ] as [([String], [Double])])
    func otherRowsDecideTheOrderOfDayAndMonth(_ texts: [String], _ added: [Double]) throws {
        let found = try dates(texts)
        #expect(found.bookmarks.map(\.added) == added)
        #expect(found.datesLeftOut.isEmpty && found.warnings.isEmpty)
        let records = texts.map { "{\"url\":\"https://a.example/\($0)\",\"date\":\"\($0)\"}" }
        for text in ["[\(records.joined(separator: ",\n"))]", records.joined(separator: "\n")] {
            #expect(try read(text).bookmarks.map(\.added) == added)
        }
        let mapping = try RecordMapping("added=when,url=url")
        let rows = texts.map { "https://a.example/\($0),\($0)\n" }.joined()
        let mapped = try read("url,When\n\(rows)", mapping: mapping)
        #expect(mapped.bookmarks.map(\.added) == added)
    }

    @Test(arguments: [
        ["03/04/2020", "05/06/2020"], ["31/12/2020", "03/04/2020", "12/31/2020"],
        ["2020-12-31", "03/04/2020"],
    ])
    func ambiguousDateIsLeftOutWithAWarning(_ texts: [String]) throws {
        let found = try dates(texts)
        let index = try #require(texts.firstIndex(of: "03/04/2020"))
        #expect(found.bookmarks[index].added == nil)
        #expect(!found.datesLeftOut.isEmpty)
        #expect(found.warnings.map(\.line) == [index + 2])
        #expect(found.warnings.first?.reason.contains("03/04/2020") == true)
    }

    /// Each column is judged by itself.
    @Test func otherColumnsDoNotDecideTheOrder() throws {
        let found = try read(
            "url,added,published\nhttps://a.example/,03/04/2020,31/12/2020\n")
        #expect(found.bookmarks.map(\.added) == [nil])
        #expect(found.datesLeftOut.count == 1)
    }

    @Test(arguments: [
        "31.02.2020", "12.31.2020", "32/12/2020", "13/13/2020", "1/2", "10.0.0.1", "31/12/20",
        "31.12-2020", "29/02/2019", "31/12/2020 25:00", "2019-02-29",
    ])
    func invalidDatesAreLeftOut(_ text: String) throws {
        let found = try dates([text])
        #expect(found.bookmarks.map(\.added) == [nil] && found.datesLeftOut.count == 1)
    }
}
