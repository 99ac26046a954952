import Bookmarks
import Documents
import Replication

extension Shell {
    /// Reports that versions of a document wait for a person, with the key that shows them.
    mutating func say(_ conflict: DocumentConflict, _ list: BookmarkList) {
        let what = conflict.summary { CalendarTime($0, offset: utcOffset).dateAndTime }
        let shown = conflict.head.version.device
        // Two separate texts have no conflicting lines to find: a person joins them.
        let isBegun = conflict.isMerged && conflict.origin == .begun
        let text =
            conflict.isMerged
            ? "\(what); it has both" + (isBegun ? " texts" : "")
            : "\(what): \(shown)'s version is current; both are kept"
        let (action, verb) =
            isBegun
            ? (ActionID.writeNote, "join them")
            : conflict.isMerged
                ? (ActionID.details, "see which") : (ActionID.showDocuments, "see both")
        let (id, document) = (conflict.bookmark, conflict.id)
        let title = list.row(id: id).map { symbols.quoted($0.title) }
        let name = title ?? "its bookmark"
        func advice(
            _ action: ActionID, _ verb: String, _ bookmark: String? = nil,
            _ document: String? = nil
        ) -> Message.Advice {
            Message.Advice(action: action, verb: verb, bookmark: bookmark, document: document)
        }
        announce(
            .warning, text,
            advice: [
                advice(action, verb, id), advice(.showDocuments, "see its documents", id),
                advice(action, "\(verb) once \(name) is selected"),
                advice(.showVersions, "see its versions", id, document),
                advice(.showVersions, "see its versions once it is selected", id),
                advice(.keepVersion, "keep the current one", id, document),
            ],
            elsewhere: keys.name(of: action, in: .list).map {
                "To \(verb), press \($0) on \(name) in the list"
            }, logText: title.map { "\($0): \(text)" })
    }
}
