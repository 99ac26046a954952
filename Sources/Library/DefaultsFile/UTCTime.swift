/// A moment in the calendar, in UTC and whole seconds, as property lists write it.
struct UTCTime {
    private var year, month, day, hour, minute, second: Int

    /// - Parameter time: seconds since 1970. What lies outside the years 0001 to 9999, or is no
    ///   number, becomes the nearest moment within; NaN becomes 1970.
    init(secondsSince1970 time: Double) {
        let seconds = time.isNaN ? 0 : Int(min(max(time.rounded(.down), Self.first), Self.last))
        let days = (seconds >= 0 ? seconds : seconds - 86_399) / 86_400
        let rest = seconds - days * 86_400
        (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60)

        // Years are counted from March on, so that the leap day is the last one of a year, and in
        // eras of 400 years, which all have the same number of days.
        // http://howardhinnant.github.io/date_algorithms.html#civil_from_days
        let day = days + 719_468
        let era = (day >= 0 ? day : day - 146_096) / 146_097
        let dayOfEra = day - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        self.day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    private static let first = -62_135_596_800.0
    private static let last = 253_402_300_799.0

    /// `2026-11-21T05:02:30Z`
    var extended: [UInt8] { digits(dateMark: "-", timeMark: ":") }

    /// `20261121T050230Z`, for names of files.
    var basic: String { String(decoding: digits(dateMark: "", timeMark: ""), as: UTF8.self) }

    private func digits(dateMark: String, timeMark: String) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(20)
        func append(_ number: Int, _ mark: String) {
            text.append(UInt8(0x30 + number / 10))
            text.append(UInt8(0x30 + number % 10))
            text.append(contentsOf: mark.utf8)
        }
        append(year / 100, "")
        append(year % 100, dateMark)
        append(month, dateMark)
        append(day, "T")
        append(hour, timeMark)
        append(minute, timeMark)
        append(second, "Z")
        return text
    }
}
