/// How long ago something was, which says more to people than a recent date.
enum RelativeTime {
    /// In words, such as `3 days ago`; `nil` for a time in the future, or longer ago than a month.
    static func words(_ seconds: Double, now: Double) -> String? {
        let age = now - seconds
        // Clocks of two devices differ by a little.
        guard age > -60, age < 31 * day else { return nil }
        func said(_ count: Double, _ unit: String) -> String {
            let count = Int(count)
            return "\(count) \(unit)\(count == 1 ? "" : "s") ago"
        }
        return switch age {
        case ..<60: "just now"
        case ..<hour: said(age / 60, "minute")
        case ..<day: said(age / hour, "hour")
        default: said(age / day, "day")
        }
    }

    /// In as few columns as it takes: `5m`, `3h`, `2d`, `6w`, and the year of an older one.
    ///
    /// - Parameter year: the year of the moment, where the person is.
    static func short(_ seconds: Double, now: Double, year: Int) -> String {
        let age = max(0, now - seconds)
        return switch age {
        case ..<60: "now"
        case ..<hour: "\(Int(age / 60))m"
        case ..<day: "\(Int(age / hour))h"
        case ..<(14 * day): "\(Int(age / day))d"
        case ..<(365 * day): "\(Int(age / (7 * day)))w"
        default: "\(year)"
        }
    }

    private static let hour = 3600.0
    private static let day = 24 * hour
}
