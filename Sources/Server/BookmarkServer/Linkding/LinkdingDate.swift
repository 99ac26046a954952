import Bookmarks
import Replication

/// Times in the formats of linkding.
enum LinkdingDate {
    /// Returns a time in UTC, with six decimal places, or none if the fraction is zero.
    static func text(_ time: Double) -> String {
        let micros = (CalendarTime.clamped(time) * 1_000_000).rounded()
        let seconds = (micros / 1_000_000).rounded(.down)
        let clock = CalendarTime(seconds)
        func digits(_ number: Int, _ count: Int) -> String {
            let text = "\(number)"
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        let fraction = Int(micros - seconds * 1_000_000)
        let rest = fraction == 0 ? "" : "." + digits(fraction, 6)
        return "\(digits(clock.year, 4))-\(digits(clock.month, 2))-\(digits(clock.day, 2))T"
            + "\(digits(clock.hour, 2)):\(digits(clock.minute, 2)):\(digits(clock.second, 2))"
            + rest + "Z"
    }

    /// Reads `YYYY-MM-DDThh:mm[:ss[.ffffff]][±hh:mm|Z]`, or a day; `nil` for any other text.
    static func time(_ text: String) -> Double? {
        var reader = Reader(rest: Array(text.utf8)[...])
        guard let year = reader.number(4), reader.take("-"), let month = reader.number(2),
            reader.take("-"), let day = reader.number(2),
            let days = CalendarTime.days(year: year, month: month, day: day)
        else { return nil }
        var time = Double(days * CalendarTime.secondsPerDay)
        if reader.rest.isEmpty { return time }
        guard reader.take("T") || reader.take(" "), let hour = reader.number(2), hour < 24,
            reader.take(":"), let minute = reader.number(2), minute < 60
        else { return nil }
        time += Double(hour * 3600 + minute * 60)
        if reader.take(":") {
            guard let second = reader.number(2), second < 60 else { return nil }
            time += Double(second)
            if reader.take(".") || reader.take(",") {
                guard let fraction = reader.fraction() else { return nil }
                time += fraction
            }
        }
        guard let offset = reader.offset(), reader.rest.isEmpty else { return nil }
        return time - Double(offset)
    }

    private struct Reader {
        var rest: ArraySlice<UInt8>

        mutating func take(_ letter: Unicode.Scalar) -> Bool {
            guard rest.first.map({ Unicode.Scalar($0) }) == letter else { return false }
            rest.removeFirst()
            return true
        }

        mutating func number(_ count: Int) -> Int? {
            let digits = rest.prefix(count)
            guard digits.count == count, digits.allSatisfy({ (48...57).contains($0) }) else {
                return nil
            }
            rest = rest.dropFirst(count)
            return digits.reduce(0) { $0 * 10 + Int($1) - 48 }
        }

        /// Reads the digits after a decimal point, of which six count.
        mutating func fraction() -> Double? {
            let digits = rest.prefix { (48...57).contains($0) }
            guard !digits.isEmpty else { return nil }
            rest = rest.dropFirst(digits.count)
            var value = 0.0
            var weight = 0.1
            for digit in digits.prefix(6) {
                value += Double(digit - 48) * weight
                weight /= 10
            }
            return value
        }

        /// Reads the offset from UTC of a time zone, in seconds; 0 if there is none.
        mutating func offset() -> Int? {
            if rest.isEmpty || take("Z") || take("z") { return 0 }
            let isBehind = rest.first == UInt8(ascii: "-")
            guard take("+") || take("-"), let hours = number(2) else { return nil }
            _ = take(":")
            let minutes = rest.isEmpty ? 0 : number(2)
            guard let minutes, hours < 24, minutes < 60 else { return nil }
            return (isBehind ? -1 : 1) * (hours * 3600 + minutes * 60)
        }
    }
}
