extension String {
    /// The text with a full stop, unless it ends with a mark of its own.
    public var sentence: String {
        guard let last, !".?!…".contains(last) else { return self }
        return self + "."
    }

    /// Without the full stop at its end, so that a sentence can go on, or stand as a message.
    public var withoutFullStop: String { hasSuffix(".") ? String(dropLast()) : self }
}
