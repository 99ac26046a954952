/// A moment in the calendar, at the offset from UTC that it was made with.
struct CalendarTime {
    var year: Int
    var month: Int
    var day: Int
    var hour: Int
    var minute: Int

    /// - Parameters:
    ///   - time: Seconds since 1970; what lies outside of the years 1 to 9999 counts as their ends.
    ///   - offset: Seconds that local time is ahead of UTC.
    init(_ time: Double, offset: Int) {
        let local = (time.isFinite ? time : 0) + Double(offset)
        let seconds = Int(min(max(local, -62_135_596_800), 253_402_300_799).rounded(.down))
        let days = Int((Double(seconds) / 86_400).rounded(.down))
        let rest = seconds - days * 86_400
        hour = rest / 3600
        minute = rest % 3600 / 60
        // The year begins in March here, so that the leap day is its last day, and eras of 400
        // years repeat exactly.
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// `2026-08-31 09:05`.
    var dateAndTime: String { "\(date) \(timeOfDay)" }

    /// `2026-08-31`.
    var date: String { "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))" }

    /// `31 Aug` within this year, `2024` in another one.
    func shortDate(in thisYear: Int) -> String {
        guard year == thisYear else { return padded(year, 4) }
        return "\(day) \(Self.months[month - 1])"
    }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// `09:05`.
    var timeOfDay: String { "\(padded(hour, 2)):\(padded(minute, 2))" }

    private func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
