/// A number of bytes in the unit that fits, rounded up: `8 KiB`, `1.5 MiB`.
public func byteCount(_ bytes: Int) -> String {
    let units = [("GiB", 30), ("MiB", 20)].map { ($0.0, 1 << $0.1) }
    guard let (name, unit) = units.first(where: { bytes >= $0.1 }) else {
        return "\((bytes + 1023) / 1024) KiB"
    }
    let (whole, rest) = bytes.quotientAndRemainder(dividingBy: unit)
    let tenths = (rest * 10 + unit - 1) / unit
    let (number, tenth) = tenths == 10 ? (whole + 1, 0) : (whole, tenths)
    return grouped(number) + (tenth == 0 ? "" : ".\(tenth)") + " \(name)"
}
