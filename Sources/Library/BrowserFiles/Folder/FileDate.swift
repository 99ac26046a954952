/// Moments as headers write them (RFC 9110, section 5.6.7).
enum FileDate {
    private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// - Parameter milliseconds: since 1970.
    static func text(_ milliseconds: Int64) -> String {
        let seconds = max(0, min(milliseconds / 1000, 253_402_300_799))
        let (day, time) = (Int(seconds / 86_400), Int(seconds % 86_400))
        // Days of the Gregorian calendar from March 0000 on (Howard Hinnant, “chrono-Compatible
        // Low-Level Date Algorithms”).
        let shifted = day + 719_468
        let (era, ofEra) = (shifted / 146_097, shifted % 146_097)
        let year = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
        let ofYear = ofEra - (365 * year + year / 4 - year / 100)
        let month = (5 * ofYear + 2) / 153
        let date = ofYear - (153 * month + 2) / 5 + 1
        let civil = month < 10 ? month + 3 : month - 9
        let years = year + era * 400 + (civil <= 2 ? 1 : 0)
        let clock = [time / 3600, time / 60 % 60, time % 60].map { two($0) }.joined(separator: ":")
        return "\(days[day % 7]), \(two(date)) \(months[civil - 1]) \(years) \(clock) GMT"
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
