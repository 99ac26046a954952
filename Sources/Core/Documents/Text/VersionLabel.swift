extension DocumentVersion {
    /// What stands behind the conflict marks of versions: their devices and, where one device wrote
    /// both, when. Any device that merges them writes the same, so the time is in UTC.
    static func labels(_ versions: [DocumentVersion]) -> [String] {
        let devices = versions.map(\.device)
        if Set(devices).count == devices.count { return devices }
        let moments = versions.map { Int64(($0.made * 1000).rounded()) }
        let areApart = Set(moments.map { $0 / 1000 }).count == moments.count
        return zip(devices, moments).map { device, moment in
            "\(device), \(utc(moment, withMilliseconds: !areApart))"
        }
    }

    /// A moment as `2026-11-27 14:02:03 UTC`, given its milliseconds since 1970.
    private static func utc(_ milliseconds: Int64, withMilliseconds: Bool) -> String {
        func digits(_ number: Int64, _ count: Int = 2) -> String {
            let text = "\(number)"
            return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
        }
        let seconds = max(0, milliseconds) / 1000
        // Days since 0000-03-01, so that a leap day ends a year: a cycle has 400 years.
        let days = seconds / 86_400 + 719_468
        let (cycle, day) = (days / 146_097, days % 146_097)
        let yearOfCycle = (day - day / 1460 + day / 36_524 - day / 146_096) / 365
        let dayOfYear = day - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
        let march = (5 * dayOfYear + 2) / 153
        let month = march < 10 ? march + 3 : march - 9
        let year = cycle * 400 + yearOfCycle + (month <= 2 ? 1 : 0)
        let date = [
            digits(year, 4), digits(month), digits(dayOfYear - (153 * march + 2) / 5 + 1),
        ]
        let time = [seconds / 3600 % 24, seconds / 60 % 60, seconds % 60].map { digits($0) }
        let fraction = withMilliseconds ? "." + digits(max(0, milliseconds) % 1000, 3) : ""
        return date.joined(separator: "-") + " " + time.joined(separator: ":") + fraction + " UTC"
    }
}
