import ArgumentParser
import BookmarkLibrary
import Bookmarks
import BookmarksUI
import Console
import DeviceStore
import Documents
import FileCoordination
import Replication

struct DocumentsCommand: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "docs",
        abstract: "List, open and delete documents: saved pages, notes and attached files.",
        discussion: """
            Without a subcommand, lists the documents of the named bookmark, the named document, \
            or all. Examples: cloudy docs 7k3q; cloudy docs get m2x8 -o page.html
            """,
        subcommands: [
            DocumentsList.self, DocumentsGet.self, DocumentsOpen.self, DocumentsVersions.self,
            DocumentsDiff.self, DocumentsRestore.self, DocumentsDelete.self, DocumentsDrop.self,
            DocumentsSend.self,
        ],
        defaultSubcommand: DocumentsList.self)
}

struct DocumentsList: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "list",
        abstract: "List the documents of a bookmark, or of all.",
        discussion: """
            Prints id, kind, size, date, state, bookmark and name of each. The state is here, \
            remote (only in the cloud), unsent (only on this device), missing (in neither: another \
            device has not sent it, or it is lost) or conflict (two devices wrote it at the same \
            time, and you have to look at it). Exit status: 0 there are some, \
            1 there are none. With --deleted, it prints the documents in the trash instead: id, \
            kind, size, date of deletion, device that deleted it, bookmark and name. To restore \
            one: cloudy restore. With --held, it prints only the documents that other devices \
            deleted and that wait for your decision: cloudy sync --accept or --restore. Examples: \
            cloudy docs list 7k3q; cloudy docs --deleted
            """)

    @Argument(
        help: """
            The id of a bookmark or a document, its beginning, the URL of a bookmark, or the name \
            of a document.
            """,
        completion: Candidates.ids)
    var bookmark: String?

    @Flag(help: "List the deleted documents that can be restored, latest first.")
    var deleted = false

    @Flag(help: "List the documents whose deletion elsewhere waits for your decision.")
    var held = false

    @Flag(
        help: ArgumentHelp(
            "Print a JSON array of objects.",
            discussion: """
                Fields: id, bookmark, kind (page, note or file), name, type, source, bytes, added \
                and changed (seconds since 1970), device, versions (how many), here (whether the \
                content is on this device), sent (whether the cloud has it; null where that is \
                not known) and conflict (whether two devices wrote it at the same time and you \
                have to look at it). With --deleted, also deleted (seconds since 1970) and \
                deletedBy (the device).
                """))
    var json = false

    @OptionGroup var options: HomeOptions

    func validate() throws {
        if held && deleted {
            throw ValidationError(
                "--deleted lists the trash, and --held what is still here: choose one of them.")
        }
    }

    func run() throws {
        try reportingErrors {
            let home = try options.open(makesDevice: false)
            if deleted { return try listDeleted(home) }
            var documents = try bookmark.map { try found($0, home) } ?? home.documents()
            if held {
                let waiting = Set(try home.heldDocuments().map(\.id))
                documents.removeAll { !waiting.contains($0.id) }
            }
            let unsent = try home.documentExchange.map { Set(try $0.unsent().map(\.content)) }
            if json {
                let sent = try home.sentContents()
                say(JSON.lines(documents.map { JSON.object($0, in: home, sent: sent) }))
            } else {
                let rows = documents.map { document in
                    [
                        document.id, document.kind.rawValue,
                        byteCount(document.head.length),
                        CalendarTime(document.head.made, offset: LocalTime.offset).date,
                        home.state(of: document, unsent: unsent ?? []).rawValue, document.bookmark,
                        document.title,
                    ]
                }
                let headings = ["ID", "Kind", "Size", "Date", "State", "Bookmark", "Name"]
                for line in TerminalTable.lines(headings, rows) { say(line) }
                // Conflicts of a bookmark in the trash wait until it is restored.
                let live = try home.catalog.rows(ids: documents.map(\.bookmark))
                tell(documents.compactMap(\.conflict).filter { live[$0.bookmark] != nil }, home)
            }
            if documents.isEmpty {
                explainEmpty(
                    held ? "No deletions are waiting." : "There are no documents.", json: json)
                throw ExitCode(.nothingFound)
            }
        }
    }

    /// Reports the conflicts to a person: for all documents, only their number.
    private func tell(_ conflicts: [DocumentConflict], _ home: Home) {
        if conflicts.isEmpty { return }
        guard bookmark == nil else {
            let now = ListSession.now()
            for conflict in conflicts.prefix(3) {
                complain(harmless(conflict.words(now, in: home)))
            }
            return
        }
        let are = conflicts.count == 1 ? "is" : "are"
        complain(
            "\(counted(conflicts.count, "document")) \(are) in conflict. To see both sides: cloudy "
                + "conflicts")
    }

    /// Returns the documents of a bookmark, or the named document.
    private func found(_ named: String, _ home: Home) throws -> [Document] {
        do {
            switch try home.bookmarkOrDocument(named: named) {
            case .bookmark(let id): return try home.documents(ofBookmark: id)
            case .document(let document): return [document]
            }
        } catch DocumentError.nothingNamed(let text) {
            complain(DocumentError.nothingNamed(text).description)
            let commands = DocumentsCommand.configuration.subcommands
            if let hint = UsageHint.hint(for: named, below: "cloudy docs", commands) {
                complain(hint)
            }
            throw ExitCode(.nothingFound)
        }
    }
}

extension DocumentsList {
    private func listDeleted(_ home: Home) throws {
        var found = try home.deletedDocuments()
        if let bookmark {
            if bookmark.isBlank { throw BookmarkError.notDeleted(id: "") }
            if let id = try? LiveShelf(catalog: home.catalog).id(of: bookmark) {
                found = found.filter { $0.document.bookmark == id }
            } else if let one = try home.deletedDocument(matching: bookmark) {
                found = [one]
            } else {
                found = try home.deletedDocuments(named: bookmark)
            }
        }
        if json {
            let sent = try home.sentContents()
            say(JSON.lines(found.map { JSON.object($0, in: home, sent: sent) }))
        } else {
            let rows = found.map { one in
                let document = one.document
                return [
                    document.id, document.kind.rawValue, byteCount(document.head.length),
                    CalendarTime(one.deleted, offset: LocalTime.offset).date, one.device,
                    document.bookmark, document.title,
                ]
            }
            let headings = ["ID", "Kind", "Size", "Deleted", "Device", "Bookmark", "Name"]
            for line in TerminalTable.lines(headings, rows) { say(line) }
        }
        if found.isEmpty {
            explainEmpty("The trash has no documents.", json: json)
            throw ExitCode(.nothingFound)
        }
    }
}

extension JSON {
    /// Returns a document as JSON, given the contents recorded as sent.
    static func object(
        _ document: Document, in home: Home, sent: Set<ChunkName>
    ) -> String {
        let head = document.head
        let isHere = home.contents.isWhole(head.content)
        let isSent = home.isSent(head.content, sent)
        return object([
            "id": string(document.id), "bookmark": string(document.bookmark),
            "kind": string(document.kind.rawValue), "name": string(document.name),
            "type": string(document.mediaType), "source": string(document.source),
            "bytes": "\(head.length)", "added": number(document.added),
            "changed": number(head.made), "device": string(head.device),
            "versions": "\(document.versions.count)",
            "here": "\(isHere)",
            // Another device may have sent a content that is not here.
            "sent": isSent.map { "\($0)" } ?? "null",
            "conflict": "\(document.isInConflict)",
        ])
    }

    /// Returns a deleted document as JSON: like an existing one, with the time and the device of
    /// the deletion.
    fileprivate static func object(
        _ deleted: DeletedDocument, in home: Home, sent: Set<ChunkName>
    ) -> String {
        let document = object(deleted.document, in: home, sent: sent)
        let more = object([
            "deleted": number(deleted.deleted), "deletedBy": string(deleted.device),
        ])
        return document.dropLast() + "," + more.dropFirst()
    }
}
