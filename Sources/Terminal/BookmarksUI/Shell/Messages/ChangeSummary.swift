import Bookmarks

/// A summary of many remote changes in one line.
struct ChangeSummary: Sendable, Hashable {
    /// The common kind of all changes; `nil` if they differ.
    var kind: ReceivedChanges.Kind?
    /// The origin of the changes, in words.
    var origin: String
    var count: Int

    var text: String {
        kind.map { "\(grouped(count)) bookmarks were \($0.rawValue) on \(origin)" }
            ?? "\(grouped(count)) changes from \(origin)"
    }

    /// Whether another summary differs only in its counts.
    func isSame(as other: ChangeSummary) -> Bool { kind == other.kind && origin == other.origin }
}

extension Shell {
    /// Reports the number of changes. A large change arrives in parts: while the message about
    /// earlier parts shows, they are added.
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
