/// A moment in the calendar, in UTC, as files write it.
struct Calendar {
    private var year, month, day, seconds: Int
    private var milliseconds: Int

    /// `nil` for what is no moment between the years 1 and 9999.
    ///
    /// - Parameter time: seconds since 1970.
    init?(_ time: Double) {
        guard time > -62_135_596_800, time < 253_402_300_799 else { return nil }
        let total = Int((time * 1000).rounded())
        let days = Int((Double(total) / 86_400_000).rounded(.down))
        milliseconds = total - days * 86_400_000
        seconds = milliseconds / 1000
        milliseconds %= 1000
        // The day is looked for among those of its 400 years, which repeat.
        let era = Int((Double(days + 719_468) / 146_097).rounded(.down))
        var rest = days + 719_468 - era * 146_097
        var yearOfEra = rest / 365
        while Self.daysBefore(yearOfEra) > rest { yearOfEra -= 1 }
        rest -= Self.daysBefore(yearOfEra)
        let marchMonth = (rest * 5 + 2) / 153
        day = rest - (marchMonth * 153 + 2) / 5 + 1
        month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        year = era * 400 + yearOfEra + (month < 3 ? 1 : 0)
    }

    /// How many days an era has before a year of it, which begins in March.
    private static func daysBefore(_ year: Int) -> Int {
        year * 365 + year / 4 - year / 100 + year / 400
    }

    /// `2026-11-21T05:02:30Z`, with milliseconds where there are any.
    var iso: String {
        let fraction = milliseconds == 0 ? "" : "." + Self.padded(milliseconds, 3)
        return "\(date)T\(time)\(fraction)Z"
    }

    /// `2026-11-21 05:02`
    var org: String { "\(date) \(time.prefix(5))" }

    /// `21 Nov 2026 05:02:30 GMT`
    var mail: String {
        let names = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ]
        return "\(Self.padded(day)) \(names[month - 1]) \(Self.padded(year, 4)) \(time) GMT"
    }

    private var date: String {
        "\(Self.padded(year, 4))-\(Self.padded(month))-\(Self.padded(day))"
    }

    private var time: String {
        [seconds / 3600, seconds / 60 % 60, seconds % 60].map { Self.padded($0) }
            .joined(separator: ":")
    }

    private static func padded(_ number: Int, _ count: Int = 2) -> String {
        let digits = "\(number)"
        return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }
}
