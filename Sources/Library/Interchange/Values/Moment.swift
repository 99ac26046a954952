import Replication

/// Reads times in other programs' notations, as seconds since 1970.
enum Moment {
    /// Reads a number: seconds, milliseconds, microseconds or nanoseconds since 1970, microseconds
    /// since 1601 as in Chromium, or a day such as 20240102. The size decides; `nil` for an
    /// implausible number.
    static func number(_ value: Double) -> Double? {
        guard value.isFinite, value > 0 else { return nil }
        if let day = day(value) { return day }
        let seconds =
            switch value {
            case ..<1e11: value
            case ..<1e14: value / 1000
            case ..<1e16: value / 1_000_000
            case ..<1e18: value / 1_000_000 - secondsFrom1601
            default: value / 1_000_000_000
            }
        return plausible(seconds)
    }

    /// Converts seconds since 2001, Apple's epoch, that were read as seconds since 1970.
    static func apple(_ seconds: Double) -> Double? { plausible(seconds + secondsTo2001) }

    /// Returns the seconds, unless they are before 1970 or after the year 2199. Such a number has
    /// another unit or is damaged, and its bookmark would be the newest for ever.
    static func plausible(_ seconds: Double) -> Double? {
        seconds > 0 && seconds < 7_258_118_400 ? seconds : nil
    }

    /// The seconds from Windows' epoch, 1601, to 1970.
    static let secondsFrom1601 = 11_644_473_600.0
    /// The seconds from 1970 to Apple's epoch, 2001.
    static let secondsTo2001 = 978_307_200.0

    /// Reads a day such as `20240102`. As seconds, such a number would be a day in 1970.
    private static func day(_ value: Double) -> Double? {
        guard value >= 19_700_000, value < 21_000_000, let number = Int(exactly: value) else {
            return nil
        }
        let days = CalendarTime.days(
            year: number / 10_000, month: number / 100 % 100, day: number % 100)
        return days.map { Double($0 * CalendarTime.secondsPerDay) }
    }

    /// Reads days since 1899-12-30, as in spreadsheets, from 1990 to 2100. As seconds, such a
    /// number would be on the first day of 1970.
    private static func spreadsheet(_ days: Double) -> Double? {
        guard 32_874..<73_051 ~= days else { return nil }
        return ((days - 25_569) * Double(CalendarTime.secondsPerDay)).rounded()
    }

    /// Reads a number, or a date of ISO 8601, of mail (RFC 5322) or of a calendar, if it is
    /// unambiguous, with or without a time.
    static func parse(_ text: String) -> Double? {
        let text = text.trimmed
        // Nearly all texts are plain seconds, with few enough digits to be exact.
        if text.utf8.count <= 15, let whole = Int(text) {
            return spreadsheet(Double(whole)) ?? number(Double(whole))
        }
        if let value = Double(text) { return spreadsheet(value) ?? number(value) }
        let seconds =
            iso(Array(text.utf8)) ?? compact(Array(text.utf8)) ?? NamedDate(text)?.moment
            ?? log(text) ?? CalendarDate(text)?.moment
        return seconds.flatMap { $0 > 0 ? $0 : nil }
    }

    /// Whether a text is meant as a date but cannot be read. Zeros mean no date.
    static func isUnread(_ text: String) -> Bool {
        let isMeant = text.utf8.contains { ASCII.isLetter($0) || 0x31...0x39 ~= $0 }
        return isMeant && !["null", "none", "nil"].contains(text.lowercased())
            && Moment.parse(text) == nil
    }

    /// Reads `02/Jan/2024:03:04:05 +0200`, the notation of server logs.
    private static func log(_ text: String) -> Double? {
        let parts = text.split(separator: "/")
        guard parts.count == 3, let colon = parts[2].firstIndex(of: ":") else { return nil }
        let time = parts[2][colon...].dropFirst()
        return NamedDate("\(parts[0]) \(parts[1]) \(parts[2][..<colon]) \(time)")?.moment
    }

    /// Reads `2024-01-02`, `2024-01-02T03:04:05.123Z`, `2024-01-02 03:04:05+0200`.
    private static func iso(_ bytes: [UInt8]) -> Double? {
        var fields = NumberFields(bytes)
        guard let year = fields.next(4), fields.skip("-"), let month = fields.next(2),
            fields.skip("-"), let day = fields.next(2)
        else { return nil }
        guard let date = CalendarTime.days(year: year, month: month, day: day) else { return nil }
        let start = Double(date * CalendarTime.secondsPerDay)
        guard fields.skip("T") || fields.skip(" ") else { return fields.isAtEnd ? start : nil }
        guard let hour = fields.next(2), fields.skip(":"), let minute = fields.next(2),
            hour < 25, minute < 60
        else { return nil }
        var time = start + Double(hour * 3600 + minute * 60)
        if fields.skip(":") {
            guard let second = fields.next(2), second < 61 else { return nil }
            time += Double(second)
            if fields.skip(".") { time += fields.fraction() }
        }
        _ = fields.skip(" ")
        guard let zone = fields.zone() else { return nil }
        return time - Double(zone)
    }

    /// Reads `20240102T030405Z`, the notation of calendars and notebooks.
    private static func compact(_ bytes: [UInt8]) -> Double? {
        var fields = NumberFields(bytes)
        guard let year = fields.next(4), let month = fields.next(2), let day = fields.next(2),
            fields.skip("T"), let hour = fields.next(2), let minute = fields.next(2),
            let date = CalendarTime.days(year: year, month: month, day: day), hour < 25, minute < 60
        else { return nil }
        let second = fields.next(2) ?? 0
        guard let zone = fields.zone() else { return nil }
        return Double(date * CalendarTime.secondsPerDay + hour * 3600 + minute * 60 + second - zone)
    }
}

/// Reads digits and separators in sequence.
struct NumberFields {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func next(_ count: Int) -> Int? {
        let digits = rest.prefix(count)
        guard digits.count == count, digits.allSatisfy(ASCII.isDigit) else { return nil }
        rest = rest.dropFirst(count)
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    mutating func skip(_ mark: Unicode.Scalar) -> Bool {
        guard let first = rest.first,
            ASCII.lowercased(first) == ASCII.lowercased(UInt8(ascii: mark))
        else { return false }
        rest = rest.dropFirst()
        return true
    }

    mutating func fraction() -> Double {
        let digits = rest.prefix(while: ASCII.isDigit)
        rest = rest.dropFirst(digits.count)
        return Double("0." + digits.prefix(9).string) ?? 0
    }

    /// Reads a zone in seconds east of Greenwich: 0 if it is missing, `nil` if it is unreadable.
    mutating func zone() -> Int? {
        if isAtEnd { return 0 }
        if let hours = TimeZoneName.hours[rest.string.lowercased()] { return hours * 3600 }
        let sign = skip("-") ? -1 : 1
        if sign == 1 && !skip("+") { return nil }
        guard let hours = next(2) else { return nil }
        _ = skip(":")
        return sign * (hours * 3600 + (next(2) ?? 0) * 60)
    }
}
