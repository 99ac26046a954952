import BookmarkLibrary
import Bookmarks
import BookmarksUI
import DeviceStore
import Documents
import KeyValueStore

extension DocumentConflict {
    /// Returns the conflict, the shown version, and how to settle the conflict, in words.
    func words(_ now: Double) -> String {
        let what = summary { localTime($0, now: now) }
        let numbers = others.compactMap(\.number).map { "\($0)" }
        let options = numbers.map { "--take \($0)" }.joined(separator: ", or ")
        let taking =
            options.isEmpty ? "" : "To take a version: cloudy settle \(bookmark) \(options). "
        let settling = "\(taking)To keep it as it is: cloudy settle \(bookmark)"
        if isMerged {
            let (both, join) = origin == .begun ? ("both texts", "join them") : ("both", "edit it")
            return "\(what); it has \(both), between <<<<<<< and >>>>>>>. To \(join): cloudy note "
                + "\(bookmark). \(settling)"
        }
        if numbers.isEmpty { return "\(what). \(current). \(settling)" }
        let which = (numbers.count == 1 ? "version " : "versions ") + numbers.joinedWithAnd
        let kept = numbers.count == 1 ? "is kept" : "are kept"
        return "\(what). \(current), and \(which) \(kept). To compare: cloudy docs diff \(id) "
            + "\(numbers.first ?? "1"). \(settling)"
    }

    private var current: String { "The version from \(head.version.device) is current" }
}

extension Home {
    /// Returns the conflicts of documents that wait for a person, by document id.
    func documentConflicts() -> [String: DocumentConflict] {
        let conflicts = (try? unsettledDocuments())?.compactMap(\.conflict) ?? []
        return Dictionary(conflicts.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    }
}

/// Reports new conflicts in documents.
func sayConflicts(_ home: Home, since before: [String: DocumentConflict]) {
    let new = home.documentConflicts().filter { before[$0.key] != $0.value }.values
        .sorted { $0.id < $1.id }
    let now = ListSession.now()
    for conflict in new.prefix(3) { complain(harmless(conflict.words(now))) }
    if new.count > 3 {
        let more = counted(new.count - 3, "more document")
        complain("Also in conflict: \(more). To see all: cloudy conflicts")
    }
}
