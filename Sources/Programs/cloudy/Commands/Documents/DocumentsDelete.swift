import ArgumentParser
import BookmarkLibrary
import Bookmarks
import DeviceStore
import Documents

struct DocumentsDelete: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "delete",
        abstract: "Delete documents; undo brings them back.",
        discussion: "Example: cloudy docs delete m2x8")

    @Argument(
        help: "The ids of documents, their beginnings or names, or bookmarks with one document.")
    var ids: [String]

    @Flag(
        help: ArgumentHelp(
            "Print a JSON object.", discussion: "Fields: ids (of the documents)."))
    var json = false

    @OptionGroup var options: HomeOptions

    func run() throws {
        try reportingErrors {
            let home = try options.open(makesDevice: false)
            let mirror = try options.openMirror(of: home)
            let documents = try home.documents(named: ids, isDeletion: true)
            try home.makeController(mirror: mirror).documents.delete(documents)
            if json { say(object(of: documents)) }
            try sayNotesOnly(documents, home) {
                "Deleted the note only; \($0). To bring the note back: cloudy undo"
            }
            finish(home, mirror, isOffline: options.offline)
        }
    }
}

struct DocumentsDrop: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "drop",
        abstract: "Remove documents from this device only; they stay in the cloud.",
        discussion: """
            Makes room on this device. Cloudy fetches a dropped document again when a command \
            needs it, such as cloudy read. It does not drop a document that the cloud does not \
            have yet. Example: cloudy docs drop m2x8
            """)

    @Argument(
        help: "The ids of documents, their beginnings or names, or bookmarks with one document.")
    var ids: [String]

    @Flag(
        help: ArgumentHelp(
            "Print a JSON object.", discussion: "Fields: ids (of the documents)."))
    var json = false

    @OptionGroup var options: HomeOptions

    func run() throws {
        try reportingErrors {
            let home = try options.open(makesDevice: false)
            let documents = try home.documents(named: ids)
            for document in documents { try home.drop(document) }
            if json { say(object(of: documents)) }
            try sayNotesOnly(documents, home) {
                "Removed the note only from this device; \($0)."
            }
        }
    }
}

/// Reports the notes among changed documents whose bookmarks have others that stay: the id of a
/// bookmark is also the id of its note.
///
/// - Parameter words: returns the message, given what stays.
private func sayNotesOnly(
    _ changed: [Document], _ home: Home, _ words: (String) -> String
) throws {
    for note in changed where note.id == note.bookmark {
        let left = try home.documents(ofBookmark: note.bookmark)
            .count { document in !changed.contains { $0.id == document.id } }
        if left == 0 { continue }
        let stays = left == 1 ? "stays" : "stay"
        complain(words("\(counted(left, "other document")) of the bookmark \(stays)"))
    }
}

/// Returns the documents that a command changed, for other programs.
func object(of documents: [Document]) -> String {
    JSON.object(["ids": JSON.array(documents.map { JSON.string($0.id) })])
}
