import ArgumentParser
import BookmarkLibrary
import Bookmarks
import DeviceStore
import Documents
import FileCoordination
import Glibc

struct DocumentsCommand: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "docs",
        abstract: "List, get and delete what is kept behind bookmarks: pages, notes, files.",
        discussion: """
            Without a subcommand, lists the documents of the named bookmark, or of all. Examples: \
            cloudy docs 7k3q; cloudy docs get m2x8 -o page.html
            """,
        subcommands: [DocumentsList.self, DocumentsGet.self, DocumentsDelete.self],
        defaultSubcommand: DocumentsList.self)
}

struct DocumentsList: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "list",
        abstract: "List the documents of a bookmark, or of all.",
        discussion: """
            Prints id, kind, size, date, bookmark and name of each. Exit status: 0 there are some, \
            1 there are none.
            """)

    @Argument(help: "The id of a bookmark, its beginning, or its URL.", completion: Candidates.ids)
    var bookmark: String?

    @Flag(
        help: ArgumentHelp(
            "Print a JSON array of objects.",
            discussion: """
                Fields: id, bookmark, kind (page, note or file), name, type, source, bytes, added \
                and changed (seconds since 1970), device, versions (how many), here (whether the \
                content is on this device) and sent (whether the cloud has it; null where that is \
                not known).
                """))
    var json = false

    @OptionGroup var options: HomeOptions

    func run() throws {
        try reportingErrors {
            let home = try options.open(makesDevice: false)
            let documents =
                try bookmark.map {
                    try home.documents(ofBookmark: LiveShelf(catalog: home.catalog).id(of: $0))
                } ?? home.documents()
            if json {
                let sent = try home.sentContents()
                say(JSON.lines(documents.map { object($0, home, sent: sent) }))
            } else {
                let rows = documents.map { document in
                    [
                        document.id, document.kind.rawValue,
                        byteCount(document.head.length),
                        CalendarTime(document.head.made, offset: ListSession.utcOffset()).date,
                        document.bookmark, document.title,
                    ]
                }
                let headings = ["ID", "KIND", "SIZE", "DATE", "BOOKMARK", "NAME"]
                for line in TerminalTable.printed(headings, rows) { say(line) }
            }
            if documents.isEmpty { throw ExitCode(ExitStatus.nothingFound.rawValue) }
        }
    }

    private func object(
        _ document: Document, _ home: Home, sent: Set<ChunkName>
    ) -> String {
        let head = document.head
        let isHere = home.contents.contains(head.content)
        let isSent = sent.contains(head.content)
        return JSON.object([
            "id": JSON.string(document.id), "bookmark": JSON.string(document.bookmark),
            "kind": JSON.string(document.kind.rawValue), "name": JSON.string(document.name),
            "type": JSON.string(document.mediaType), "source": JSON.string(document.source),
            "bytes": "\(head.length)", "added": JSON.number(document.added),
            "changed": JSON.number(head.made), "device": JSON.string(head.device),
            "versions": "\(document.versions.count)",
            "here": "\(isHere)",
            // Another device may have sent what is not here.
            "sent": isHere || isSent ? "\(isSent)" : "null",
        ])
    }
}

struct DocumentsGet: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "get",
        abstract: "Write the content of a document to a file.",
        discussion: """
            Fetches it from the cloud if it is not on this device. Example: cloudy docs get m2x8 \
            -o page.html
            """)

    @Argument(help: "The id of the document, or its beginning.")
    var id: String

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The file to write; - is standard output.", valueName: "path"),
        completion: .file())
    var output: String

    @OptionGroup var options: HomeOptions

    func run() throws {
        try reportingErrors {
            let home = try options.open(makesDevice: false)
            let document = try home.document(matching: id)
            let content = try home.contentNow(of: document)
            if output == "-" { return write(content, to: STDOUT_FILENO) }
            try writeWhole(content, to: output)
        }
    }
}

struct DocumentsDelete: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "delete",
        abstract: "Delete documents; undo brings them back.",
        discussion: "Example: cloudy docs delete m2x8")

    @Argument(help: "The ids of the documents, or their beginnings.")
    var ids: [String]

    @OptionGroup var options: HomeOptions

    func run() throws {
        try reportingErrors {
            let home = try options.open(makesDevice: false)
            let mirror = try options.openMirror(of: home)
            let documents = try ids.map { try home.document(matching: $0) }
            try home.makeController(mirror: mirror).documents.delete(documents)
            finish(home, mirror, isOffline: options.offline)
        }
    }
}
