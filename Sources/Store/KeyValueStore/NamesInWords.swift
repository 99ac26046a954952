extension [String] {
    /// Names as a sentence lists them: `a`, `a and b`, `a, b and c`.
    package var joinedWithAnd: String {
        guard let last, count > 1 else { return first ?? "" }
        return dropLast().joined(separator: ", ") + " and " + last
    }
}
