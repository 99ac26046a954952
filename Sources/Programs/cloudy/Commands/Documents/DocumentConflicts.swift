import BookmarkLibrary
import Bookmarks
import BookmarksUI
import DeviceStore
import Documents
import KeyValueStore

extension DocumentConflict {
    /// Returns the conflict, the shown version, and how to settle the conflict, in words.
    func words(_ now: Double, in home: Home) -> String {
        let what = summary { localTime($0, now: now) }
        let numbers = others.compactMap(\.number).map { "\($0)" }
        let unsettled = try? home.unsettledDocuments(ofBookmarks: [bookmark])
        let settling = settling(numbers, isOnly: unsettled?.count ?? 1 < 2)
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

    /// Returns the ways to settle the conflict.
    ///
    /// - Parameter isOnly: whether no other document of the bookmark is in conflict. Otherwise,
    ///   `cloudy settle` does not know which one is meant.
    private func settling(_ numbers: [String], isOnly: Bool) -> String {
        let settle = "cloudy settle \(bookmark)"
        let commands =
            isOnly
            ? numbers.map { "--take \($0)" } : numbers.map { "cloudy docs restore \(id) \($0)" }
        let choice = (isOnly ? settle + " " : "") + commands.joined(separator: ", or ")
        let taking = numbers.isEmpty ? "" : "To take a version: \(choice). "
        let keeping = isOnly ? nil : head.number.map { "cloudy docs restore \(id) \($0)" }
        return "\(taking)To keep it as it is: \(keeping ?? settle)"
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
    for conflict in new.prefix(3) { complain(harmless(conflict.words(now, in: home))) }
    if new.count > 3 {
        let more = counted(new.count - 3, "more document")
        complain("Also in conflict: \(more). To see all: cloudy conflicts")
    }
}
