extension [String] {
    /// The names as a list in a sentence: `a`, `a and b`, `a, b and c`.
    package var joinedWithAnd: String {
        guard let last, count > 1 else { return first ?? "" }
        return dropLast().joined(separator: ", ") + " and " + last
    }
}
