import Replication

/// Writes times as HTTP headers do (RFC 9110, section 5.6.7).
enum FileDate {
    private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]

    /// - Parameter milliseconds: the time since 1970; an earlier time becomes 1970.
    static func text(_ milliseconds: Int64) -> String {
        let seconds = min(Double(max(0, milliseconds / 1000)), CalendarTime.last)
        let time = CalendarTime(seconds)
        let day = Self.days[Int(seconds) / CalendarTime.secondsPerDay % 7]
        let date = "\(CalendarTime.padded(time.day)) \(CalendarTime.monthNames[time.month - 1])"
        return "\(day), \(date) \(CalendarTime.padded(time.year, 4)) \(time.clock) GMT"
    }
}
