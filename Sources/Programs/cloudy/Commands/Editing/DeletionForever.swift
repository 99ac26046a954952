import ArgumentParser
import BookmarkLibrary
import Bookmarks
import Console
import Documents
import FileCoordination

/// Deletes bookmarks and documents of the trash forever, on all devices.
///
/// Undo cannot restore them. So it asks even about a single one, and a script must answer in
/// advance.
struct DeletionForever {
    /// The ids of the bookmarks, and the keys of the documents.
    let ids: [String]

    private var what: String { countedBookmarks(andDocuments: ids) }

    /// A report of the deletion, for a person.
    var report: String { "Deleted \(what) forever." }

    /// Everything in the trash.
    init(ofAllIn home: Home) throws {
        ids =
            try home.catalog.deletedRows(limit: nil).map(\.id)
            + home.deletedDocuments().map(\.document.key)
    }

    /// The named bookmarks and documents. Ends the command if one of them is not in the trash: a
    /// mistyped id must not delete anything forever.
    ///
    /// - Parameter nothing: the text to print for other programs if a query finds nothing.
    init(of targets: TargetOptions, in home: Home, orPrint nothing: String?) throws {
        do {
            ids = try targets.deletedIDs(in: home, orPrint: nothing, isDeletion: true)
        } catch BookmarkError.isThere(let id) {
            throw Self.refusal(of: "bookmark \(id)", "cloudy delete \(id)")
        } catch BookmarkError.notDeleted(let id) {
            throw Self.refusal(of: id, home) ?? BookmarkError.notDeleted(id: id)
        } catch DocumentError.nothingDeleted(let name) {
            throw Self.refusal(of: name, home) ?? DocumentError.nothingDeleted(name)
        }
    }

    /// Reports that a document is not in the trash; returns `nil` if there is no such document.
    private static func refusal(of name: String, _ home: Home) -> (any Error)? {
        guard let document = try? home.document(named: name) else { return nil }
        return refusal(of: "document \(document.id)", "cloudy docs delete \(document.id)")
    }

    private static func refusal(of what: String, _ command: String) -> ExitCode {
        complain(
            "The \(what) is not in the trash. Nothing was deleted. To move it there first: "
                + command)
        return ExitCode(.nothingFound)
    }

    /// Asks, and deletes.
    ///
    /// - Parameter isSure: whether the question was answered in advance.
    func run(in home: Home, _ mirror: HomeMirror, isSure: Bool) throws {
        if !ids.isEmpty, !isSure, !Confirmation.canAsk {
            complain(
                "Nothing was deleted. To delete \(what) forever, type the command again with "
                    + "--yes.")
            throw ExitCode(.usage)
        }
        try Confirmation.ask(
            "Delete \(what) forever?", about: ids.count, limit: 0, isAnswered: isSure)
        try editing(ids.count, "Deleting forever", home, mirror) { [ids] in
            try $0.deleteForever(ids: ids)
        }
        try home.forgetOrphanedDocuments()
    }
}
