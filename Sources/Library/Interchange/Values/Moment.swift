import Bookmarks

/// Points in time as other programs write them: seconds since 1970 come out.
enum Moment {
    /// A number of seconds, milliseconds or microseconds since 1970, or of microseconds since 1601
    /// as Chromium counts them. Its size says which; `nil` for nothing that a person could mean.
    static func number(_ value: Double) -> Double? {
        guard value.isFinite, value > 0 else { return nil }
        let seconds =
            switch value {
            case ..<1e11: value
            case ..<1e14: value / 1000
            case ..<1e16: value / 1_000_000
            default: value / 1_000_000 - secondsFrom1601
            }
        return plausible(seconds)
    }

    /// Seconds since 2001, as Apple's programs count them, for what was read as seconds since 1970.
    static func apple(_ seconds: Double) -> Double? { plausible(seconds + secondsTo2001) }

    /// The same seconds, unless they are before 1970 or after the year 9999.
    static func plausible(_ seconds: Double) -> Double? {
        seconds > 0 && seconds < CalendarTime.last + 1 ? seconds : nil
    }

    /// From the beginning of Windows' calendar to that of Unix'.
    static let secondsFrom1601 = 11_644_473_600.0
    /// From 1970 to the beginning of Apple's calendar, 2001.
    static let secondsTo2001 = 978_307_200.0

    /// A number, or a date of ISO 8601, of mail (RFC 5322) or of the calendar, if it can mean one
    /// day alone, with or without a time.
    static func text(_ text: String) -> Double? {
        let text = text.trimmed
        // Nearly all are plain seconds, and few enough digits to count exactly.
        if text.utf8.count <= 15, let whole = Int(text) { return number(Double(whole)) }
        if let value = Double(text) { return number(value) }
        let seconds =
            iso(Array(text.utf8)) ?? mail(text) ?? log(text) ?? CalendarDate(text)?.moment
        return seconds.flatMap { $0 > 0 ? $0 : nil }
    }

    /// Whether a text is meant as a date and is none that can be read. Zeros are not meant.
    static func isUnread(_ text: String) -> Bool {
        let isMeant = text.utf8.contains { ASCII.isLetter($0) || 0x31...0x39 ~= $0 }
        return isMeant && !["null", "none", "nil"].contains(text.lowercased())
            && Moment.text(text) == nil
    }

    /// `02/Jan/2024:03:04:05 +0200`, as servers write it into their logs.
    private static func log(_ text: String) -> Double? {
        let parts = text.split(separator: "/")
        guard parts.count == 3, let colon = parts[2].firstIndex(of: ":") else { return nil }
        let time = parts[2][colon...].dropFirst()
        return mail("\(parts[0]) \(parts[1]) \(parts[2][..<colon]) \(time)")
    }

    /// `2024-01-02`, `2024-01-02T03:04:05.123Z`, `2024-01-02 03:04:05+0200`.
    private static func iso(_ bytes: [UInt8]) -> Double? {
        var fields = NumberFields(bytes)
        guard let year = fields.next(4), fields.skip("-"), let month = fields.next(2),
            fields.skip("-"), let day = fields.next(2)
        else { return nil }
        guard let date = CalendarTime.days(year: year, month: month, day: day) else { return nil }
        let start = Double(date * 86_400)
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

    /// `Tue, 02 Jan 2024 03:04:05 +0200`, with the names of the day and of the zone left out or
    /// not.
    private static func mail(_ text: String) -> Double? {
        var words = text.split { $0 == " " || $0 == "," }
        if words.count > 3, Int(words[0]) == nil { words.removeFirst() }
        guard words.count >= 3, let day = Int(words[0]), let year = Int(words[2]),
            let month = months.firstIndex(of: words[1].prefix(3).lowercased()),
            let date = CalendarTime.days(
                year: year < 100 ? year + (year < 70 ? 2000 : 1900) : year, month: month + 1,
                day: day)
        else { return nil }
        guard words.count > 3 else { return Double(date * 86_400) }
        let time = words[3].split(separator: ":").map { Int($0) ?? -1 }
        guard time.count >= 2, time.allSatisfy({ 0..<61 ~= $0 }), time[0] < 25 else { return nil }
        var zone = NumberFields(Array((words.count > 4 ? words[4] : "").utf8))
        let seconds = time[0] * 3600 + time[1] * 60 + (time.count > 2 ? time[2] : 0)
        return Double(date * 86_400 + seconds - (zone.zone() ?? 0))
    }

    private static let months = CalendarTime.monthNames.map { $0.lowercased() }
}

/// Digits and marks, read one after the other.
private struct NumberFields {
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

    /// Seconds east of Greenwich; 0 when nothing is said, `nil` when it cannot be read.
    mutating func zone() -> Int? {
        if isAtEnd || skip("Z") || rest.string == "GMT" || rest.string == "UTC" { return 0 }
        let sign = skip("-") ? -1 : 1
        if sign == 1 && !skip("+") { return nil }
        guard let hours = next(2) else { return nil }
        _ = skip(":")
        return sign * (hours * 3600 + (next(2) ?? 0) * 60)
    }
}
