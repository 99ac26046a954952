import Replication

extension QueryParser {
    /// Reads a date and returns its beginning, in seconds since 1970.
    mutating func parseDate(from start: Int) throws(QueryError) -> Double {
        let from = place
        while !isEnd(place) { place += 1 }
        let word = string(from..<place)
        guard let time = relative(word) ?? calendar(word) else {
            let isUnfinished = place == scalars.count && isBeginning(word)
            if !isUnfinished, let reason = reasonAgainstDay(word) {
                throw error(reason, from..<place)
            }
            throw error(
                "This is not a date. Type 2026, 2026-11, 2026-11-21, today, yesterday, or an age: "
                    + "30min, 12h, 7d, 2w, 6mo, 1y.", (word.isEmpty ? start : from)..<place,
                isUnfinished: isUnfinished)
        }
        return time
    }

    /// Whether a word that isn't a date could become one with more text.
    private func isBeginning(_ word: String) -> Bool {
        if word.isEmpty { return true }
        let age = age(word)
        if age.count != nil, Self.units.keys.contains(where: { $0.hasPrefix(age.unit) }) {
            return true
        }
        if "today".hasPrefix(word) || "yesterday".hasPrefix(word) { return true }
        let parts = word.split(separator: "-", omittingEmptySubsequences: false)
        // The last number may have only its first digit.
        guard (2...3).contains(parts.count), parts.last == "" || parts.last == "0" else {
            return false
        }
        return calendar(parts.dropLast().joined(separator: "-")) != nil
    }

    private static let day = CalendarTime.secondsPerDay

    /// The units of ages, in seconds: those of the list, and `m` for months.
    private static let units = [
        "min": 60, "h": 3600, "d": day, "w": 7 * day, "m": 30 * day, "mo": 30 * day,
        "y": 365 * day,
    ]

    /// Returns the number and the unit of an age.
    private func age(_ word: String) -> (count: Int?, unit: String) {
        let digits = word.prefix { ("0"..."9").contains($0) }
        return (number(digits), String(word[digits.endIndex...]))
    }

    /// Returns the time of an age, or of the beginning of today or yesterday.
    private func relative(_ word: String) -> Double? {
        let today = ((clock.now + Double(clock.utcOffset)) / Double(Self.day)).rounded(.down)
        let midnight = today * Double(Self.day) - Double(clock.utcOffset)
        switch word {
        case "today": return midnight
        case "yesterday": return midnight - Double(Self.day)
        default: break
        }
        let age = age(word)
        guard let count = age.count, let length = Self.units[age.unit] else { return nil }
        return clock.now - Double(count * length)
    }

    /// Returns the first moment of a year, a month or a day.
    private func calendar(_ word: String) -> Double? {
        guard let (year, month, day) = numbers(of: word),
            let days = CalendarTime.days(year: year, month: month, day: day)
        else { return nil }
        return Double(days * Self.day - clock.utcOffset)
    }

    /// Returns the reason why a day doesn't exist, for text that looks like a date.
    private func reasonAgainstDay(_ word: String) -> String? {
        guard let (year, month, _) = numbers(of: word) else { return nil }
        guard (1...12).contains(month) else {
            return "There is no such month: months are 01 to 12."
        }
        let days = CalendarTime.days(inMonth: month, of: year)
        return "There is no such day: the month has \(days) days."
    }

    /// Returns the numbers of a year, a month or a day, valid or not; a missing month or day is 1.
    private func numbers(of word: String) -> (year: Int, month: Int, day: Int)? {
        let parts = word.split(separator: "-", omittingEmptySubsequences: false)
        guard (1...3).contains(parts.count), parts[0].count == 4, let year = number(parts[0]),
            parts.dropFirst().allSatisfy({ (1...2).contains($0.count) }), year > 0,
            let month = parts.count > 1 ? number(parts[1]) : 1,
            let day = parts.count > 2 ? number(parts[2]) : 1
        else { return nil }
        return (year, month, day)
    }

    private func number(_ digits: some StringProtocol) -> Int? {
        guard (1...5).contains(digits.count), digits.allSatisfy({ ("0"..."9").contains($0) })
        else { return nil }
        return Int(digits)
    }
}
