import Replication

extension CalendarTime {
    /// `2026-08-31 09:05`.
    var dateAndTime: String { "\(date) \(timeOfDay)" }
}
