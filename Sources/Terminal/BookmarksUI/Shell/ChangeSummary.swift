import Bookmarks

/// A summary of many remote changes in one line.
struct ChangeSummary: Sendable, Hashable {
    /// The kind of all of them; `nil` when they differ.
    var kind: ReceivedChanges.Kind?
    /// Where they come from, as it is said.
    var origin: String
    var count: Int

    var text: String {
        kind.map { "\(grouped(count)) bookmarks were \($0.rawValue) on \(origin)" }
            ?? "\(grouped(count)) changes from \(origin)"
    }

    /// Whether the other is of the same, and only counts otherwise.
    func isSame(as other: ChangeSummary) -> Bool { kind == other.kind && origin == other.origin }
}

extension ScreenState {
    /// Says how many changes there were. A large change is sent in parts: as long as it is said of
    /// those before, they count too.
    mutating func say(_ summary: ChangeSummary) {
        var summary = summary
        if let message = shownMessage, let last = message.summary, last.isSame(as: summary) {
            summary.count += last.count
            log.removeAll { $0.summary == last && $0.time == message.time }
            self.message = nil
        }
        if summary.kind == .deleted {
            announce(.warning, summary.text)
        } else {
            mention(summary.text)
        }
        guard log.last?.text == summary.text else { return }
        log[log.count - 1].summary = summary
        if message?.text == summary.text { message?.summary = summary }
    }
}
