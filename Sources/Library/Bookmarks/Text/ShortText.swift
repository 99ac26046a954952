/// Returns a text for the middle of a sentence: at most `count` characters, with an ellipsis if
/// some are missing.
public func shortened(_ text: some StringProtocol, to count: Int = 60) -> String {
    text.count <= count ? String(text) : text.prefix(count - 1) + "…"
}
