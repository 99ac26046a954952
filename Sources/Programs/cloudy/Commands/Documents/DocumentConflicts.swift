import BookmarkLibrary
import Bookmarks
import DeviceStore
import Documents
import KeyValueStore

extension Document {
    /// What two devices did to it at the same time, what shows of it, and how a person settles
    /// that; `nil` without a conflict.
    var conflictWords: String? {
        guard let (what, shown) = conflict else { return nil }
        if rivals.isEmpty { return "\(what). To settle that: cloudy note \(bookmark)" }
        let numbers = rivals.compactMap { history.firstIndex(of: $0) }.map { "\($0 + 1)" }
        let which = (numbers.count == 1 ? "version " : "versions ") + numbers.joinedWithAnd
        let kept = numbers.count == 1 ? "is kept" : "are kept"
        return "\(what). \(shown), and \(which) \(kept). To compare: cloudy docs diff \(id) "
            + "\(numbers.first ?? "1"). To choose: cloudy docs restore \(id) NUMBER"
    }

    /// The same for the list, where keys do it.
    var conflictNotice: String? {
        guard let (what, shown) = conflict else { return nil }
        return rivals.isEmpty ? what : "\(what). \(shown); both are kept: f, then V"
    }

    private var conflict: (what: String, shown: String)? {
        let devices = ([head] + rivals).flatMap { $0.device.split(separator: " + ") }
        var names: [String] = []
        for device in devices where !names.contains(String(device)) { names.append(String(device)) }
        let who = names.count > 1 ? names.joinedWithAnd : "\(names.first ?? "One device"), twice,"
        let name = "“\(title.prefix(60))”"
        if !rivals.isEmpty {
            let done =
                switch kind {
                case .page: "saved the page \(name)"
                case .note: "wrote the note of a bookmark"
                case .file: "attached \(name)"
                }
            return ("\(who) \(done) at the same time", "That of \(head.device) shows")
        }
        guard head.isConflicting else { return nil }
        return ("\(who) changed the same lines of a note", "")
    }
}

extension Home {
    /// The documents that several devices wrote at the same time and that a person has to look at,
    /// by their ids.
    func documentConflicts() -> [String: Document] {
        let documents = (try? contestedDocuments()) ?? []
        return Dictionary(documents.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    }
}

/// Says which documents are in conflict that were not before.
func sayConflicts(_ home: Home, since before: [String: Document]) {
    let new = home.documentConflicts().filter { before[$0.key] == nil }.values
        .sorted { $0.id < $1.id }
    for words in new.compactMap(\.conflictWords).prefix(3) { complain(harmless(words)) }
    if new.count > 3 { complain("So it is with \(grouped(new.count - 3)) more: cloudy docs") }
}
