import Replication

/// A date with the name of its month: `Tue, 02 Jan 2024 03:04:05 +0200`, `Jan 2, 2024 3:04 PM`,
/// `Tue Jan  2 03:04:05 2024`, `02-Jan-2024`. The time, the day of the week and the zone may be
/// missing.
struct NamedDate {
    private var year: Int?
    private var month: Int?
    private var day: Int?
    private var seconds: Int?
    private var isAfternoon: Bool?
    private var zone = 0

    /// Reads a date; `nil` for any other text.
    init?(_ text: String) {
        guard text.utf8.count <= 80 else { return nil }
        // A comment in parentheses repeats the zone.
        let words = text.prefix { $0 != "(" }.split { $0 == " " || $0 == "," }
        guard words.count <= 9 else { return nil }
        for word in words where !takeDate(word) && !takeTime(word) && !takeNumber(word) {
            if word.first?.isNumber == true { return nil }
            takeName(word)
        }
        if moment == nil { return nil }
    }

    /// The date in seconds since 1970.
    var moment: Double? {
        guard let year, let month, let day,
            let date = CalendarTime.days(year: year, month: month, day: day),
            var seconds = seconds ?? (isAfternoon == nil ? 0 : nil)
        else { return nil }
        if let isAfternoon {
            guard seconds < 46_800 else { return nil }
            seconds = seconds % 43_200 + (isAfternoon ? 43_200 : 0)
        }
        return Double(date * CalendarTime.secondsPerDay + seconds - zone)
    }

    /// Takes `02-Jan-2024`.
    private mutating func takeDate(_ word: Substring) -> Bool {
        let parts = word.split(separator: "-")
        guard parts.count == 3, parts[1].allSatisfy(\.isLetter) else { return false }
        return takeNumber(parts[0]) && takeMonth(parts[1]) && takeNumber(parts[2])
    }

    /// Takes `03:04` or `3:04:05PM`.
    private mutating func takeTime(_ word: Substring) -> Bool {
        guard seconds == nil, word.first?.isNumber == true, word.contains(":") else { return false }
        let time = word.prefix { $0.isNumber || $0 == ":" }
        let numbers = time.split(separator: ":").map { Int($0) ?? 99 }
        guard 2...3 ~= numbers.count, numbers[0] < 25, numbers.dropFirst().allSatisfy({ $0 < 61 })
        else { return false }
        seconds = numbers[0] * 3600 + numbers[1] * 60 + (numbers.count > 2 ? numbers[2] : 0)
        takeName(word[time.endIndex...])
        return true
    }

    /// Takes a day, a year, or the zone `+0200`.
    private mutating func takeNumber(_ word: Substring) -> Bool {
        if seconds != nil, word.first == "+" || word.first == "-" {
            return takeZone(String(word))
        }
        let digits = word.prefix(while: \.isNumber)
        let end = word[digits.endIndex...].lowercased()
        guard let number = Int(digits), ["", ".", "st", "nd", "rd", "th"].contains(end) else {
            return false
        }
        if digits.count == 4 {
            year = number
        } else if day == nil {
            day = number
        } else if digits.count == 2, year == nil {
            year = number + (number < 70 ? 2000 : 1900)
        } else {
            return false
        }
        return true
    }

    private mutating func takeMonth(_ word: Substring) -> Bool {
        let name = word.prefix(3).lowercased()
        guard month == nil, word.count > 2,
            let index = CalendarTime.monthNames.firstIndex(where: { $0.lowercased() == name })
        else { return false }
        month = index + 1
        return true
    }

    /// Takes the name of a month, a half of the day or a zone. Other names, such as a weekday, are
    /// ignored.
    private mutating func takeName(_ word: Substring) {
        let name = word.lowercased().filter { $0 != "." }
        if takeMonth(word) { return }
        if seconds != nil, name == "am" || name == "pm" {
            isAfternoon = name == "pm"
        } else if seconds != nil, ["gmt", "utc"].contains(name.prefix(3)), name.count > 3 {
            _ = takeZone(String(name.dropFirst(3)))
        } else if seconds != nil, let hours = TimeZoneName.hours[name] {
            zone = hours * 3600
        }
    }

    private mutating func takeZone(_ text: String) -> Bool {
        var fields = NumberFields(Array(text.utf8))
        guard let seconds = fields.zone() else { return false }
        zone = seconds
        return true
    }
}

/// Zones with names in mail (RFC 5322) and many programs, in hours east of Greenwich.
enum TimeZoneName {
    static let hours = [
        "est": -5, "edt": -4, "cst": -6, "cdt": -5, "mst": -7, "mdt": -6, "pst": -8, "pdt": -7,
        "gmt": 0, "utc": 0, "ut": 0, "z": 0, "wet": 0, "west": 1, "cet": 1, "cest": 2, "met": 1,
        "mest": 2, "eet": 2, "eest": 3, "msk": 3, "jst": 9, "kst": 9,
    ]
}
