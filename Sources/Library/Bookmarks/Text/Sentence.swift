extension String {
    /// The text with a full stop, unless it already ends with punctuation.
    public var sentence: String {
        guard let last, !".?!…".contains(last) else { return self }
        return self + "."
    }

    /// The text without the full stop at its end, to continue the sentence or to use it as a
    /// message.
    public var withoutFullStop: String { hasSuffix(".") ? String(dropLast()) : self }
}
