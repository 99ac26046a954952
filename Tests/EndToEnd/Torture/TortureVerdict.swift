import Bookmarks
import ReplicaFile
import Replication

/// Checks what remains of the actions when all devices are online and have synced.
struct TortureVerdict {
    private var live: [String: Bookmark] = [:]
    private var records: [String: Record] = [:]
    private var deleted: Set<String> = []
    private(set) var problems: [String] = []
    private(set) var superseded = 0

    /// Reads the replica of a device that has synced with all others.
    init(replica path: String) throws {
        let entries = try ReplicaInspection.read(path: path) { found, _ in
            if !found.problems.isEmpty || !found.unreadable.isEmpty {
                throw TerminalFailure("\(found.problems) \(found.unreadable)")
            }
            return found.entries
        }
        for entry in entries where entry.key.hasPrefix("b.") {
            let id = String(entry.key.dropFirst(2))
            guard let bookmark = Bookmark(id: id, record: entry.record) else {
                problems.append("\(entry.key) is not a valid bookmark")
                continue
            }
            let mark = Self.mark(bookmark.url)
            records[mark] = entry.record
            if entry.record.isTombstone {
                deleted.insert(mark)
            } else if live.updateValue(bookmark, forKey: mark) != nil {
                problems.append("\(mark) exists twice")
            }
        }
    }

    private static func mark(_ url: String) -> String {
        String(url.dropFirst(Workplace.url("").count).prefix { $0 != "?" })
    }

    var count: Int { live.count }

    /// Checks each acknowledged action.
    mutating func judge(_ deeds: [Deed]) {
        let byMark = Dictionary(grouping: deeds, by: \.mark)
        for mark in live.keys where byMark[mark] == nil {
            problems.append("no worker added \(mark)")
        }
        for (mark, deeds) in byMark {
            let isDeletionTried = deeds.contains { $0.kind == .delete }
            if let bookmark = live[mark] {
                for deed in deeds where deed.outcome == .acknowledged {
                    judge(deed, on: bookmark, among: deeds)
                }
                continue
            }
            // The bookmark may be gone, after any edits, if a worker tried to delete it.
            let acknowledged = deeds.filter { $0.outcome == .acknowledged }
            if !isDeletionTried, let deed = acknowledged.first {
                let fate =
                    deleted.contains(mark) ? "was deleted, but not by a worker" : "is missing"
                problems.append("\(mark) \(fate): \(deed)")
            }
        }
    }

    private mutating func judge(_ deed: Deed, on bookmark: Bookmark, among deeds: [Deed]) {
        switch deed.kind {
        case .add: break
        case .delete:
            // An edit that the deletion did not see brings the bookmark back: on another device, or
            // of another process of the same device at the same time.
            let mayBeBack = deeds.contains { other in
                guard case .edit = other.kind else { return false }
                return other.device != deed.device
                    || other.start < deed.end && deed.start < other.end
            }
            if !mayBeBack {
                problems.append(
                    "a deleted bookmark came back: \(deed)\n\(story(of: bookmark, deeds))")
            }
        case .edit(let field):
            if isVisible(deed.token, in: field, of: bookmark) { return }
            let isKept = bookmark.lostValues.contains {
                $0.field == field.rawValue && $0.text.contains(deed.token)
            }
            if isKept {
                superseded += 1
                return
            }
            // Another worker may have replaced the text or deleted the bookmark, if its action
            // ended after this one began. A third edit, which saw neither, may have brought the
            // bookmark back.
            let mayBeReplaced = deeds.contains { other in
                (other.kind == deed.kind && other.token != deed.token || other.kind == .delete)
                    && other.end > deed.start
            }
            if !mayBeReplaced {
                problems.append("an edit was lost: \(deed)\n\(story(of: bookmark, deeds))")
            }
        }
    }

    private func story(of bookmark: Bookmark, _ deeds: [Deed]) -> String {
        let history = deeds.sorted { $0.start < $1.start }.map { "\($0)" }
        let record = records[Self.mark(bookmark.url)].map { "\($0)" } ?? ""
        return "on \(bookmark)\n\(record)\nafter \(history.joined(separator: "\n"))"
    }

    private func isVisible(
        _ token: String, in field: TorturedField, of bookmark: Bookmark
    ) -> Bool {
        switch field {
        case .name: bookmark.name == token
        case .notes: bookmark.notes == token
        case .url: bookmark.url.hasSuffix("?\(token)")
        case .tags: bookmark.tags.contains(token)
        }
    }
}
