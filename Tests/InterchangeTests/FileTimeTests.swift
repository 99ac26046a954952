import Bookmarks
import Replication
import Testing

@testable import Interchange

/// Times in exported files, and times read from imported files.
struct FileTimeTests {
    @Test(arguments: [
        (0.0, "1970-01-01T00:00:00Z"), (-0.001, "1969-12-31T23:59:59.999Z"),
        (1_709_164_800.25, "2024-02-29T00:00:00.250Z"), (0.9996, "1970-01-01T00:00:01Z"),
        (CalendarTime.first + 1, "0001-01-01T00:00:01Z"),
        (CalendarTime.last - 1, "9999-12-31T23:59:58Z"),
    ])
    func isoTimesAreWrittenToTheMillisecond(_ time: Double, _ text: String) {
        #expect(FileTime(time)?.iso == text)
    }

    @Test func orgAndMailTimesAreLessPrecise() {
        #expect(FileTime(1_709_164_805)?.org == "2024-02-29 00:00")
        #expect(FileTime(1_709_164_805)?.mail == "29 Feb 2024 00:00:05 GMT")
        #expect(FileTime(CalendarTime.first + 61)?.mail == "01 Jan 0001 00:01:01 GMT")
    }

    @Test(
        arguments: [
            .nan, .infinity, -.infinity, CalendarTime.first - 1, CalendarTime.last + 1, 1e300,
        ] as [Double])
    func timesOutsideTheCalendarAreNotWritten(_ time: Double) {
        #expect(FileTime(time) == nil)
    }

    /// A number without a unit that would be long after all bookmarks.
    @Test(arguments: ["99999999999999999", "9999999999", "99999999999999", "9999999999999999"])
    func numberOfTheFarFutureIsUnread(_ text: String) {
        #expect(Moment.parse(text) == nil && Moment.isUnread(text))
    }

    @Test(
        arguments: [
            ("2024-02-29", 1_709_164_800.0), ("2023-02-29", nil), ("1900-02-29", nil),
            ("29 Feb 2024 00:00:05 GMT", 1_709_164_805), ("31 Apr 2024", nil),
            ("9999-12-31T23:59:59Z", CalendarTime.last), ("0001-01-01", nil), ("10000-01-01", nil),
        ] as [(String, Double?)])
    func onlyPossibleCalendarDatesAreRead(_ text: String, _ time: Double?) {
        #expect(Moment.parse(text) == time)
    }
}
