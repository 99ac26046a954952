/// Returns a number for people, with a comma between thousands. Output for programs has no commas.
public func grouped(_ number: Int) -> String {
    if number.magnitude < 1000 { return String(number) }
    let digits = Array(String(number.magnitude))
    var text = number < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
        if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(",") }
        text.append(digit)
    }
    return text
}

/// Returns a number with its noun, in a regular plural: `3,002 bookmarks`.
public func counted(_ number: Int, _ noun: String) -> String {
    "\(grouped(number)) \(number == 1 ? noun : noun + "s")"
}
