import Interchange
import Testing

/// Dates in the spellings of other programs.
struct DateSpellingTests {
    /// 2024-01-02T00:00:00Z.
    private static let day = 1_704_153_600.0
    private static let time = day + 11_045

    private func added(_ text: String) throws -> Double? {
        try read("url,created\nhttps://a.example/,\"\(text)\"\n").bookmarks[0].added
    }

    @Test(arguments: [
        "20240102", "Jan 2, 2024", "January 2nd, 2024", "2 Jan 2024", "02-Jan-2024", "2-Jan-24",
        "Tuesday, January 2, 2024", "2024年1月2日", "2024년 1월 2일", "02.01.24", "2.1.24", "45293",
    ])
    func datesWithoutATimeAreRead(_ text: String) throws { #expect(try added(text) == Self.day) }

    @Test(arguments: [
        "20240102T030405Z", "Jan 2, 2024 3:04:05 AM", "Jan 2, 2024, 3:04:05\u{A0}AM",
        "2 Jan 2024 03:04:05", "Tue Jan  2 03:04:05 2024", "Tue Jan  2 03:04:05 UTC 2024",
        "Tue Jan 02 2024 04:04:05 GMT+0100 (CET)", "Tue Jan 02 05:04:05 +0200 2024",
        "Mon, 01 Jan 2024 22:04:05 EST", "Mon, 01 Jan 2024 20:04:05 PDT",
        "2024-01-01 22:04:05 EST", "2024年1月2日 3:04:05", "02.01.24 03:04:05",
        "1704164645000000000", "45293.12783564815", "Tuesday, January 2, 2024 at 3:04:05 a.m.",
    ])
    func datesWithATimeAreRead(_ text: String) throws { #expect(try added(text) == Self.time) }

    @Test(arguments: [
        ("2 Jan 2024 12:30 AM", 1800.0), ("2 Jan 2024 12:30 PM", 45_000),
        ("2 Jan 2024 3:04 PM", 54_240), ("Jan 2, 2024 11:59:59 pm", 86_399),
    ])
    func twelveHourTimesAreRead(_ text: String, _ seconds: Double) throws {
        #expect(try added(text) == Self.day + seconds)
    }

    /// These look like dates, but are not.
    @Test(arguments: ["20241301", "Jan 32, 2024", "2 Jan", "1/2/24", "2 Jan 2024 13:00 PM"])
    func invalidDatesAreNotTakenAsDates(_ text: String) throws {
        let found = try read("url,created\nhttps://a.example/,\"\(text)\"\n")
        #expect(found.bookmarks[0].added.map { $0 < 30_000_000 } ?? true)
    }

    @Test func feedDateWithAZoneNameIsRead() throws {
        let found = try read(
            """
            <rss version="2.0"><channel><title>T</title><item><title>A</title>
            <link>https://a.example/</link><pubDate>Mon, 01 Jan 2024 22:04:05 EST</pubDate>
            </item></channel></rss>
            """)
        #expect(found.bookmarks.map(\.added) == [Self.time])
    }

    @Test func konquerorsTimeAddedIsRead() throws {
        let found = try read(
            """
            <xbel><bookmark href="https://a.example/"><title>A</title><info>
            <metadata owner="http://www.kde.org"><time_added>1704164645</time_added></metadata>
            </info></bookmark></xbel>
            """)
        #expect(found.bookmarks.map(\.added) == [Self.time])
    }
}
