import ArgumentParser
import BookmarkLibrary
import Bookmarks
import DeviceStore
import Documents
import FileCoordination
import Glibc

struct Attach: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "attach",
        abstract: "Attach files to a bookmark, on all your devices.",
        discussion: """
            Attaching a file again under the same name adds a version. Keeps at most \
            \(Document.longest >> 20) MiB a file and \(Document.most) documents a bookmark. One \
            undo removes all of them. Prints the ids of the documents.

            Examples: cloudy attach 7k3q paper.pdf notes.txt; \
            pdftotext paper.pdf - | cloudy attach 7k3q - --name paper.txt
            """)

    @Argument(help: "The id of a bookmark, its beginning, or its URL.", completion: Candidates.ids)
    var bookmark: String

    @Argument(
        help: ArgumentHelp("The files; - is standard input.", valueName: "file"),
        completion: .file())
    var files: [String]

    @Option(
        help: ArgumentHelp("The document's name, instead of the file's; for one file only."))
    var name: String?

    @Flag(
        help: ArgumentHelp(
            "Print a JSON array of objects, one for each file.",
            discussion: "Fields: id, name, type and bytes."))
    var json = false

    @OptionGroup var options: HomeOptions

    func validate() throws {
        if name != nil, files.count > 1 {
            throw ValidationError("--name names one file: attach the others with another command.")
        }
        if name?.isBlank == true { throw ValidationError("The name is empty.") }
        if name == nil, files.contains("-") {
            throw ValidationError(
                "Standard input has no name. Give it one: cloudy attach ID - --name notes.txt")
        }
    }

    /// Throws if the files do not all fit, before any of them is kept. A file with the name of
    /// another becomes a version of it.
    private func checkRoom(of id: String, _ home: Home) throws {
        let there = try home.documents(ofBookmark: id)
        let known = Set(there.filter { $0.kind == .file }.map(\.name))
        let new = Set(files.map { name ?? attachmentName(of: $0) }).subtracting(known)
        try Document.checkRoom(beside: there.count, adding: new.count)
    }

    func run() throws {
        try reportingErrors {
            let home = try options.open(makesDevice: false)
            let mirror = try options.openMirror(of: home)
            let id = try home.bookmarkID(named: bookmark)
            try checkRoom(of: id, home)
            var items: [DocumentEditor.Item] = []
            for path in files {
                let content =
                    path == "-"
                    ? try checked(standardInput(atMost: Document.longest), from: path)
                    : try attachment(at: path)
                // The program before the pipe may have failed.
                if path == "-", content.isEmpty {
                    throw HomeError(.damaged, "Standard input is empty, and nothing was attached.")
                }
                let name = name ?? attachmentName(of: path)
                if name.isBlank {
                    throw HomeError(.usage, "The file has no name. Give it one with --name.")
                }
                if items.contains(where: { $0.draft.name == name }) {
                    throw HomeError(
                        .usage,
                        "Two of the files are called \(harmless(name)). Attach one of them with "
                            + "--name.")
                }
                items.append(
                    try home.item(
                        file: name, content, ofBookmark: id,
                        after: items.count { $0.replaced == nil }))
            }
            let ids = try home.makeController(mirror: mirror).documents.keep(items)
            if json {
                say(
                    JSON.lines(
                        zip(ids, items).map { id, item in
                            JSON.object([
                                "id": JSON.string(id), "name": JSON.string(item.draft.name),
                                "type": JSON.string(item.draft.mediaType),
                                "bytes": "\(item.draft.length)",
                            ])
                        }))
            } else {
                for id in ids { say(id) }
            }
            finish(home, mirror, isOffline: options.offline)
        }
    }
}

/// Returns the name of the document for a file.
func attachmentName(of path: String) -> String {
    String(path.split(separator: "/").last ?? "file")
}

/// Returns the content of a file to attach.
func attachment(at path: String) throws -> [UInt8] {
    try checked(GivenPath.read(path, atMost: Document.longest + 1), from: path)
}

private func checked(_ content: [UInt8], from path: String) throws -> [UInt8] {
    if content.count > Document.longest {
        throw HomeError(
            .damaged,
            "Cannot attach \(harmless(path)): it is larger than \(Document.longest >> 20) MiB, "
                + "the limit of a document. Nothing was attached.")
    }
    return content
}

/// Returns the whole standard input, or its beginning if it is longer than the limit.
func standardInput(atMost limit: Int) throws -> [UInt8] {
    do throws(ReadingError) {
        return try readAll(STDIN_FILENO) { $0.count > limit }
    } catch {
        throw HomeError(.damaged, "Cannot read standard input: \(error).")
    }
}
