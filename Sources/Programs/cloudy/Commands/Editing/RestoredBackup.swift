import BookmarkLibrary
import Bookmarks

/// The result of restoring a backup, or of a trial run.
struct RestoredBackup: Sendable {
    var bookmarks: BackupOutcome
    var notes: RestoredNotes

    func words(isTrial: Bool, isExact: Bool, isDamaged: Bool) -> String {
        let done = [
            (bookmarks.restored, notes.restored, "Restored", "restore"),
            (bookmarks.reset, notes.reset, "Reset", "reset"),
            (isExact ? bookmarks.deleted : 0, 0, "Deleted", "delete"),
        ].filter { $0.0 + $0.1 > 0 }
        var parts = done.map { bookmarks, notes, past, verb -> String in
            let what = [(bookmarks, "bookmark"), (notes, "note")].filter { $0.0 > 0 }
                .map { counted($0, $1) }.joined(separator: " and ")
            return isTrial ? "Would \(verb) \(what)" : "\(past) \(what)"
        }
        if parts.isEmpty { parts = ["Nothing to restore"] }
        let (same, newer) = (bookmarks.same, bookmarks.newer)
        if same > 0 {
            // After notes, a bare number would count notes.
            let areNotesNamed = notes.restored + notes.reset > 0
            let what = areNotesNamed ? counted(same, "bookmark") : grouped(same)
            parts.append("\(what) \(same == 1 ? "is" : "are") unchanged")
        }
        if newer > 0 {
            let (be, stay) = newer == 1 ? ("is", "stays as it is") : ("are", "stay as they are")
            // The damaged part may have had some of them.
            let which = isDamaged ? "not in the readable part" : "newer"
            parts.append("\(grouped(newer)) that \(be) \(which) \(stay)")
        }
        let rest = parts.dropFirst().map { $0.prefix(1).lowercased() + $0.dropFirst() }
        return (parts.prefix(1) + rest).joined(separator: "; ") + "."
    }

    /// A sentence about missing notes that the backup lacks, too; `nil` if there are none.
    var lackingNotes: String? {
        let ids = notes.lacking
        if ids.isEmpty { return nil }
        return "The backup was made without \(counted(ids.count, "note")): \(shortList(ids))."
    }

    func json(path: String, made: Double) -> String {
        func texts(_ ids: [String]) -> String { JSON.array(ids.map(JSON.string)) }
        return JSON.object([
            "path": JSON.string(path), "made": JSON.number(made),
            "restored": "\(bookmarks.restored)", "reset": "\(bookmarks.reset)",
            "same": "\(bookmarks.same)", "newer": "\(bookmarks.newer)",
            "deleted": "\(bookmarks.deleted)", "refused": texts(bookmarks.refused),
            "notesRestored": "\(notes.restored)", "notesReset": "\(notes.reset)",
            "notesSame": "\(notes.same)", "notesLacking": texts(notes.lacking),
            "notesRefused": texts(notes.refused.map(\.bookmark)),
        ])
    }
}
