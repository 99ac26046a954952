import BookmarkLibrary
import Bookmarks
import Interchange

extension LackingNotes {
    /// Sentences for each reason why the backup lacks notes.
    var sentences: [String] {
        let isOne = elsewhere.count == 1
        return [
            sentence(
                elsewhere, "because \(isOne ? "it is" : "they are") not on this device",
                "To fetch \(isOne ? "it" : "one"): cloudy note \(isOne ? elsewhere[0] : "ID") "
                    + "--print"),
            sentence(
                unreadable, "which cannot be read here", "To see what is damaged: cloudy verify"),
            sentence(
                excessive, "because all notes take more than \(Backup.mostNoteBytes >> 20) MiB",
                "To keep all: cloudy export -o FILE --documents FOLDER"),
        ].compactMap(\.self)
    }

    private func sentence(_ ids: [String], _ reason: String, _ advice: String) -> String? {
        if ids.isEmpty { return nil }
        let what =
            ids.count == 1
            ? "the note of \(ids[0]), \(reason)"
            : "\(grouped(ids.count)) notes, \(reason): \(shortList(ids))"
        return "The backup lacks \(what). \(advice)"
    }
}

/// Returns the first ids of a list, and the number of the others.
func shortList(_ ids: [String]) -> String {
    let rest = ids.count > 5 ? " and \(grouped(ids.count - 5)) more" : ""
    return ids.prefix(5).joined(separator: ", ") + rest
}
