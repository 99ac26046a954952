/// Returns a number for people, with a comma between thousands. Output for programs has no commas.
public func grouped(_ number: Int) -> String {
    if number.magnitude < 1000 { return String(number) }
    var digits = String(number.magnitude)
    var groups: [Substring] = []
    while digits.count > 3 {
        groups.insert(digits.suffix(3), at: 0)
        digits = String(digits.dropLast(3))
    }
    return (number < 0 ? "-" : "") + ([digits[...]] + groups).joined(separator: ",")
}

/// Returns a number with its noun, in a regular plural: `3,002 bookmarks`.
public func counted(_ number: Int, _ noun: String) -> String {
    "\(grouped(number)) \(number == 1 ? noun : noun + "s")"
}
