import Replication

/// A time in the notations of files, in UTC.
struct FileTime {
    private let time: CalendarTime
    private let milliseconds: Int

    /// Makes a time; `nil` for NaN and for times outside the calendar.
    ///
    /// - Parameter time: seconds since 1970.
    init?(_ time: Double) {
        guard time > CalendarTime.first, time < CalendarTime.last else { return nil }
        let total = Int((time * 1000).rounded())
        milliseconds = (total % 1000 + 1000) % 1000
        self.time = CalendarTime(Double((total - milliseconds) / 1000))
    }

    /// The time as `2026-11-21T05:02:30Z`, with milliseconds if there are any.
    var iso: String {
        let fraction = milliseconds == 0 ? "" : "." + CalendarTime.padded(milliseconds, 3)
        return "\(time.date)T\(time.clock)\(fraction)Z"
    }

    /// `2026-11-21 05:02`
    var org: String { "\(time.date) \(time.timeOfDay)" }

    /// `21 Nov 2026 05:02:30 GMT`
    var mail: String {
        let month = CalendarTime.monthNames[time.month - 1]
        let year = CalendarTime.padded(time.year, 4)
        return "\(CalendarTime.padded(time.day)) \(month) \(year) \(time.clock) GMT"
    }
}
