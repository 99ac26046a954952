public import Bookmarks
import Screen

/// Something that is known of a bookmark, in words: for the details in the list and for the command
/// that prints one.
public struct BookmarkFact: Sendable, Hashable {
    /// What it is, such as `Folder`; of several of a kind, each has it.
    public var label: String
    /// Never empty; notes may have several lines.
    public var text: String
    /// How it is drawn.
    var role: Role
}

extension Bookmark {
    /// All that is known of the bookmark, what has no value left out; the notes last.
    ///
    /// - Parameters:
    ///   - link: what was found of its link.
    ///   - opened: how many times it was opened from this device, and when last, in seconds since
    ///     1970; `nil` to leave it out.
    ///   - date: writes a moment in seconds since 1970.
    ///   - quoted: puts a text between quotes.
    public func facts(
        link: LinkState?, opened: (times: Int, last: Double)? = nil, date: (Double) -> String,
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
        add("Added", date(added))
        add("Edited", date(modified) + (device.isEmpty ? "" : " on \(device)"))
        if let opened, opened.times > 0 {
            let times = opened.times == 1 ? "once" : "\(opened.times) times, the last"
            add("Opened", "\(times) \(date(opened.last))")
        }
        for lost in lostValues {
            let text = lost.text.isEmpty ? "empty" : quoted(lost.text)
            add("Also", "\(lost.field) \(text) on \(lost.device), \(date(lost.typed))", .warning)
        }
        if let link {
            let text = "\(link.finding.words); checked \(date(link.checked))"
            add("Link", text, link.finding == .works ? .plain : .warning)
        }
        add("Id", id, .faint)
        add("Notes", notes)
        return facts
    }
}

extension LinkState.Finding {
    /// What was found.
    fileprivate var words: String {
        switch self {
        case .works: "works"
        case .moved(let url): "moved to \(url)"
        case .broken(let reason): "broken: \(reason)"
        case .unsure(let reason): "unsure: \(reason)"
        }
    }
}
