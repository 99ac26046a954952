import Replication

extension CalendarTime {
    /// The time as `2026-08-31 09:05`.
    var dateAndTime: String { "\(date) \(timeOfDay)" }
}
