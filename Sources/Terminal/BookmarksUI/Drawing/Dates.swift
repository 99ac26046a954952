import Bookmarks

extension CalendarTime {
    /// `2026-08-31 09:05`.
    var dateAndTime: String { "\(date) \(timeOfDay)" }

    /// `31 Aug` within this year, `2024` in another one.
    func shortDate(in thisYear: Int) -> String {
        guard year == thisYear else { return Self.padded(year, 4) }
        return "\(day) \(Self.monthNames[month - 1])"
    }
}
