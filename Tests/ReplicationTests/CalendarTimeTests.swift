import Replication
import Testing

/// Converting days of the calendar in both directions.
struct CalendarTimeTests {
    @Test(arguments: [
        (1, 1, 1, -719_162), (1, 12, 31, -718_798), (4, 2, 29, -718_008), (1600, 2, 29, -135_081),
        (1900, 2, 28, -25_509), (1900, 3, 1, -25_508), (1969, 12, 31, -1), (1970, 1, 1, 0),
        (2000, 2, 29, 11_016), (2000, 3, 1, 11_017), (2024, 2, 29, 19_782),
        (9999, 12, 31, 2_932_896),
    ])
    func daysConvertToNumbersAndBack(_ year: Int, _ month: Int, _ day: Int, _ days: Int) {
        #expect(CalendarTime.days(year: year, month: month, day: day) == days)
        for second in [0, 86_399] {
            let time = CalendarTime(Double(days * 86_400 + second))
            #expect([time.year, time.month, time.day] == [year, month, day])
            let clock = second == 0 ? [0, 0, 0] : [23, 59, 59]
            #expect([time.hour, time.minute, time.second] == clock)
        }
    }

    /// Each day of all 9,999 years, in order.
    @Test func daysAreNumberedWithoutGapsOrRepeats() {
        var next = Int(CalendarTime.first) / 86_400
        for year in 1...9999 {
            for month in 1...12 {
                let length = CalendarTime.days(inMonth: month, of: year)
                for day in [1, length] {
                    let days = CalendarTime.days(year: year, month: month, day: day)
                    let time = CalendarTime(Double((next + day - 1) * 86_400))
                    let isIt = (time.year, time.month, time.day) == (year, month, day)
                    if days != next + day - 1 || !isIt { Issue.record("\(year)-\(month)-\(day)") }
                }
                next += length
            }
        }
        #expect(next * 86_400 - 1 == Int(CalendarTime.last))
    }

    @Test(arguments: [
        (0, 1, 1), (10_000, 1, 1), (2026, 0, 1), (2026, 13, 1), (2026, 1, 0), (2026, 1, 32),
        (2026, 4, 31), (2026, 2, 29), (1900, 2, 29), (2024, 2, 30), (Int.min, Int.max, Int.min),
    ])
    func invalidDatesHaveNoNumber(_ year: Int, _ month: Int, _ day: Int) {
        #expect(CalendarTime.days(year: year, month: month, day: day) == nil)
    }

    @Test(
        arguments: [
            (-0.5, "1969-12-31 23:59:59"), (-1, "1969-12-31 23:59:59"),
            (0.999, "1970-01-01 00:00:00"),
            (-86_400, "1969-12-31 00:00:00"), (.nan, "1970-01-01 00:00:00"),
            (-.infinity, "0001-01-01 00:00:00"), (.infinity, "9999-12-31 23:59:59"),
            (-1e300, "0001-01-01 00:00:00"), (1e300, "9999-12-31 23:59:59"),
            (CalendarTime.last + 0.5, "9999-12-31 23:59:59"),
        ] as [(Double, String)])
    func timesAreRoundedDownAndKeptWithinTheCalendar(_ time: Double, _ text: String) {
        #expect(written(CalendarTime(time)) == text)
    }

    @Test(arguments: [
        (0.0, -3600, "1969-12-31 23:00:00"), (0, 19_800, "1970-01-01 05:30:00"),
        (CalendarTime.first, -3600, "0001-01-01 00:00:00"),
        (CalendarTime.last, 3600, "9999-12-31 23:59:59"),
        (CalendarTime.first - 7200, 3600, "0001-01-01 00:00:00"),
        (1_709_164_800, -1, "2024-02-28 23:59:59"),
    ])
    func timeZoneOffsetShiftsTheTime(_ time: Double, _ offset: Int, _ text: String) {
        #expect(written(CalendarTime(time, offset: offset)) == text)
    }

    @Test func clampedTimesKeepNaN() {
        #expect(CalendarTime.clamped(.nan).isNaN)
        #expect(CalendarTime.clamped(.infinity) == CalendarTime.last)
        #expect(CalendarTime.clamped(-.infinity) == CalendarTime.first)
        #expect(CalendarTime.clamped(1.5) == 1.5)
    }

    private func written(_ time: CalendarTime) -> String {
        "\(time.date) \(time.timeOfDay):\(CalendarTime.padded(time.second))"
    }
}
