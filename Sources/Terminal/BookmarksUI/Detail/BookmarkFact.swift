import Bookmarks
public import Documents
import Screen

/// A fact about a bookmark in words, for the details in the list and for the command that prints a
/// bookmark.
public struct BookmarkFact: Sendable, Hashable {
    /// The label, such as `Folder`; facts of the same kind repeat it.
    public var label: String
    /// The text, never empty; notes may have several lines.
    public var text: String
    /// The role in which the fact is drawn.
    var role: Role
}

extension ShownBookmark {
    /// Returns all facts about the bookmark that are not empty; the notes come last.
    ///
    /// - Parameters:
    ///   - settling: instructions for settling a conflict of a document; empty if they are
    ///     elsewhere.
    ///   - date: formats a time in seconds since 1970.
    ///   - quoted: puts a text in quotes.
    public func facts(
        settling: (DocumentConflict) -> String = { _ in "" }, date: (Double) -> String,
        quoted: (String) -> String
    ) -> [BookmarkFact] {
        var facts: [BookmarkFact] = []
        func add(_ label: String, _ text: String, _ role: Role = .plain) {
            if !text.isEmpty { facts.append(BookmarkFact(label: label, text: text, role: role)) }
        }
        add("Name", bookmark.name, .title)
        add("URL", bookmark.url, .url)
        add("Tags", bookmark.tags.map { "#" + $0 }.joined(separator: " "), .tag)
        add("Folder", bookmark.folder)
        add(
            "State",
            [bookmark.isUnread ? "unread" : "", bookmark.isArchived ? "archived" : ""]
                .filter { !$0.isEmpty }.joined(separator: ", "))
        add("Added", date(bookmark.added))
        if let deleted {
            add("Deleted", "\(date(deleted.deleted)) on \(deleted.device)", .warning)
        } else {
            let device = bookmark.device.isEmpty ? "" : " on \(bookmark.device)"
            add("Modified", date(bookmark.modified) + device)
        }
        if here.opens > 0 {
            let times = here.opens == 1 ? "once," : "\(grouped(here.opens)) times, the last"
            add("Opened", "\(times) \(date(here.opened))")
        }
        for lost in bookmark.lostValues {
            let text = lost.text.isEmpty ? "empty" : quoted(lost.text)
            add(
                "Conflict", "\(lost.field) \(text) on \(lost.device), \(date(lost.typed))", .warning
            )
        }
        for conflict in here.conflicts {
            add(
                "Conflict", "\(conflict.summary(date: date)): \(conflict.versions(date: date))",
                .warning)
            add("", settling(conflict), .faint)
        }
        if let link = here.link {
            let text = "\(link.finding.words); checked \(date(link.checked))"
            add("Link", text, link.finding == .works ? .plain : .warning)
        }
        for document in documents {
            let isInOrder = document.state != .conflict && document.state != .missing
            add("Documents", document.words(date, quoted), isInOrder ? .plain : .warning)
        }
        add("Id", bookmark.id, .faint)
        add("About", bookmark.description)
        add("Notes", bookmark.notes)
        return facts
    }
}

extension DocumentRow {
    /// Returns the kind, name, size, time and place of the document: `note, 9 B, 2026-11-26 14:02,
    /// here`.
    fileprivate func words(_ date: (Double) -> String, _ quoted: (String) -> String) -> String {
        let what = kind == .note ? kind.rawValue : "\(kind.rawValue) \(quoted(name))"
        return [what, byteCount(bytes), date(changed), state.rawValue].joined(separator: ", ")
    }
}

extension LinkState.Finding {
    /// The finding in words.
    var words: String {
        switch self {
        case .works: "works"
        case .moved(let url): "moved to \(url)"
        case .broken(let reason): "broken: \(reason)"
        case .unsure(let reason): "unsure: \(reason)"
        }
    }
}
