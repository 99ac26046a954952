import ArgumentParser
import BookmarkLibrary
import Bookmarks
import Console
import DeviceStore
import Documents
import FileCoordination
import Glibc

struct DocumentsGet: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "get",
        abstract: "Print the content of a document, or write it to a file.",
        discussion: """
            Fetches it from the cloud if it is not on this device. A terminal gets only text. \
            Examples: cloudy docs get m2x8; cloudy docs get m2x8 -o page.html
            """)

    @Argument(
        help: "The id of the document, its beginning, its name, or a bookmark with one document.")
    var id: String

    @Option(
        help: ArgumentHelp(
            "Take this version instead of the current one; 1 is the first.",
            valueName: "number"))
    var version: Int?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "The file to write. Default: -, which is standard output.", valueName: "path"),
        completion: .file())
    var output: String?

    @Flag(
        help: ArgumentHelp(
            "Print a JSON object.",
            discussion: """
                Fields: id, version (its number), type, bytes, file (that was written, or null) \
                and text (null if a file was written).
                """))
    var json = false

    @OptionGroup var options: HomeOptions

    func run() throws {
        try reportingErrors {
            let home = try options.open(makesDevice: false, isApart: options.offline)
            let document = try home.document(named: id)
            if let output {
                try refuseFolder(output) {
                    var names: Set<String> = []
                    return DocumentArchive.fileName(of: document, besides: &names)
                }
            }
            let version = try version.map { try home.version($0, of: document) }
            let content = try home.contentNow(of: document, version)
            if let output, output != "-" {
                try writeWhole(content, to: output)
                if json { say(object(of: document, version, content, file: output)) }
                return
            }
            guard json || isatty(STDOUT_FILENO) != 0 else {
                return write(content, to: STDOUT_FILENO)
            }
            guard json ? content.isText : !content.contains(0) else {
                let which = self.version.map { " --version \($0)" } ?? ""
                complain(
                    "“\(document.title)” is not text. To write it to a file: cloudy docs get "
                        + "\(document.id)\(which) -o FILE")
                throw ExitCode(.usage)
            }
            if json { return say(object(of: document, version, content, file: nil)) }
            // The text of a document must not control the terminal.
            write(harmlessLines(String(decoding: content, as: UTF8.self)), to: STDOUT_FILENO)
        }
    }

    private func object(
        of document: Document, _ version: DocumentVersion?, _ content: [UInt8], file: String?
    ) -> String {
        let place = document.history.firstIndex(of: version ?? document.head) ?? 0
        return JSON.object([
            "id": JSON.string(document.id), "version": "\(place + 1)",
            "type": JSON.string(document.mediaType), "bytes": "\(content.count)",
            "file": file.map(JSON.string) ?? "null",
            "text": file == nil ? JSON.string(String(decoding: content, as: UTF8.self)) : "null",
        ])
    }
}
