extension String {
    /// Returns the number of UTF-8 bytes to add, remove or replace to make the other text;
    /// `Int.max` if the lengths differ by more than 8.
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

    /// Whether this is most likely a typing error for the other name: a letter too many, too few or
    /// wrong, two of long names, letters in another order, or another case.
    ///
    /// Names that differ only in their numbers count as different on purpose: `phone` and `phone2`.
    package func isLikelySlip(for other: String) -> Bool {
        // The lengths tell most names apart.
        if abs(utf8.count - other.utf8.count) > 2 { return false }
        let (a, b) = (lowercased(), other.lowercased())
        if utf8.elementsEqual(other.utf8) { return false }
        if a == b { return true }
        if a.filter({ !$0.isNumber }) == b.filter({ !$0.isNumber }) { return false }
        let length = min(a.utf8.count, b.utf8.count)
        let distance = a.editDistance(to: b)
        let isReordered = distance == 2 && a.utf8.sorted() == b.utf8.sorted()
        return length > 3 && (distance == 1 || isReordered) || length > 6 && distance == 2
    }
}
