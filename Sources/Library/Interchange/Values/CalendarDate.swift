import Replication

/// A date in the notation of people and spreadsheets: `31.12.2020`, `12/31/2020 2:05 PM`,
/// `2020/12/31`.
///
/// With dots, the day always comes before the month. With slashes and hyphens, it does so in most
/// countries.
struct CalendarDate {
    /// The time if the day comes first, in seconds since 1970; `nil` if there is no such day.
    private(set) var dayFirst: Double?
    /// The time if the month comes first, in seconds since 1970; `nil` if there is no such day, or
    /// the notation excludes this order.
    private(set) var monthFirst: Double?
    /// Whether the notation allows either order.
    private(set) var mayHaveEitherOrder = false

    /// Reads a date; `nil` for any other text.
    init?(_ text: String) {
        var rest = Array(Self.withMarks(text.trimmed).utf8)[...]
        guard 6...40 ~= rest.count, let first = Self.number(&rest), let mark = rest.popFirst(),
            "/.-".utf8.contains(mark)
        else { return nil }
        if mark == UInt8(ascii: ".") { rest = rest.drop(while: ASCII.isBlank) }
        guard let second = Self.number(&rest), second.digits < 3, rest.popFirst() == mark else {
            return nil
        }
        if mark == UInt8(ascii: ".") { rest = rest.drop(while: ASCII.isBlank) }
        guard let third = Self.number(&rest), let time = Self.time(rest) else { return nil }
        func moment(_ year: Int, _ month: Int, _ day: Int) -> Double? {
            CalendarTime.days(year: year, month: month, day: day).map {
                Double($0 * CalendarTime.secondsPerDay) + time
            }
        }
        if first.digits == 4, third.digits < 3 {
            dayFirst = moment(first.value, second.value, third.value)
        } else if first.digits < 3, third.digits == 4 {
            mayHaveEitherOrder = mark != UInt8(ascii: ".")
            dayFirst = moment(third.value, second.value, first.value)
            if mayHaveEitherOrder { monthFirst = moment(third.value, first.value, second.value) }
        } else if mark == UInt8(ascii: "."), first.digits < 3, third.digits == 2 {
            // `31.12.20`: with dots, the year is always last.
            let year = third.value + (third.value < 70 ? 2000 : 1900)
            dayFirst = moment(year, second.value, first.value)
        }
        if dayFirst == nil && monthFirst == nil { return nil }
    }

    /// The time, if it is unambiguous; otherwise `nil`.
    var moment: Double? {
        guard let dayFirst, let monthFirst else { return dayFirst ?? monthFirst }
        return dayFirst == monthFirst ? dayFirst : nil
    }

    /// Replaces the characters for year, month and day in `2024年1月2日 3:04` by punctuation.
    private static func withMarks(_ text: String) -> String {
        guard text.contains("年") || text.contains("년") else { return text }
        var marked = ""
        for character in text {
            switch character {
            case "年", "월", "月", "년": marked.append("/")
            case "日", "일": marked.append(" ")
            case " " where marked.hasSuffix("/") || marked.hasSuffix(" "): break
            default: marked.append(character)
            }
        }
        return marked.trimmed
    }

    private static func number(_ rest: inout ArraySlice<UInt8>) -> (value: Int, digits: Int)? {
        let digits = rest.prefix(while: ASCII.isDigit)
        guard 1...4 ~= digits.count, digits.count != 3, let value = Int(digits.string) else {
            return nil
        }
        rest = rest.dropFirst(digits.count)
        return (value, digits.count)
    }

    /// Returns the seconds of the day in ` 14:05`, `, 2:05:30 PM` or an empty text; `nil` for
    /// anything else.
    private static func time(_ rest: ArraySlice<UInt8>) -> Double? {
        if rest.isEmpty { return 0 }
        guard let first = rest.first, ASCII.isBlank(first) || ",Tt".utf8.contains(first) else {
            return nil
        }
        var text = rest.dropFirst().string.trimmed.lowercased()
        let half = ["am", "a.m.", "pm", "p.m."].first { text.hasSuffix($0) }
        if let half { text = String(text.dropLast(half.count)).trimmed }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard 2...3 ~= parts.count, var hour = Int(parts[0]), let minute = Int(parts[1]),
            let second = parts.count == 3 ? Double(parts[2]) : 0,
            (half == nil ? 0...23 : 1...12).contains(hour), 0...59 ~= minute, second >= 0,
            second < 61
        else { return nil }
        if let half { hour = hour % 12 + (half.hasPrefix("p") ? 12 : 0) }
        return Double(hour * 3600 + minute * 60) + second
    }
}

/// The order of day and month in each column: a date such as `31/12/2020` proves it for all others.
struct DayOrders {
    private enum Order { case dayFirst, monthFirst, unclear }

    private var orders: [String: Order] = [:]

    init() {}

    /// Examines all dates in values.
    init(_ nodes: [Node]) {
        for node in nodes { look(at: node, "") }
    }

    private mutating func look(at node: Node, _ key: String) {
        switch node.value {
        case .array(let elements): for element in elements { look(at: element, key) }
        case .object(let members): for (key, node) in members { look(at: node, key) }
        case .string(let text):
            // A very long name may be around any number of dates.
            guard Self.mayBeDate(text), key.utf8.count <= Self.longestColumn,
                let date = CalendarDate(text), date.mayHaveEitherOrder,
                (date.dayFirst == nil) != (date.monthFirst == nil)
            else { return }
            let order: Order = date.monthFirst == nil ? .dayFirst : .monthFirst
            let column = key.lowercased()
            orders[column] = [nil, order].contains(orders[column]) ? order : .unclear
        default: break
        }
    }

    private static let longestColumn = 1000

    /// A quick check, since most texts are long and not dates.
    private static func mayBeDate(_ text: String) -> Bool {
        text.utf8.count <= 40 && text.utf8.prefix(4).contains { "/-".utf8.contains($0) }
            && text.utf8.first.map { ASCII.isDigit($0) || ASCII.isBlank($0) } ?? false
    }

    /// Returns the time of an ambiguous date of a column; `nil` if no other date settles the order.
    func moment(_ date: CalendarDate, in column: String) -> Double? {
        switch orders[column.lowercased()] {
        case .dayFirst: date.dayFirst
        case .monthFirst: date.monthFirst
        case .unclear, nil: nil
        }
    }
}
