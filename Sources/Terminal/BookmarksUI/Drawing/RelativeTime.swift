/// Writes the age of a time, which tells people more than a recent date.
enum RelativeTime {
    /// Returns the age in words, such as `3 days ago`; `nil` for a time in the future, or more than
    /// a month ago.
    static func words(_ seconds: Double, now: Double) -> String? {
        let age = now - seconds
        // The clocks of two devices differ a little.
        guard age > -60, age < 31 * day else { return nil }
        func ago(_ count: Double, _ unit: String) -> String {
            let count = Int(count)
            return "\(count) \(unit)\(count == 1 ? "" : "s") ago"
        }
        return switch age {
        case ..<60: "just now"
        case ..<hour: ago(age / 60, "minute")
        case ..<day: ago(age / hour, "hour")
        default: ago(age / day, "day")
        }
    }

    /// Returns the age in few columns: `5min`, `3h`, `2d`, `6w` or `4mo`, which a query takes too,
    /// or the year for older times.
    ///
    /// - Parameter year: the year of the time in the person's time zone.
    static func short(_ seconds: Double, now: Double, year: Int) -> String {
        let age = max(0, now - seconds)
        return switch age {
        case ..<60: "now"
        case ..<hour: "\(Int(age / 60))min"
        case ..<day: "\(Int(age / hour))h"
        case ..<(14 * day): "\(Int(age / day))d"
        case ..<(60 * day): "\(Int(age / (7 * day)))w"
        case ..<(365 * day): "\(Int(age / (30 * day)))mo"
        default: "\(year)"
        }
    }

    private static let hour = 3600.0
    private static let day = 24 * hour
}
