import Replication

extension CalendarTime {
    /// `2026-11-21T05:02:30Z`, as property lists write it.
    var extended: [UInt8] { digits(dateMark: "-", timeMark: ":") }

    /// `20261121T050230Z`, for names of files.
    var basic: String { String(decoding: digits(dateMark: "", timeMark: ""), as: UTF8.self) }

    private func digits(dateMark: String, timeMark: String) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(20)
        func append(_ number: Int, _ mark: String) {
            text.append(UInt8(0x30 + number / 10))
            text.append(UInt8(0x30 + number % 10))
            text.append(contentsOf: mark.utf8)
        }
        append(year / 100, "")
        append(year % 100, dateMark)
        append(month, dateMark)
        append(day, "T")
        append(hour, timeMark)
        append(minute, timeMark)
        append(second, "Z")
        return text
    }
}
