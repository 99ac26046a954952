/// Returns the number of bytes in a text such as `500 KiB`, `1.5 MiB` or `2GiB`; `nil` for other
/// texts.
public func bytes(inCount text: String) -> Int? {
    let units = [("KiB", 10), ("MiB", 20), ("GiB", 30), ("B", 0), ("", 0)]
    let lower = text.lowercased()
    guard let (name, shift) = units.first(where: { lower.hasSuffix($0.0.lowercased()) }) else {
        return nil
    }
    let number = lower.dropLast(name.count).filter { $0 != " " }
    guard number.first?.isNumber == true, number.allSatisfy({ $0.isNumber || $0 == "." }),
        let value = Double(number)
    else { return nil }
    return Int(exactly: (value * Double(1 << shift)).rounded())
}

/// Returns a number of bytes with a suitable unit, rounded up: `9 B`, `8 KiB`, `1.5 MiB`.
public func byteCount(_ bytes: Int) -> String {
    let units = [("GiB", 30), ("MiB", 20)].map { ($0.0, 1 << $0.1) }
    guard let (name, unit) = units.first(where: { bytes >= $0.1 }) else {
        return bytes < 1024 ? "\(grouped(bytes)) B" : "\(grouped((bytes + 1023) / 1024)) KiB"
    }
    let (whole, rest) = bytes.quotientAndRemainder(dividingBy: unit)
    let tenths = (rest * 10 + unit - 1) / unit
    let (number, tenth) = tenths == 10 ? (whole + 1, 0) : (whole, tenths)
    return grouped(number) + (tenth == 0 ? "" : ".\(tenth)") + " \(name)"
}

/// Returns the progress in bytes of a total: `2 MiB of 5 MiB`; only the first number if the total
/// is unknown, or was wrong.
public func byteCount(_ done: Int, of total: Int?) -> String {
    guard let total, done <= total else { return byteCount(done) }
    return "\(byteCount(done)) of \(byteCount(total))"
}
