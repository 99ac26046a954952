public import Bookmarks
public import Documents
import Screen

/// Something that is known of a bookmark, in words: for the details in the list and for the command
/// that prints one.
public struct BookmarkFact: Sendable, Hashable {
    /// Its label, such as `Folder`; each of several of a kind has it.
    public var label: String
    /// Never empty; notes may have several lines.
    public var text: String
    /// How it is drawn.
    var role: Role
}

extension Bookmark {
    /// All facts about the bookmark, without empty ones; the notes last.
    ///
    /// - Parameters:
    ///   - here: the facts that its record does not tell.
    ///   - documents: its documents.
    ///   - settling: how a person settles a conflict of a document; empty where that is told
    ///     elsewhere.
    ///   - date: writes a moment in seconds since 1970.
    ///   - quoted: puts a text between quotes.
    public func facts(
        here: KnownHere, documents: [DocumentRow],
        settling: (DocumentConflict) -> String = { _ in "" }, date: (Double) -> String,
        quoted: (String) -> String
    ) -> [BookmarkFact] {
        var facts: [BookmarkFact] = []
        func add(_ label: String, _ text: String, _ role: Role = .plain) {
            if !text.isEmpty { facts.append(BookmarkFact(label: label, text: text, role: role)) }
        }
        add("Name", name, .title)
        add("URL", url, .url)
        add("Tags", tags.map { "#" + $0 }.joined(separator: " "), .tag)
        add("Folder", folder)
        add(
            "State",
            [isUnread ? "unread" : "", isArchived ? "archived" : ""]
                .filter { !$0.isEmpty }.joined(separator: ", "))
        add("Added", date(added))
        add("Edited", date(modified) + (device.isEmpty ? "" : " on \(device)"))
        if here.opens > 0 {
            let times = here.opens == 1 ? "once," : "\(grouped(here.opens)) times, the last"
            add("Opened", "\(times) \(date(here.opened))")
        }
        for lost in lostValues {
            let text = lost.text.isEmpty ? "empty" : quoted(lost.text)
            add("Also", "\(lost.field) \(text) on \(lost.device), \(date(lost.typed))", .warning)
        }
        for conflict in here.conflicts {
            add("Also", "\(conflict.what(date: date)): \(conflict.versions(date: date))", .warning)
            add("", settling(conflict), .faint)
        }
        if let link = here.link {
            let text = "\(link.finding.words); checked \(date(link.checked))"
            add("Link", text, link.finding == .works ? .plain : .warning)
        }
        for document in documents {
            let isInOrder = document.state != .conflict && document.state != .missing
            add("Docs", document.words(date, quoted), isInOrder ? .plain : .warning)
        }
        add("Id", id, .faint)
        add("About", description)
        add("Notes", notes)
        return facts
    }
}

extension DocumentRow {
    /// Its kind, name, size, when it was written and where it is: `note, 9 B, 2026-11-26 14:02,
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
