/// A time on a calendar and a clock, in whole seconds, within the years 1 to 9999.
///
/// Only the arithmetic of the calendar is here. Each format has its own extension for writing a
/// time.
public struct CalendarTime: Sendable, Hashable {
    public let year, month, day: Int
    public let hour, minute, second: Int

    /// The first and the last second of the calendar, in seconds since 1970.
    public static let first = -62_135_596_800.0
    public static let last = 253_402_300_799.0

    /// The number of seconds of a day.
    public static let secondsPerDay = 86_400

    /// The names of months in dates, whatever the language of the machine.
    public static let monthNames = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// - Parameters:
    ///   - time: seconds since 1970, rounded down. Times outside the calendar become its nearest
    ///     end; NaN becomes 1970.
    ///   - offset: the number of seconds by which the clock is ahead of UTC.
    public init(_ time: Double, offset: Int = 0) {
        let local = Self.clamped((time.isNaN ? 0 : time).rounded(.down) + Double(offset))
        let seconds = Int(local)
        let days = (seconds >= 0 ? seconds : seconds - 86_399) / Self.secondsPerDay
        let rest = seconds - days * Self.secondsPerDay
        (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60)

        // Years are counted from March, so that the leap day is the last day of a year, in eras of
        // 400 years, which all have the same number of days.
        // http://howardhinnant.github.io/date_algorithms.html#civil_from_days
        let shifted = days + Self.daysFromYear0
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// Returns the nearest time within the calendar; NaN stays NaN.
    public static func clamped(_ time: Double) -> Double {
        time.isNaN ? time : min(max(time, first), last)
    }

    /// Returns the days from 1970 to a day, negative before; `nil` if the calendar has no such day.
    public static func days(year: Int, month: Int, day: Int) -> Int? {
        guard 1...9999 ~= year, 1...12 ~= month, 1...days(inMonth: month, of: year) ~= day else {
            return nil
        }
        // http://howardhinnant.github.io/date_algorithms.html#days_from_civil
        let shifted = month <= 2 ? year - 1 : year
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear
            - daysFromYear0
    }

    /// Returns the number of days of a month, from 1 for January to 12.
    public static func days(inMonth month: Int, of year: Int) -> Int {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    }

    /// The days from 1 March of the year 0 to 1970.
    private static let daysFromYear0 = 719_468
}

extension CalendarTime {
    /// The date, such as `2026-08-31`.
    public var date: String {
        "\(Self.padded(year, 4))-\(Self.padded(month))-\(Self.padded(day))"
    }

    /// The hour and the minute, such as `09:05`.
    public var timeOfDay: String { "\(Self.padded(hour)):\(Self.padded(minute))" }

    /// The time with seconds, such as `09:05:02`.
    public var clock: String { "\(timeOfDay):\(Self.padded(second))" }

    /// Returns a number with leading zeros.
    public static func padded(_ number: Int, _ width: Int = 2) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
