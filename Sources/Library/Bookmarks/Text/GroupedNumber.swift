/// Returns a number for people, with a comma between thousands. Output for programs has no commas.
public func grouped(_ number: Int) -> String {
    if number.magnitude < 1000 { return String(number) }
    var bytes = Array(String(number).utf8)
    let first = number < 0 ? 1 : 0
    for place in stride(from: bytes.count - 3, to: first, by: -3) {
        bytes.insert(UInt8(ascii: ","), at: place)
    }
    return String(decoding: bytes, as: UTF8.self)
}

/// Returns a number with its noun, in a regular plural: `3,002 bookmarks`.
public func counted(_ number: Int, _ noun: String) -> String {
    "\(grouped(number)) \(number == 1 ? noun : noun + "s")"
}
