extension String {
    /// How many letters must be added, removed or replaced to make the other; stops counting where
    /// the lengths alone tell that they are far apart.
    package func editDistance(to other: String) -> Int {
        let (a, b) = (Array(utf8), Array(other.utf8))
        if abs(a.count - b.count) > 8 { return .max }
        var row = Array(0...b.count)
        for (i, byte) in a.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, otherByte) in b.enumerated() {
                let replaced = diagonal + (byte == otherByte ? 0 : 1)
                diagonal = row[j + 1]
                row[j + 1] = min(replaced, min(row[j], row[j + 1]) + 1)
            }
        }
        return row[b.count]
    }
}
